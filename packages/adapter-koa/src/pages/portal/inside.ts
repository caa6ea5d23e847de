import { E, type Hundi, type Person } from '@hundi/core';
import { sha256, type Profile, type SessionPurpose } from '@hundi/core/wire';
import { FORM_TOKEN, WHOSE } from '../form/forgery.js';
import type { Form, FormLimits } from '../form/form.js';
import type { FileLimits } from '../form/multipart.js';
import { noticePage } from '../notice-page.js';
import type { PageAnswer, PageRoute, Visit } from '../page-route.js';
import type { Texts } from '../texts/english.js';

/** The cookie by which a browser is known: forms carry its token, and sessions are bound to it. */
export const BROWSER = 'hundi-browser';

/** The cookie with the token of the session. */
const SESSION = 'hundi-session';

/** Room for a page of selected payouts, the answer of a passkey, or a form that is kept over a login. */
const FORM_LIMITS: FormLimits = { bytes: 64 * 1_024, fields: 256 };

/** A page, and a form that waits to be sent to it: what a person was doing when they had to log in or prove themselves. */
export interface Interrupted {
  readonly then: `/${string}`;
  /** The fields of the form, encoded; absent where a page was only asked for. */
  readonly form?: string;
}

/** The pages that are there only where the host gives what they need. */
export interface Offered {
  /** The page on which people bring files of payments. */
  readonly upload: boolean;
}

/** A person who is in, at one page. */
export interface Inside {
  readonly offered: Offered;
  readonly engine: Hundi;
  readonly visit: Visit;
  readonly person: Person;
  readonly profile: Profile;
  readonly texts: Texts;
}

export const see = (path: `/${string}`): PageAnswer => ({ kind: 'see', path });

/**
 * What the session of this browser is bound to: the secret that the browser keeps beside the token, and what it calls
 * itself. Not the network: telephones change it all day.
 */
export const browserOf = ({ secret, request }: Visit): string =>
  JSON.stringify([secret ?? '', request.headers['user-agent'] ?? '']);

/** The cookie of a session for so many seconds; none ends it. */
export const sessionCookie = (token: string, seconds: number) => ({
  name: SESSION,
  value: token,
  seconds,
});

const OWN = /^\/portal(?:[/?][\x21-\x7e]*)?$/;

const isOwn = (text: string): text is `/${string}` => OWN.test(text);

/** The page of the portal that a text names; its front page where it names none. */
export const ownPage = (text: string | undefined): `/${string}` =>
  text !== undefined && isOwn(text) ? text : '/portal';

/** A form as it can be sent again: without its token, which may be another's by then, and without its owner, whom the form around it names. */
const encoded = (form: Form): string => {
  const fields = new URLSearchParams([...form]);
  fields.delete(FORM_TOKEN);
  fields.delete(WHOSE);
  return fields.toString();
};

/** Few, because a page may have many forms: who sends another's sees nothing but the form that they send. */
const OWNER_DIGITS = 16;

/** Stands for a person at this browser alone, so that a form says whose it is and names nobody. */
const ownerOf = ({ tenant, userId }: Person, { secret = '' }: Visit): string => {
  const { bankTenantId, corporateTenantId } = tenant;
  const names = `forms of ${userId} of ${corporateTenantId} of ${bankTenantId} at ${secret}`;
  return sha256(names).slice(0, OWNER_DIGITS);
};

/** Whether nobody else has filled in the form that was sent. */
export const isTheirs = (person: Person, visit: Visit): boolean =>
  visit.whose === undefined || visit.whose === ownerOf(person, visit);

/** What this visitor is doing. */
export const interruptedAt = ({ here, form }: Visit): Interrupted =>
  form.size === 0 ? { then: here } : { then: here, form: encoded(form) };

/** The session of this browser. */
export const personOf = (engine: Hundi, visit: Visit, purpose?: SessionPurpose) =>
  engine.authenticateSession(visit.kept(SESSION), purpose, browserOf(visit));

const LOOK = 'look';

/** The address by which a page asks for itself: a browser that is left alone with it does not keep a session alive. */
export const lookAgainAt = (path: `/${string}`): `/${string}` =>
  `${path}${path.includes('?') ? '&' : '?'}${LOOK}=again`;

const purposeOf = (visit: Visit, enrolling: true | undefined): SessionPurpose | undefined =>
  enrolling === true ? 'to_enrol' : visit.query(LOOK) === 'again' ? 'to_look_again' : undefined;

/** A page for a visitor whose browser sent no cookie with a form. */
const withoutCookie = (visit: Visit): PageAnswer => {
  const { purpose, cookies } = visit.texts;
  const page = noticePage({ purpose, sign: 'bad', title: cookies.title, text: cookies.text });
  return { kind: 'page', status: 403, event: 'form_refused', page };
};

