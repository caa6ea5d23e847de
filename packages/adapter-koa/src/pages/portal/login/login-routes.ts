import { E, type Hundi, type Person } from '@hundi/core';
import {
  FactorAsked,
  mailboxOf,
  sha256,
  type LoginStep,
  type OpenedSession,
} from '@hundi/core/wire';
import { randomBytes } from 'node:crypto';
import { mailedIn } from '../../mailed-in.js';
import type { PageAnswer, PageRoute, Visit } from '../../page-route.js';
import type { Page } from '../../page.js';
import {
  backTo,
  BROWSER,
  browserOf,
  insideRoutes,
  isTheirs,
  outsideForm,
  ownPage,
  personOf,
  see,
  sessionCookie,
  someoneElses,
  type Interrupted,
  type Outside,
} from '../inside.js';
import { interruptedIn, resumePage } from '../interruption.js';
import type { Mailbox } from '../mailbox.js';
import { codeIn, proofFault, proofIn } from '../proof.js';
import { keepLanguage } from './keep-language.js';
import { codePage, emailPage, factorPage, type LoginShown } from './login-pages.js';

const BROWSER_BYTES = 32;
const DAY_SECONDS = 86_400;

/** Longer than any session, and than most forms lie about. */
const BROWSER_SECONDS = 30 * DAY_SECONDS;

/** As long as the longest session: the engine ends it earlier. */
const SESSION_SECONDS = DAY_SECONDS / 2;

const page = (status: number, shown: Page): PageAnswer => ({ kind: 'page', status, page: shown });

/** The same visitor, known by a secret from now on. */
const known = (visit: Visit): Visit & { readonly secret: string } => ({
  ...visit,
  secret: visit.secret ?? randomBytes(BROWSER_BYTES).toString('hex'),
});

const keeping = (answer: PageAnswer, { secret }: { readonly secret: string }): PageAnswer => ({
  ...answer,
  keep: [{ name: BROWSER, value: secret, seconds: BROWSER_SECONDS }, ...(answer.keep ?? [])],
});

const shownTo = (
  visit: Visit,
  interrupted: Interrupted,
  email = visit.form.get('email') ?? '',
): LoginShown => ({ visit, texts: visit.texts, interrupted, email });

/** Where people go who are not in: the login, with what they were doing. */
export const toLogin: Outside = (visit, interrupted) => {
  // A page is asked for again; only a form has something to lose.
  if (interrupted.form === undefined)
    return see(`/portal/login?then=${encodeURIComponent(interrupted.then)}`);
  const { login } = visit.texts;
  const notice = { kind: 'bad', text: login.over } as const;
  return page(403, emailPage({ ...shownTo(visit, interrupted, ''), notice }));
};

/** Where a person who is in goes on: to the page that they asked for, or to their form as they had filled it. */
const onwards = (visit: Visit, interrupted: Interrupted, person?: Person): PageAnswer => {
  if (interrupted.form === undefined) return see(interrupted.then);
  // The page to which the form goes looks at whose it is again.
  return person === undefined || isTheirs(person, visit)
    ? page(200, resumePage(visit, interrupted, visit.texts, 'shown'))
    : someoneElses(visit);
};

const opened = async (
  engine: Hundi,
  visit: Visit,
  interrupted: Interrupted,
  { token }: OpenedSession,
): Promise<PageAnswer> => {
  let person: Person | undefined;
  let missed: unknown;
  // The code is used up and the session is open: a failure from here on must not keep the person out.
  try {
    const found = await engine.authenticateSession(token, 'to_enrol', browserOf(visit));
    person = E.isRight(found) ? found.right : undefined;
    const before = await personOf(engine, visit, 'to_enrol');
    if (E.isRight(before)) await engine.logout(before.right);
    if (person !== undefined) await keepLanguage(engine, visit, person);
  } catch (error) {
    missed = error;
  }
  const keep = [sessionCookie(token, SESSION_SECONDS)];
  return { ...onwards(visit, interrupted, person), keep, missed };
};

/** The person who is in at this browser, with what they are called. */
const whoIsIn = async (engine: Hundi, visit: Visit) => {
  const person = await personOf(engine, visit, 'to_enrol');
  if (E.isLeft(person)) return undefined;
  const profile = await engine.getProfile(person.right);
  return E.isLeft(profile) ? undefined : { person: person.right, ...profile.right };
};

const isSameAddress = (one: string | undefined, other: string): boolean =>
  one !== undefined && mailboxOf(one) === mailboxOf(other.trim());

/** Where those go on who send a step of a login again that has let them in; undefined for others. */
const letInBefore = async (
  engine: Hundi,
  visit: Visit,
  interrupted: Interrupted,
): Promise<PageAnswer | undefined> => {
  const other = await whoIsIn(engine, visit);
  return other !== undefined && isSameAddress(other.email, visit.form.get('email') ?? '')
    ? onwards(visit, interrupted, other.person)
    : undefined;
};

const stepped = async (
  engine: Hundi,
  visit: Visit,
  interrupted: Interrupted,
  step: LoginStep,
): Promise<PageAnswer> =>
  'next' in step
    ? page(200, factorPage({ ...shownTo(visit, interrupted), asked: step.next }))
    : opened(engine, visit, interrupted, step);

/** The challenge as the page before showed it; what it opens, the engine decides. */
const askedIn = ({ form }: Visit): FactorAsked | undefined => {
  try {
    const asked = FactorAsked.decode(JSON.parse(form.get('asked') ?? ''));
    return E.isRight(asked) ? asked.right : undefined;
  } catch {
    return undefined;
  }
};

