import assert from 'node:assert/strict';
import { codeOfApp } from '@hundi/testkit';
import { answerOf, type Stories } from './opening.js';

export const factor: Stories = {
  'A person enrols an authenticator app, gives a code of it, and removes it': async ({
    engine,
    tenant,
    clock,
  }) => {
    const step = answerOf(
      await engine.openBankSession({
        ...tenant,
        userId: 'u-checker',
        factors: [],
        authenticatedAt: clock.now(),
      }),
    );
    assert('token' in step);
    const person = answerOf(await engine.authenticateSession(step.token));
    const { factorId, uri = '' } = answerOf(
      await engine.enrolFactor(person, { kind: 'totp', name: 'My phone' }),
    );
    const code = () => codeOfApp(uri, clock.now());
    assert.deepEqual(await engine.listFactors(person), []); // its person has not proved it yet
    answerOf(await engine.confirmFactor(person, { factorId, code: code() }));
    clock.advance(30_000); // each code of the app opens one thing
    const { challengeId } = answerOf(await engine.askOwnFactor(person));
    answerOf(await engine.giveOwnFactor(person, { challengeId, code: code() }));
    const confirmed = answerOf(await engine.authenticateSession(step.token));
    answerOf(await engine.removeFactor(confirmed, { factorId }));
  },
};
