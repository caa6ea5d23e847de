import assert from 'node:assert/strict';
import type { Hundi } from '@hundi/core';
import { demoUsers } from '../../kit/sandbox/demo-people.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage, postedAsJson, type Stage } from '../stage/stage.js';

const KEY = 'order-1';

/** A payment of ₹500, as a unified create. */
const aPayment = async ({ beneficiary }: Stage, more: object = {}) => ({
  idempotencyKey: KEY,
  payments: [
    {
      transactionReference: 'INV-1',
      beneficiaryId: await beneficiary('SHARMA01'),
      packageCode: 'VENDOR',
      amount: { value: 50_000, currency: 'INR' },
    },
  ],
  ...more,
});

const create = ({ tenant, engine }: Stage, body: unknown, by: Hundi = engine) =>
  by.createPaymentsAsJson(tenant, { request: body, actsAsUserId: 'u-maker' });

export const paymentsOnceScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a unified create sent again answers the same bytes, however late, and pays once',
    run: async (storage) => {
      const stage = await openStage(storage);
      const body = await aPayment(stage);
      const first = expectRight(await create(stage, body));
      assert.equal(first.replayed, false);
      await stage.runDue();
      await stage.advance(400 * 24 * 3_600_000);
      const second = expectRight(await create(stage, { ...body, unknown: 1 }, stage.another()));
      assert.deepEqual(second, { ...first, replayed: true });
      await stage.runDue();
      assert.equal((await stage.bank.orders()).length, 1);
    },
  },
  {
    title: 'a unified create with other values under the same key conflicts',
    run: async (storage) => {
      const stage = await openStage(storage);
      const body = await aPayment(stage);
      expectRight(await create(stage, body));
      const [payment] = body.payments;
      const changes: ReadonlyArray<object> = [
        { ...body, payments: [{ ...payment, amount: { value: 50_001, currency: 'INR' } }] },
        { ...body, apiRefNumber: 'Another run' },
        // A body that spells the default out is a different body.
        { ...body, initiatedByUserId: 'u-maker' },
      ];
      for (const changed of changes) {
        assert.equal(expectLeft(await create(stage, changed))._tag, 'IdempotencyKeyReused');
      }
    },
  },
  {
    title:
      'sixteen unified creates with one key at the same time make one job, over several processes',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const body = await aPayment(stage);
      const engines = [stage.engine, stage.another(), stage.another(), stage.another()];
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, i) => create(stage, body, engines[i % engines.length])),
      );
      const bodies = answers.map(expectRight);
      assert.equal(new Set(bodies.map(({ answer }) => answer)).size, 1);
      assert.equal(bodies.filter(({ replayed }) => !replayed).length, 1);
      await stage.runDue();
      assert.equal((await stage.bank.orders()).length, 1);
    },
  },
  {
    title: 'the key of a batch and the same text as the key of a unified create are two keys',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [batch, payment] = await Promise.all([
        stage.post([{ reference: 'INV-0' }], { key: KEY }),
        create(stage, await aPayment(stage)),
      ]);
      const posted = postedAsJson(expectRight(payment));
      assert.notEqual(posted.jobId, batch.jobId);
      assert.deepEqual([batch.replayed, posted.replayed], [false, false]);
      await stage.runDue();
      assert.equal((await stage.bank.orders()).length, 2);
    },
  },
  {
    title: 'a reference that a batch and a unified create use at the same time is paid once',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const payment = await aPayment(stage);
      await Promise.all([stage.post([{ reference: 'INV-1' }]), create(stage, payment)]);
      await stage.runDue();
      assert.equal((await stage.bank.orders()).length, 1);
    },
  },
  {
    title: 'a unified create is replayed even after its default user was removed',
    run: async (storage) => {
      const stage = await openStage(storage, { apiKeys: [] });
      const body = await aPayment(stage);
      const asNobody = (payload: object) =>
        stage.engine.createPaymentsAsJson(stage.tenant, { request: payload });
      const first = expectRight(await asNobody(body));
      const second = { ...demoUsers('acme')[0], userId: 'u-second', kind: 'service' as const };
      await stage.storage.atomically<never, undefined>(async ({ tenancy }) => {
        await tenancy.putUsers(stage.tenant, [second as never]);
        return { _tag: 'Right', right: undefined };
      });

      assert.deepEqual(expectRight(await asNobody(body)), { ...first, replayed: true });
      const other = expectLeft(await asNobody({ ...body, idempotencyKey: 'order-2' }));
      assert.equal(other._tag, 'InvalidInput');
    },
  },
];
