import assert from 'node:assert/strict';
import { E, type Storage } from '@hundi/core';
import type { OpenedSession } from '@hundi/core/wire';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { expectRight, openStage, type Stage } from './stage.js';

/** A stage, and short ways to come in. */
export interface LoginStage extends Stage {
  /** Asks for a code; answers the id of the challenge. */
  readonly ask: (email: string) => Promise<string>;
  /** The code in the newest mail to an address. */
  readonly code: (email: string) => string;
  /** The result of a code: `in`, or the refusal. */
  readonly guess: (challengeId: string, code: string) => Promise<string>;
  readonly confirm: (challengeId: string, code: string) => Promise<OpenedSession>;
  /** Asks and confirms. */
  readonly comeIn: (email: string) => Promise<OpenedSession>;
  readonly isIn: (token: string) => Promise<boolean>;
}

const CODE = /^[0-9]+/;

/** A code that is not this one. */
export const another = (code: string): string => (code === '000000' ? '000001' : '000000');

export const openLogin = async (
  storage: Storage,
  acme: Partial<CorporateInput> = {},
): Promise<LoginStage> => {
  const stage = await openStage(storage, acme);
  const { engine, mailbox } = stage;
  const tryCode = (challengeId: string, code: string) => engine.confirmLogin({ challengeId, code });

  const ask = async (email: string) =>
    expectRight(await engine.requestLogin({ email })).challengeId;
  const code = (email: string): string =>
    CODE.exec(mailbox.mails(email)[0]?.text ?? '')?.[0] ?? assert.fail('no code was mailed');
  const confirm = async (challengeId: string, sent: string) => {
    const step = expectRight(await tryCode(challengeId, sent));
    return 'next' in step ? assert.fail('a second factor was asked for') : step;
  };

  return {
    ...stage,
    ask,
    code,
    guess: async (challengeId, sent) => {
      const result = await tryCode(challengeId, sent);
      if (E.isRight(result)) return 'in';
      return result.left._tag === 'LoginCodeVoid' ? result.left.reason : result.left._tag;
    },
    confirm,
    comeIn: async (email) => {
      const challengeId = await ask(email);
      return confirm(challengeId, code(email));
    },
    isIn: async (token) => E.isRight(await engine.authenticateSession(token)),
  };
};
