import { E } from '@hundi/core';
import type { EnrolFactorError, FactorKind } from '@hundi/core/wire';
import type { Page } from '../../page.js';
import type { PageAnswer, PageRoute, Visit } from '../../page-route.js';
import { see, type Inside, type InsideRoutes } from '../inside.js';
import type { Mailbox } from '../mailbox.js';
import { proofIn } from '../proof.js';
import { askForFactor, confirmed } from '../prove.js';
import {
  enrolledPage,
  enrolPage,
  settingsPage,
  type Enrolment,
  type SettingsShown,
} from './settings-page.js';

const AT = '/portal/settings';

const page = (status: number, shown: Page): PageAnswer => ({ kind: 'page', status, page: shown });

/** The page as things stand now. */
const standing = async (
  inside: Inside,
  status: number,
  more: Omit<SettingsShown, 'sessions' | 'factors'> = {},
): Promise<PageAnswer> => {
  const { engine, person } = inside;
  const [sessions, factors] = await Promise.all([
    engine.listSessions(person),
    engine.listFactors(person),
  ]);
  return page(status, settingsPage(inside, { sessions, factors, ...more }));
};

const failed = (inside: Inside, text: string): Promise<PageAnswer> =>
  standing(inside, 409, { notice: { kind: 'bad', text } });

const DONE = ['ended', 'removed'] as const;

const show = async (inside: Inside): Promise<PageAnswer> => {
  const { visit, texts } = inside;
  const done = DONE.find((one) => one === visit.query('done'));
  return standing(
    inside,
    200,
    done === undefined ? {} : { notice: { kind: 'good', text: texts.settings[done] } },
  );
};

const endSession = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, visit, person, texts } = inside;
  const sessionId = visit.form.get('sessionId') ?? '';
  const ended = await engine.endOwnSession(person, { sessionId });
  return E.isRight(ended) ? see(`${AT}?done=ended`) : failed(inside, texts.settings.sessionGone);
};

const removeFactor = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, visit, person, texts } = inside;
  const factorId = visit.form.get('factorId') ?? '';
  const removed = await engine.removeFactor(person, { factorId });
  if (E.isRight(removed)) return see(`${AT}?done=removed`);
  return removed.left._tag === 'SecondFactorNeeded'
    ? askForFactor(inside)
    : failed(inside, texts.settings.gone);
};

const kindIn = (text: string | undefined): FactorKind => (text === 'passkey' ? text : 'totp');

const refusedEnrolment = (
  inside: Inside,
  refusal: EnrolFactorError | { readonly _tag: 'InvalidInput' },
): Promise<PageAnswer> => {
  const { settings } = inside.texts;
  const name = inside.visit.form.get('name');
  switch (refusal._tag) {
    case 'SecondFactorNeeded':
      return askForFactor(inside);
    case 'TooManyFactors':
      return failed(inside, settings.tooMany(refusal.max));
    case 'PasskeysOff':
      return failed(inside, settings.passkeysOff);
    case 'InvalidInput':
      return standing(inside, 400, { name, nameFault: settings.nameInvalid });
    case 'InvalidSession':
      return Promise.resolve(see('/portal/login'));
  }
};

const enrol = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, visit, person } = inside;
  const kind = kindIn(visit.form.get('kind'));
  const name = (visit.form.get('name') ?? '').trim();
  const enrolled = await engine.enrolFactor(person, { kind, name });
  return E.isRight(enrolled)
    ? page(200, await enrolPage(inside, enrolled.right))
    : refusedEnrolment(inside, enrolled.left);
};

/** The address that an app reads from a QR code. */
const URI = /^otpauth:\/\/[\x21-\x7e]+$/;

/** What the page before showed; the engine has its own. */
const enrolmentIn = ({ form }: Visit): Enrolment | undefined => {
  try {
    const { factorId, uri, options } = JSON.parse(
      form.get('enrolment') ?? '',
    ) as Partial<Enrolment>;
    if (typeof factorId !== 'string' || factorId !== form.get('factorId')) return undefined;
    if (typeof uri === 'string' && URI.test(uri) && URL.canParse(uri)) return { factorId, uri };
    return typeof options === 'object' ? { factorId, options } : undefined;
  } catch {
    return undefined;
  }
};

const confirmFactor = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, visit, person, texts } = inside;
  const factorId = visit.form.get('factorId') ?? '';
  const done = await engine.confirmFactor(person, { factorId, ...proofIn(visit.form) });
  if (E.isRight(done)) return page(200, enrolledPage(inside, done.right));
  const { settings } = texts;
  switch (done.left._tag) {
    case 'InvalidInput':
    case 'WrongFactor':
    case 'PasskeyCopied': {
      const enrolment = enrolmentIn(visit);
      if (enrolment === undefined) return failed(inside, settings.over);
      const fault =
        enrolment.uri === undefined ? settings.createFailed : settings.wrongConfirmation;
      return page(400, await enrolPage(inside, enrolment, fault));
    }
    case 'SecondFactorNeeded':
      return askForFactor(inside);
    case 'TooManySettingsChanges':
      return failed(inside, settings.tooManyChanges);
    case 'FactorNotFound':
    case 'WrongFactorState':
      return failed(inside, settings.over);
  }
};

/** One's own sessions and second factors. */
export const settingsRoutes = (
  routes: InsideRoutes,
  mailbox: Mailbox,
): ReadonlyArray<PageRoute> => {
  const own = { page: AT, enrolling: true } as const;
  return [
    ...routes.page({ path: AT, enrolling: true, answer: show }),
    ...routes.form({ ...own, path: `${AT}/sessions/end`, answer: endSession }),
    ...routes.form({
      ...own,
      path: `${AT}/factors`,
      filled: (inside) => standing(inside, 200, { name: inside.visit.form.get('name') }),
      answer: confirmed(mailbox, enrol),
    }),
    ...routes.form({
      ...own,
      path: `${AT}/factors/remove`,
      answer: confirmed(mailbox, removeFactor),
    }),
    ...routes.form({
      ...own,
      path: `${AT}/factors/confirm`,
      filled: async (inside) => {
        const enrolment = enrolmentIn(inside.visit);
        return enrolment === undefined ? see(AT) : page(200, await enrolPage(inside, enrolment));
      },
      answer: confirmFactor,
    }),
  ];
};
