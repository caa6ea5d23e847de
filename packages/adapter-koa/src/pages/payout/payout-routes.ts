import { E, type Hundi } from '@hundi/core';
import { mailedIn } from '../mailed-in.js';
import type { PageAnswer, PageRoute, Visit } from '../page-route.js';
import {
  asksFactor,
  bankOf,
  browserOf,
  declined,
  faulty,
  outside,
  parting,
  seeing,
  standing,
  unknown,
  type Seen,
} from './payout-answers.js';
import { choiceOf, codeOf, misfit, pickedIn, proofOf } from './payout-form.js';
import { entrancePage, overPage, unknownPage } from './payout-notices.js';

// Longer than a session, so that how it ended can be looked at.
const KEPT_SECONDS = 30 * 60;

const see = (path: `/${string}`): PageAnswer => ({ kind: 'see', path });

const at = (sessionId: string): `/${string}` => `/payout/${sessionId}`;

const leaving = ({ view: { sessionId } }: Seen, returnTo: string | undefined): PageAnswer =>
  see(returnTo === undefined ? at(sessionId) : `${at(sessionId)}/return`);

/**
 * The link itself changes nothing, so programs that preview links in mails and chats may fetch it; the form on its
 * page exchanges the token. A browser that already holds the session continues without it.
 */
const arrive = async (engine: Hundi, visit: Visit, token: string): Promise<PageAnswer> => {
  const browser = browserOf(visit);
  if (browser === undefined) return unknown(visit);
  const { sessionId } = browser;
  const isIn = E.isRight(await engine.viewPayoutCheckout(browser));
  return isIn
    ? see(at(sessionId))
    : outside(engine, visit, 200, entrancePage(visit, sessionId, token));
};

const show: PageRoute = {
  method: 'GET',
  path: '/payout/{sessionId}',
  answer: (engine, visit) => {
    const token = visit.query('token');
    return token === undefined
      ? seeing((seen) => standing(seen))(engine, visit)
      : arrive(engine, visit, token);
  },
};

const enter: PageRoute = {
  method: 'POST',
  path: '/payout/{sessionId}/enter',
  givesSecret: true,
  answer: async (engine, visit) => {
    const browser = browserOf(visit);
    const token = visit.form.get('token');
    if (browser === undefined || token === undefined) return unknown(visit);
    const { sessionId } = browser;
    const entered = await engine.enterPayoutCheckout({ sessionId, token });
    if (E.isRight(entered)) {
      const keep = { name: sessionId, value: entered.right.secret, seconds: KEPT_SECONDS };
      return { ...see(at(sessionId)), keep: [keep] };
    }
    return entered.left._tag === 'PayoutCheckoutClosed'
      ? outside(engine, visit, 409, overPage(entered.left.status, visit.texts.payoutPage))
      : outside(engine, visit, 404, unknownPage(visit.texts.payoutPage));
  },
};

// For browsers without scripts: shows what goes with the package and the account that were picked.
const choices: PageRoute = {
  method: 'POST',
  path: '/payout/{sessionId}/choices',
  answer: seeing((seen) => standing({ ...seen, picked: pickedIn(seen.visit.form) })),
};

const sendCode: PageRoute = {
  method: 'POST',
  path: '/payout/{sessionId}/code',
  answer: seeing(async (seen) => {
    const { engine, visit, browser, view } = seen;
    const picked = pickedIn(visit.form);
    const { payoutPage: words } = visit.texts;
    const choice = choiceOf(picked, words);
    if (E.isLeft(choice)) return faulty(seen, view, picked, choice.left);
    const fault = misfit(view, choice.right, words);
    if (fault !== undefined) return faulty(seen, view, picked, fault);
    const sent = await engine.sendPayoutCode(browser, { ...choice.right, ...mailedIn(visit) });
    if (E.isRight(sent)) return see(at(view.sessionId));
    return sent.left._tag === 'FeatureOff' ? unknown(visit) : declined(seen, sent.left, picked);
  }),
};

const authorize: PageRoute = {
  method: 'POST',
  path: '/payout/{sessionId}/authorize',
  answer: seeing(async (seen) => {
    const { engine, visit, browser, view } = seen;
    const picked = pickedIn(visit.form);
    const { payoutPage: words } = visit.texts;
    const choice = choiceOf(picked, words);
    if (E.isLeft(choice)) return faulty(seen, view, picked, choice.left);
    const code = codeOf(visit.form, words);
    if (E.isLeft(code)) return faulty(seen, view, picked, code.left);
    const done = await engine.authorizePayout(browser, { choice: choice.right, code: code.right });
    if (E.isRight(done)) return leaving(seen, done.right.returnTo);
    return done.left._tag === 'SecondFactorNeeded' && (await asksFactor(seen))
      ? see(at(view.sessionId))
      : declined(seen, done.left, picked);
  }),
};

const giveFactor: PageRoute = {
  method: 'POST',
  path: '/payout/{sessionId}/factor',
  answer: seeing(async (seen) => {
    const { engine, visit, browser, view } = seen;
    const picked = pickedIn(visit.form);
    const { payoutPage: words } = visit.texts;
    const choice = choiceOf(picked, words);
    if (E.isLeft(choice)) return faulty(seen, view, picked, choice.left);
    const proof = proofOf(visit.form, words);
    if (E.isLeft(proof)) return faulty(seen, view, picked, proof.left);
    const challengeId = visit.form.get('challengeId') ?? '';
    const given = { choice: choice.right, challengeId, ...proof.right };
    const done = await engine.givePayoutFactor(browser, given);
    return E.isLeft(done) ? declined(seen, done.left, picked) : leaving(seen, done.right.returnTo);
  }),
};

const cancel: PageRoute = {
  method: 'POST',
  path: '/payout/{sessionId}/cancel',
  answer: seeing(async (seen) => {
    const done = await seen.engine.cancelPayoutCheckout(seen.browser);
    return E.isLeft(done) ? declined(seen, done.left) : leaving(seen, done.right.returnTo);
  }),
};

// A page and not a redirect: a form may lead to our own pages only, and browsers hold redirects to that.
const goBack: PageRoute = {
  method: 'GET',
  path: '/payout/{sessionId}/return',
  answer: seeing((seen) => {
    const { status, returnTo, sessionId } = seen.view;
    return status === 'open' || returnTo === undefined
      ? see(at(sessionId))
      : parting(seen, returnTo);
  }),
};

const FORMS = [enter, choices, sendCode, authorize, giveFactor, cancel];

// A form that is answered with a page leaves its own address in the browser, where people ask for it again.
const backToPage = ({ path }: PageRoute): PageRoute => ({
  method: 'GET',
  path,
  answer: async (_engine, visit) => {
    const browser = browserOf(visit);
    return browser === undefined ? unknown(visit) : see(at(browser.sessionId));
  },
});

/** The hosted payout page (§4.12). */
export const payoutRoutes: ReadonlyArray<PageRoute> = [
  show,
  ...FORMS.map((form) => ({ ...form, bankOf })),
  ...FORMS.map(backToPage),
  goBack,
];
