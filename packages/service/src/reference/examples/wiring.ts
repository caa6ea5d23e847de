import assert from 'node:assert/strict';
import { answerOf, type Stories } from './opening.js';

export const wiring: Stories = {
  'A portal sends a change again, and the engine makes it once': async ({ engine, tenant }) => {
    const both = { actorUserId: 'u-admin', userId: 'u-clerk' };
    const request = { route: 'suspend', userId: 'u-admin', key: 'suspend-1', values: both };
    const suspend = () =>
      engine.idempotently(tenant, request, (changes) => changes.suspendPerson(tenant, both));
    const first = answerOf(await suspend());
    const second = answerOf(await suspend());
    assert.deepEqual(second, { answer: first.answer, replayed: true });
  },
};
