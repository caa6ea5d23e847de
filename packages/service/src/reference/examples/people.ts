import assert from 'node:assert/strict';
import { codeOfApp } from '@hundi/testkit';
import { answerOf, secondAdmin, type Stories } from './opening.js';

export const people: Stories = {
  'An administrator suspends a maker and holds their payouts; another person releases them, and the maker is reinstated':
    async ({ engine, tenant }) => {
      await engine.provision(secondAdmin);
      const maker = { userId: 'u-maker' };
      const suspended = answerOf(
        await engine.suspendPerson(tenant, { ...maker, actorUserId: 'u-admin', hold: true }),
      );
      assert.equal(suspended.isSuspended, true);
      answerOf(await engine.releasePerson(tenant, { ...maker, actorUserId: 'u-admin-2' }));
      answerOf(await engine.reinstatePerson(tenant, { ...maker, actorUserId: 'u-admin' }));
      const everybody = answerOf(await engine.listPeople(tenant, { actorUserId: 'u-admin' }));
      const now = everybody.find(({ userId }) => userId === 'u-maker');
      assert.equal(now?.isSuspended, false);
    },
  'An approver names a deputy for a week, and takes them away': async ({
    engine,
    tenant,
    clock,
  }) => {
    const checker = { actorUserId: 'u-checker' };
    const until = clock.now() + 7 * 86_400_000;
    answerOf(await engine.nameDeputy(tenant, { ...checker, deputyUserId: 'u-head', until }));
    const { deputy } = answerOf(await engine.getDeputy(tenant, checker));
    assert.equal(deputy?.userId, 'u-head');
    answerOf(await engine.endDeputy(tenant, checker));
  },
  'A person lost their phone: an administrator ends their sessions and proposes to reset their factors':
    async ({ engine, tenant, clock }) => {
      await engine.provision(secondAdmin);
      const step = answerOf(
        await engine.openBankSession({
          ...tenant,
          userId: 'u-maker',
          factors: [],
          authenticatedAt: clock.now(),
        }),
      );
      assert('token' in step);
      const person = answerOf(await engine.authenticateSession(step.token));
      const { factorId, uri = '' } = answerOf(
        await engine.enrolFactor(person, { kind: 'totp', name: 'Phone' }),
      );
      const proof = { factorId, code: codeOfApp(uri, clock.now()) };
      answerOf(await engine.confirmFactor(person, proof));

      const lost = { actorUserId: 'u-admin', userId: 'u-maker' };
      const { ended } = answerOf(await engine.endSessions(tenant, lost));
      assert.equal(ended, 1);
      const { settingsChange } = answerOf(
        await engine.resetFactors(tenant, { ...lost, givenFactor: 'totp' }),
      );
      assert(settingsChange !== undefined); // a second administrator decides
    },
};