/** What a form comes to that somebody else filled in at this browser: nothing of it is shown or done. */
export const someoneElses = ({ texts, href }: Visit): PageAnswer => {
  const { purpose, someoneElses: said, toFront } = texts;
  const way = { href: href('/portal'), text: toFront };
  const page = noticePage({ purpose, sign: 'bad', ...said, way });
  return { kind: 'page', status: 403, page };
};

/** Where people go who are not in: filled with what they were doing. */
export type Outside = (visit: Visit, interrupted: Interrupted) => PageAnswer;

/** A page or a form of the portal for a person who is in. */
interface InsideRoute {
  readonly path: `/portal${string}`;
  /** A session whose person has still to enrol a factor may open it, too. */
  readonly enrolling?: true;
  readonly answer: (inside: Inside) => Promise<PageAnswer>;
}

/** A form, and what a browser sees that asks for its address, or comes back with it after a login. */
interface InsideForm extends InsideRoute {
  /** The page on which the form stands; it may have the parameters of the path. */
  readonly page: `/portal${string}`;
  /** Shows the form filled as it was typed, and does nothing. Default: the page on which it stands. */
  readonly filled?: (inside: Inside) => Promise<PageAnswer>;
  /** Says that it comes with a file. */
  readonly takesFile?: FileLimits;
}

/** The field of a form that comes back after a login: to be shown again, not to be done. */
export const AGAIN = 'again';

/** A form of a person who is not in yet. */
export const outsideForm = (
  path: `/portal${string}`,
  answer: PageRoute['answer'],
  takesFile?: FileLimits,
): PageRoute => ({
  method: 'POST',
  path,
  secretName: BROWSER,
  formLimits: FORM_LIMITS,
  ...(takesFile !== undefined && { takesFile }),
  answer: async (engine, visit) =>
    visit.secret === undefined ? withoutCookie(visit) : answer(engine, visit),
});

const PARAM = /\{(\w+)\}/g;

/** A path with what stood in the places of the one that was asked for. */
const filledPath = (path: `/portal${string}`, { params }: Visit): `/portal${string}` =>
  path.replaceAll(PARAM, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  ) as `/portal${string}`;

// A form that is answered with a page leaves its own address in the browser, where people ask for it again.
export const backTo = (path: `/portal${string}`, page: `/portal${string}`): PageRoute => ({
  method: 'GET',
  path,
  secretName: BROWSER,
  answer: async (_engine, visit) => see(filledPath(page, visit)),
});

/** Makes routes for people who are in; everybody else goes to the login, and comes back to where they were. */
export const insideRoutes = (outside: Outside, offered: Offered = { upload: false }) => {
  const entering =
    (enrolling: true | undefined, answer: InsideRoute['answer']): PageRoute['answer'] =>
    async (engine, visit) => {
      const person = await personOf(engine, visit, purposeOf(visit, enrolling));
      if (E.isLeft(person) && person.left._tag === 'SecondFactorNeeded')
        return see('/portal/settings');
      const profile = E.isLeft(person) ? person : await engine.getProfile(person.right);
      if (E.isLeft(person) || E.isLeft(profile)) return outside(visit, interruptedAt(visit));
      const { bankTenantId } = person.right.tenant;
      const { texts } = visit;
      const inside = {
        offered,
        engine,
        visit: { ...visit, whose: ownerOf(person.right, visit) },
        texts,
        person: person.right,
        profile: profile.right,
      };
      const answered = isTheirs(person.right, visit) ? await answer(inside) : someoneElses(visit);
      return answered.kind === 'page' ? { ...answered, bankTenantId } : answered;
    };

  return {
    /** A page. */
    page: ({ path, enrolling, answer }: InsideRoute): ReadonlyArray<PageRoute> => [
      { method: 'GET', path, secretName: BROWSER, answer: entering(enrolling, answer) },
    ],
    /** A form; its address leads to its page by itself. */
    form: ({
      path,
      page,
      enrolling,
      takesFile,
      filled,
      answer,
    }: InsideForm): ReadonlyArray<PageRoute> => {
      const once = entering(enrolling, (inside) => {
        if (!inside.visit.form.has(AGAIN)) return answer(inside);
        return filled === undefined
          ? Promise.resolve(see(filledPath(page, inside.visit)))
          : filled(inside);
      });
      return [outsideForm(path, once, takesFile), backTo(path, page)];
    },
  };
};

export type InsideRoutes = ReturnType<typeof insideRoutes>;
