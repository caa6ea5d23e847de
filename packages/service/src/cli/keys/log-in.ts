import { OpenedSession } from '@hundi/core/wire';
import { textOf, type Given, type Option, type Surroundings } from '../command/command.js';
import { decoded } from '../remote/decoded.js';
import { membersOf } from '../remote/members.js';
import { refusalIn, refused } from '../remote/refused.js';
import { serviceUrl, URL_OPTION } from '../remote/service-url.js';
import { questions, type Questions } from '../terminal/ask.js';
import { callPortal, type Session } from './portal.js';

/** The options of every command that a person logs in for. */
export const PERSON_OPTIONS: Readonly<Record<string, Option>> = {
  ...URL_OPTION,
  email: {
    type: 'string',
    value: 'ADDRESS',
    about: 'of the person who logs in; else HUNDI_EMAIL, else asked for',
  },
};

/** What the help of these commands says of the login. */
export const PERSON_ABOUT =
  'A person logs in to the portal for it: the service mails a code, and the command asks for it on standard input (a script writes it there as a line). The session ends with the command, and its token is stored nowhere.';

/** A login permits so many. */
const CODES_MAX = 5;

const WRONG_CODE = 400;

const enter = async (
  url: string,
  challengeId: string,
  { ask }: Questions,
  around: Surroundings,
): Promise<Session> => {
  for (let left = CODES_MAX - 1; ; left -= 1) {
    const code = await ask('The code that was mailed to you');
    const path = `/login/${encodeURIComponent(challengeId)}` as const;
    const answer = await callPortal({ url }, { method: 'POST', path, body: { code } }, around);
    if (answer.status !== WRONG_CODE || left === 0)
      return { url, token: decoded(OpenedSession, answer).token };
    around.err(`hundi: ${refusalIn(answer)}`);
  }
};

const logIn = async (url: string, given: Given, around: Surroundings): Promise<Session> => {
  const asking = questions(around);
  try {
    const email =
      textOf(given, 'email') ??
      around.env['HUNDI_EMAIL'] ??
      (await asking.ask('Your mail address'));
    const path = '/login';
    const asked = await callPortal({ url }, { method: 'POST', path, body: { email } }, around);
    const { challengeId } = membersOf(asked.body);
    if (typeof challengeId !== 'string') return refused(asked);
    return await enter(url, challengeId, asking, around);
  } finally {
    asking.close();
  }
};

/** Does `work` in a session of the person who logs in, and logs them out. @throws Misused, Failed */
export const withSession = async <A>(
  given: Given,
  around: Surroundings,
  work: (session: Session) => Promise<A>,
): Promise<A> => {
  const session = await logIn(serviceUrl(given, around), given, around);
  try {
    return await work(session);
  } finally {
    // A session that could not be ended ends by itself, after a quarter of an hour without use.
    const logout = { method: 'POST', path: '/logout' } as const;
    const { signal: stop } = new AbortController();
    await callPortal(session, logout, { stop }).catch(() => undefined);
  }
};