/** How people come in and go. */
export const loginRoutes = (mailbox: Mailbox): ReadonlyArray<PageRoute> => {
  const withMails = async (shown: LoginShown): Promise<LoginShown> => {
    const mails = await mailbox(shown.email, shown.visit.request);
    return mails === undefined ? shown : { ...shown, mails };
  };

  const show: PageRoute = {
    method: 'GET',
    path: '/portal/login',
    secretName: BROWSER,
    answer: async (engine, visit) => {
      const then = ownPage(visit.query('then'));
      const email = visit.query('email') ?? '';
      const other = await whoIsIn(engine, visit);
      if (other !== undefined && (email === '' || isSameAddress(other.email, email)))
        return see(then);
      const browser = known(visit);
      const { login } = visit.texts;
      const shown = shownTo(browser, { then }, email);
      const text =
        other === undefined
          ? visit.query('left') === undefined
            ? undefined
            : login.out
          : login.as(other.username);
      const notice = text === undefined ? undefined : ({ kind: 'good', text } as const);
      const withMailbox = email === '' ? shown : await withMails(shown);
      return keeping(page(200, emailPage({ ...withMailbox, notice })), browser);
    },
  };

  const sendCode = outsideForm('/portal/login', async (engine, visit) => {
    const { peer, form } = visit;
    const email = (form.get('email') ?? '').trim();
    const shown = shownTo(visit, interruptedIn(visit), email);
    // The same limits as those of the API (decisions §8).
    for (const [thing, kind] of [
      [`address ${peer}`, 'logins'],
      [`code for ${sha256(mailboxOf(email))} from ${peer}`, 'codes'],
    ] as const) {
      const spent = await visit.spend(thing, kind);
      if (E.isLeft(spent)) return { kind: 'refused', refusal: spent.left };
    }
    const asked = await engine.requestLogin({ email, ...mailedIn(visit) });
    if (E.isRight(asked)) {
      const { challengeId } = asked.right;
      return page(200, codePage({ ...(await withMails(shown)), challengeId }));
    }
    const { login } = shown.texts;
    return page(400, emailPage({ ...shown, fault: login.email_invalid }));
  });

  const startOver = outsideForm('/portal/login/again', async (_engine, visit) =>
    page(200, emailPage(shownTo(visit, interruptedIn(visit)))),
  );

  const confirm = outsideForm('/portal/login/code', async (engine, visit) => {
    const challengeId = visit.form.get('challenge') ?? '';
    const spent = await visit.spend(`challenge ${challengeId}`, 'codes');
    if (E.isLeft(spent)) return { kind: 'refused', refusal: spent.left };
    const interrupted = interruptedIn(visit);
    const browser = browserOf(visit);
    const step = await engine.confirmLogin({ challengeId, code: codeIn(visit.form), browser });
    if (E.isRight(step)) return stepped(engine, visit, interrupted, step.right);
    const shown = shownTo(visit, interrupted);
    const { login } = shown.texts;
    switch (step.left._tag) {
      case 'InvalidInput':
      case 'WrongLoginCode': {
        const fault = step.left._tag === 'InvalidInput' ? login.code_invalid : login.wrong;
        return page(400, codePage({ ...(await withMails(shown)), challengeId, fault }));
      }
      case 'LoginNotFound':
      case 'LoginCodeVoid': {
        const text = step.left._tag === 'LoginNotFound' ? login.absent : login[step.left.reason];
        return (
          (await letInBefore(engine, visit, interrupted)) ??
          page(409, emailPage({ ...shown, notice: { kind: 'bad', text } }))
        );
      }
    }
  });

  const giveFactor = outsideForm('/portal/login/factor', async (engine, visit) => {
    const challengeId = visit.form.get('factorChallenge') ?? '';
    const spent = await visit.spend(`challenge ${challengeId}`, 'codes');
    if (E.isLeft(spent)) return { kind: 'refused', refusal: spent.left };
    const interrupted = interruptedIn(visit);
    const given = { challengeId, ...proofIn(visit.form), browser: browserOf(visit) };
    const step = await engine.giveLoginFactor(given);
    if (E.isRight(step)) return opened(engine, visit, interrupted, step.right);
    const shown = shownTo(visit, interrupted);
    const before = await letInBefore(engine, visit, interrupted);
    if (before !== undefined) return before;
    if (step.left._tag === 'LoginCodeVoid') {
      const notice = { kind: 'bad', text: shown.texts.login[step.left.reason] } as const;
      return page(409, emailPage({ ...shown, notice }));
    }
    const { text, tryAgain } = proofFault(step.left, shown.texts);
    const asked = askedIn(visit);
    return tryAgain && asked?.challengeId === challengeId
      ? page(400, factorPage({ ...shown, asked, fault: text }))
      : page(409, emailPage({ ...shown, notice: { kind: 'bad', text } }));
  });

  const leave = insideRoutes((_visit) => see('/portal/login?left=yes')).form({
    path: '/portal/logout',
    page: '/portal',
    enrolling: true,
    answer: async ({ engine, person }) => {
      await engine.logout(person);
      return { ...see('/portal/login?left=yes'), keep: [sessionCookie('', 0)] };
    },
  });

  const steps = [startOver, confirm, giveFactor];
  return [
    show,
    sendCode,
    ...steps,
    ...steps.map(({ path }) => backTo(path as `/portal${string}`, '/portal/login')),
    ...leave,
  ];
};
