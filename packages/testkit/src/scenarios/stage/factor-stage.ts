import assert from 'node:assert/strict';
import { E, type Person, type Storage } from '@hundi/core';
import type { ConfirmedFactor, FactorAsked, OpenedSession } from '@hundi/core/wire';
import { codeOfApp } from '../../kit/fakes/authenticator-app.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { openLogin, type LoginStage } from './login-stage.js';
import { expectRight } from './stage.js';

/** An authenticator app that was enrolled. */
export interface App {
  readonly factorId: string;
  /** The code of the half minute that is so many after this one. */
  readonly code: (steps?: number) => string;
  readonly confirmed: ConfirmedFactor;
}

export interface FactorStage extends LoginStage {
  readonly person: (email: string) => Promise<Person>;
  /** Enrols an authenticator app and confirms it; then waits until its next code. */
  readonly app: (person: Person, name?: string) => Promise<App>;
  /** Gives a factor in a session of the person. */
  readonly give: (person: Person, code: string) => Promise<string>;
  /** The person of the session as they are known now. */
  readonly again: (token: string) => Promise<Person>;
  /** What a login is asked for next. */
  readonly next: (email: string) => Promise<FactorAsked>;
  /** The session that a factor opens, or why it opens none. */
  readonly loginWith: (challengeId: string, code: string) => Promise<OpenedSession | string>;
}

export const HALF_MINUTE = 30_000;
/** The word of an answer: `done`, or the refusal with its reason. */
export const wordOf = (result: E.Either<{ readonly _tag: string }, unknown>): string => {
  if (E.isRight(result)) return 'done';
  const { _tag, reason } = result.left as { readonly _tag: string; readonly reason?: string };
  return reason ?? _tag;
};

export const openFactors = async (
  storage: Storage,
  acme: Partial<CorporateInput> = {},
): Promise<FactorStage> => {
  const stage = await openLogin(storage, acme);
  const { engine, clock } = stage;
  const again = async (token: string) => expectRight(await engine.authenticateSession(token));
  return {
    ...stage,
    again,
    person: async (email) => again((await stage.comeIn(email)).token),
    app: async (person, name = 'Phone') => {
      const enrolled = expectRight(await engine.enrolFactor(person, { kind: 'totp', name }));
      const { factorId, uri = assert.fail('an app gets an address') } = enrolled;
      const code = (steps = 0) => codeOfApp(uri, clock.now() + steps * HALF_MINUTE);
      const confirmed = expectRight(await engine.confirmFactor(person, { factorId, code: code() }));
      clock.advance(HALF_MINUTE);
      return { factorId, code, confirmed };
    },
    give: async (person, code) => {
      const asked = expectRight(await engine.askOwnFactor(person));
      const { challengeId } = asked;
      return wordOf(await engine.giveOwnFactor(person, { challengeId, code }));
    },
    next: async (email) => {
      const challengeId = await stage.ask(email);
      const step = expectRight(await engine.confirmLogin({ challengeId, code: stage.code(email) }));
      return 'next' in step ? step.next : assert.fail('no second factor was asked for');
    },
    loginWith: async (challengeId, code) => {
      const opened = await engine.giveLoginFactor({ challengeId, code });
      return E.isRight(opened) ? opened.right : wordOf(opened);
    },
  };
};
