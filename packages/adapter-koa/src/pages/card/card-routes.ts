import { E, type Browser, type Hundi } from '@hundi/core';
import { CheckoutSessionId, PaymentLinkId, type CollectionPage } from '@hundi/core/wire';
import type { PageAnswer, PageRoute, Visit } from '../page-route.js';
import type { Page } from '../page.js';
import { attemptIn, cardIn, keptOf } from './card-form.js';
import { endedPage, overPage, unknownPage, waitingPage } from './card-notices.js';
import { cardPage } from './card-page.js';

// Longer than a session, so that how it ended can be looked at.
const KEPT_SECONDS = 30 * 60;

const TOKEN = /^[0-9a-f]{64}$/;

const see = (path: `/${string}`): PageAnswer => ({ kind: 'see', path });

const at = (sessionId: string): `/${string}` => `/pay/${sessionId}`;

const answerWith = (
  { texts }: Visit,
  status: number,
  page: Page,
  bankTenantId?: string,
): PageAnswer => ({
  kind: 'page',
  status,
  page: { ...page, caution: texts.cardPage.caution },
  ...(bankTenantId !== undefined && { bankTenantId }),
});

const unknown = (visit: Visit): PageAnswer =>
  answerWith(visit, 404, unknownPage(visit.texts.cardPage));

const browserOf = ({ params, secret }: Visit): Browser | undefined => {
  const { sessionId = '' } = params;
  return CheckoutSessionId.is(sessionId) && secret !== undefined
    ? { sessionId, key: secret }
    : undefined;
};

/** A browser that may see a session, and what it sees. */
interface Seen {
  readonly engine: Hundi;
  readonly visit: Visit;
  readonly browser: Browser;
  readonly page: CollectionPage;
}

const seeing =
  (answer: (seen: Seen) => PageAnswer | Promise<PageAnswer>): PageRoute['answer'] =>
  async (engine, visit) => {
    const browser = browserOf(visit);
    if (browser === undefined) return unknown(visit);
    const page = await engine.viewCollection(browser);
    return E.isLeft(page) ? unknown(visit) : answer({ engine, visit, browser, page: page.right });
  };

const standing = ({ page, visit }: Seen, goesOn = false): PageAnswer => {
  if (page.status !== 'open')
    return answerWith(visit, 200, endedPage(page, page.status, visit, goesOn), page.bankTenantId);
  return answerWith(
    visit,
    200,
    page.inProgress ? waitingPage(page, visit) : cardPage({ page, visit }),
    page.bankTenantId,
  );
};

/** A complete address opens the page: this changes nothing, and it may be opened again. */
const arrive = async (engine: Hundi, visit: Visit, token: string): Promise<PageAnswer> => {
  const { sessionId = '' } = visit.params;
  if (!CheckoutSessionId.is(sessionId) || !TOKEN.test(token)) return unknown(visit);
  const key = await engine.enterCollection({ sessionId, token });
  return E.isLeft(key)
    ? unknown(visit)
    : {
        ...see(at(sessionId)),
        keep: [{ name: sessionId, value: key.right, seconds: KEPT_SECONDS }],
      };
};

const show: PageRoute = {
  method: 'GET',
  path: '/pay/{sessionId}',
  answer: (engine, visit) => {
    const token = visit.query('token');
    return token === undefined ? seeing(standing)(engine, visit) : arrive(engine, visit, token);
  },
};

const pay: PageRoute = {
  method: 'POST',
  path: '/pay/{sessionId}/pay',
  answer: seeing(async ({ engine, visit, browser, page }) => {
    const { form } = visit;
    const paid = await engine.payByCard(browser, { attempt: attemptIn(form), card: cardIn(form) });
    if (E.isRight(paid))
      return see(paid.right === 'paid' ? `${at(page.sessionId)}/done` : at(page.sessionId));
    if (paid.left._tag === 'CollectionNotFound') return unknown(visit);
    // A form that came too late, or twice, leads to how things stand.
    if (paid.left._tag !== 'InvalidCard' || page.nextAttempt === undefined)
      return see(at(page.sessionId));
    const { faults } = paid.left;
    const again = cardPage({ page, visit, faults, kept: keptOf(form, faults) });
    return answerWith(visit, 400, again, page.bankTenantId);
  }),
};

const cancel: PageRoute = {
  method: 'POST',
  path: '/pay/{sessionId}/cancel',
  answer: seeing(async ({ engine, browser, page }) => {
    const left = await engine.cancelCollection(browser);
    return see(E.isRight(left) ? `${at(page.sessionId)}/done` : at(page.sessionId));
  }),
};

// From a form browsers follow no redirect to another site, so the end is a page that goes on by itself.
const done: PageRoute = {
  method: 'GET',
  path: '/pay/{sessionId}/done',
  answer: seeing((seen) =>
    seen.page.status === 'open' ? see(at(seen.page.sessionId)) : standing(seen, true),
  ),
};

const goBack: PageRoute = {
  method: 'GET',
  path: '/pay/{sessionId}/return',
  answer: seeing(async ({ engine, browser, page }) => {
    const url = await engine.returnFromCollection(browser);
    return E.isLeft(url) || url.right === undefined
      ? see(at(page.sessionId))
      : { kind: 'leave', url: url.right };
  }),
};

const FORMS = [pay, cancel];

// A form that is answered with a page leaves its own address in the browser, where people ask for it again.
const backToPage = ({ path }: PageRoute): PageRoute => ({
  method: 'GET',
  path,
  answer: async (_engine, visit) => {
    const { sessionId = '' } = visit.params;
    return CheckoutSessionId.is(sessionId) ? see(at(sessionId)) : unknown(visit);
  },
});

/** The hosted card page (§4.13). */
export const cardRoutes: ReadonlyArray<PageRoute> = [
  show,
  ...FORMS,
  ...FORMS.map(backToPage),
  done,
  goBack,
];

const openLink: PageRoute = {
  method: 'GET',
  path: '/link/{linkId}',
  answer: async (engine, visit) => {
    const { linkId = '' } = visit.params;
    const token = visit.query('token') ?? '';
    if (!PaymentLinkId.is(linkId) || !TOKEN.test(token)) return unknown(visit);
    const opened = await engine.openPaymentLink({ linkId, token });
    if (E.isRight(opened))
      return arrive(engine, sessionVisit(visit, opened.right), opened.right.token);
    return opened.left._tag === 'LinkEnded'
      ? answerWith(
          visit,
          410,
          overPage(opened.left.status, visit.texts.cardPage),
          opened.left.bankTenantId,
        )
      : unknown(visit);
  },
};

const sessionVisit = (visit: Visit, { sessionId }: { readonly sessionId: string }): Visit => ({
  ...visit,
  params: { sessionId },
});

/** The page that a payment link opens. */
export const linkRoutes: ReadonlyArray<PageRoute> = [openLink];
