import assert from 'node:assert/strict';
import type { Hundi } from '@hundi/core';
import { aTenant } from '../../kit/build/tenancy.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage, postedAsJson, type Stage } from '../stage/stage.js';

const KEY = 'order-1';

const accept = async (stage: Stage, body: unknown, engine: Hundi = stage.engine) =>
  engine.acceptBatchAsJson(stage.tenant, { key: KEY, batch: body });

export const idempotencyScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'the same key and payload answer the same bytes, however late, and pay once',
    run: async (storage) => {
      const stage = await openStage(storage);
      const body = await stage.bodyOf([{ metadata: { a: 1, b: 2 } }, {}]);
      const first = expectRight(await accept(stage, body));
      assert.equal(first.replayed, false);
      await stage.runDue();
      await stage.advance(400 * 24 * 3_600_000);
      const second = expectRight(await accept(stage, body, stage.another()));
      assert.deepEqual(second, { ...first, replayed: true });
      await stage.runDue();
      assert.equal((await stage.bank.orders()).length, 2);
    },
  },
  {
    title: 'a key distinguishes payloads by their values, not by the order of members',
    run: async (storage) => {
      const stage = await openStage(storage);
      const body = await stage.bodyOf([{ metadata: { a: 1, b: { c: 2, d: 3 } } }]);
      const [row = {}] = body.payments;
      const turned = {
        unknownMember: 'ignored',
        payments: [
          Object.fromEntries(
            Object.entries({ ...row, metadata: { b: { d: 3, c: 2 }, a: 1 } }).reverse(),
          ),
        ],
        apiRefNumber: body.apiRefNumber,
        initiatedByUserId: body.initiatedByUserId,
      };
      expectRight(await accept(stage, body));
      assert.equal(expectRight(await accept(stage, turned)).replayed, true);

      const changes: ReadonlyArray<object> = [
        { ...body, apiRefNumber: 'Another run' },
        { ...body, initiatedByUserId: 'u-maker-2' },
        { ...body, payments: [{ ...row, amount: 50_001 }] },
        { ...body, payments: [{ ...row, metadata: { a: 1, b: { c: 2, d: 4 } } }] },
        { ...body, payments: [{ ...row, remark: '' }] },
        { ...body, payments: [row, { ...row, transactionReference: 'MORE' }] },
      ];
      for (const changed of changes) {
        assert.equal(expectLeft(await accept(stage, changed))._tag, 'IdempotencyKeyReused');
      }
    },
  },
  {
    title: 'sixteen requests with one key at the same time make one job, over several processes',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const body = await stage.bodyOf([{}, {}]);
      const engines = [stage.engine, stage.another(), stage.another(), stage.another()];
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, i) => accept(stage, body, engines[i % engines.length])),
      );
      const bodies = answers.map(expectRight);
      assert.equal(new Set(bodies.map(({ answer }) => answer)).size, 1);
      assert.equal(bodies.filter(({ replayed }) => !replayed).length, 1);
      await stage.runDue();
      assert.equal((await stage.bank.orders()).length, 2);
    },
  },
  {
    title: 'different keys at the same time make a job each',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const posted = await Promise.all(
        Array.from({ length: 16 }, (_, i) => stage.post([{}], { key: `own-${String(i)}` })),
      );
      assert.equal(new Set(posted.map(({ jobId }) => jobId)).size, 16);
      await stage.runDue();
      assert.equal((await stage.bank.orders()).length, 16);
    },
  },
  {
    title: 'one key of two corporates is two keys',
    run: async (storage) => {
      const stage = await openStage(storage);
      const globex = aTenant('globex', 'demo-bank');
      const ours = await stage.post([{}], { key: 'shared' });
      const theirs = await stage.post([{}], { key: 'shared', tenant: globex });
      assert.notEqual(ours.jobId, theirs.jobId);
      assert.equal(theirs.replayed, false);
    },
  },
  {
    title: 'a refusal is not stored: the same key is free for a request that can be accepted',
    run: async (storage) => {
      const stage = await openStage(storage);
      const refused = await stage.bodyOf([{ reference: 'R' }], { by: 'u-checker' });
      assert.equal(expectLeft(await accept(stage, refused))._tag, 'NotAMaker');
      assert.equal(expectLeft(await accept(stage, {}))._tag, 'InvalidInput');
      const good = expectRight(await accept(stage, await stage.bodyOf([{ reference: 'R' }])));
      assert.equal(good.replayed, false);
      await stage.runDue();
      assert.equal((await stage.job(postedAsJson(good).jobId)).status, 'completed_success');
    },
  },
];
