import assert from 'node:assert/strict';
import { E, type PortalChanges, type TransactionId } from '@hundi/core';
import { LARGE, waiting } from '../stage/approval-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';

const ABSENT = '019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e12';
const NEW_KEY = { actorUserId: 'u-admin', name: 'tills', scopes: ['payments'] } as const;

const made = ({ createApiKey }: PortalChanges, { tenant }: Stage) => createApiKey(tenant, NEW_KEY);

/** Asks under a key; answers what became of it, as JSON. */
const under = async <L extends { readonly _tag: string }, A>(
  stage: Stage,
  key: string,
  change: (changes: PortalChanges, stage: Stage) => Promise<E.Either<L, A>>,
  {
    n = 1,
    ...more
  }: { readonly n?: number; readonly userId?: string; readonly route?: string } = {},
) => {
  const request = { userId: 'u-admin', route: 'r', values: { n }, key, ...more };
  const result = await stage.engine.idempotently(stage.tenant, request, (changes) =>
    change(changes, stage),
  );
  return E.isLeft(result)
    ? { refusal: result.left._tag }
    : { answer: JSON.stringify(result.right.answer), replayed: result.right.replayed };
};

const keysOf = async ({ storage, tenant }: Stage) =>
  (await storage.read(({ access }) => access.apiKeysOf(tenant))).filter(
    ({ name }) => name === 'tills',
  );

const decided =
  (action: 'approve' | 'reject', ids: ReadonlyArray<TransactionId>) =>
  ({ decidePayouts }: PortalChanges, { tenant }: Stage) =>
    decidePayouts(tenant, { actorUserId: 'u-checker', action, transactionIds: ids });

export const portalKeyScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a change under a key is made once and answered again, its secret with it, which is kept sealed',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const first = await under(stage, 'k', made);
      assert.equal(first.replayed, false);
      stage.clock.advance(400 * 24 * 3_600_000);
      assert.deepEqual(await under(stage, 'k', made), { ...first, replayed: true });
      assert.equal((await keysOf(stage)).length, 1);

      const { text } = JSON.parse(first.answer) as { readonly text: string };
      const [kept] = await storage.read(({ idempotency }) =>
        idempotency.find([{ tenant: stage.tenant, route: 'r by u-admin', key: 'k' }]),
      );
      assert.ok(kept !== undefined && !kept.body.includes(text.split('_')[2] ?? assert.fail()));
    },
  },
  {
    title:
      'a key that was used with other values is refused, and another person or route has keys of its own',
    run: async (storage) => {
      const stage = await openStage(storage);
      await under(stage, 'k', made);
      assert.deepEqual(await under(stage, 'k', made, { n: 2 }), {
        refusal: 'IdempotencyKeyReused',
      });
      assert.equal((await keysOf(stage)).length, 1);
      assert.equal((await under(stage, 'k', made, { userId: 'u-else' })).replayed, false);
      assert.deepEqual(await under(stage, 'k', made, { route: 'else' }), {
        refusal: 'TooManyLiveKeys',
      });
    },
  },
  {
    title: 'a refused request leaves the key free',
    run: async (storage) => {
      const stage = await openStage(storage);
      const ids = await waiting(stage);
      const early = await under(stage, 'k', ({ decideJob }, { tenant }) =>
        decideJob(tenant, { actorUserId: 'u-maker', jobId: ABSENT, action: 'approve' } as never),
      );
      assert.deepEqual(early, { refusal: 'NotAnApprover' });
      assert.equal((await under(stage, 'k', decided('reject', ids), { n: 2 })).replayed, false);
      const again = await under(stage, 'k', decided('reject', ids), { n: 2 });
      assert.equal(again.replayed, true);
      assert.match(again.answer, /"status":"rejected"/);
    },
  },
  {
    title:
      'when the same change is requested at the same time, it is made once, and all get its answer',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => under({ ...stage, engine: stage.another() }, 'k', made)),
      );
      assert.equal((await keysOf(stage)).length, 1);
      assert.equal(new Set(answers.map(({ answer }) => answer)).size, 1);
      assert.equal(answers.filter(({ replayed }) => replayed === false).length, 1);
    },
  },
  {
    title:
      'a decision on a large job that was cut short goes on under its key, and is answered as a whole',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post(Array.from({ length: 2_100 }, () => ({ amount: LARGE })));
      await stage.runDue();
      const whole = ({ decideJob }: PortalChanges) =>
        decideJob(stage.tenant, { actorUserId: 'u-checker', jobId, action: 'approve' } as never);
      let units = 0;
      const dying = stage.another({
        storage: {
          read: storage.read,
          atomically: async (work) => {
            units += 1;
            if (units > 2) throw new Error('killed');
            return storage.atomically(work);
          },
        },
      });
      await assert.rejects(under({ ...stage, engine: dying }, 'k', whole), /killed/);
      const { answer, replayed } = await under(stage, 'k', whole);
      assert.equal(replayed, false);
      const results = JSON.parse(answer) as ReadonlyArray<{ readonly status: string }>;
      assert.equal(results.length, 2_100);
      assert.ok(results.every(({ status }) => status === 'approved'));
      assert.deepEqual(await under(stage, 'k', whole), { answer, replayed: true });
    },
  },
];
