import { setTimeout } from 'node:timers/promises';
import { E } from '@hundi/core';
import type { Stand } from './stand.js';

const rightOf = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

/** The token of a session that a mailed code opens. */
export const login = async (
  { engine, mails }: Stand,
  email: string,
  browser?: string,
): Promise<string> => {
  const { challengeId } = rightOf(await engine.requestLogin({ email }));
  const seen = mails(email).length;
  while (mails(email).length === seen) await setTimeout(1);
  const code = /\b\d{6}\b/.exec(mails(email)[0]?.text ?? '')?.[0] ?? '';
  const step = rightOf(
    await engine.confirmLogin({ challengeId, code, ...(browser !== undefined && { browser }) }),
  );
  if (!('token' in step)) throw new Error('people of the bench need no second factor');
  return step.token;
};

const SECRET = 'f'.repeat(64);

/** The cookies of a browser that logs in and sends no User-Agent. */
export const cookiesOf = async (stand: Stand, email: string): Promise<string> =>
  `hundi-browser=${SECRET}; hundi-session=${await login(stand, email, JSON.stringify([SECRET, '']))}`;
