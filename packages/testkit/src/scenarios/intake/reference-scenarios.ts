import assert from 'node:assert/strict';
import { aTenant } from '../../kit/build/tenancy.js';
import { codesOf } from '../stage/group-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Row } from '../stage/stage.js';

const TAKEN = 'duplicate_transaction_reference';

/** Whether other payments may use the reference of the payout of `row`, an hour later. */
const ENDS: ReadonlyArray<{ readonly what: string; readonly row: Row; readonly free: boolean }> = [
  { what: 'paid', row: {}, free: false },
  { what: 'waiting for approval', row: { amount: 2_000_000 }, free: false },
  { what: 'scheduled', row: { payoutDate: '2026-02-02' }, free: false },
  { what: 'failed at the bank', row: { to: 'CLOSED01' }, free: true },
  { what: 'returned after credit', row: { to: 'RETURN01' }, free: true },
  { what: 'rejected by intake', row: { packageCode: 'NONE' }, free: true },
];

export const referenceScenarios: ReadonlyArray<Scenario> = [
  ...ENDS.map(
    ({ what, row, free }) =>
      ({
        title: `the reference of a payout that is ${what} is ${free ? 'free again' : 'taken'}`,
        run: async (storage) => {
          const stage = await openStage(storage);
          await stage.pay([{ ...row, reference: 'INV-7' }]);
          await stage.advance(3_600_000);
          const again = await codesOf(stage, [{ reference: 'INV-7' }]);
          assert.deepEqual(again, [free ? null : TAKEN]);
        },
      }) satisfies Scenario,
  ),
  {
    title: 'if a reference comes twice in one batch, the first row gets it',
    run: async (storage) => {
      const stage = await openStage(storage);
      const codes = await codesOf(stage, [
        { reference: 'INV-1' },
        { reference: 'inv-1' },
        { reference: 'INV-1' },
      ]);
      assert.deepEqual(codes, [null, null, TAKEN]);
    },
  },
  {
    title: 'a reference is held from acceptance on, before intake has looked at it',
    run: async (storage) => {
      const stage = await openStage(storage);
      const first = await stage.post([{ reference: 'INV-2' }]);
      const second = await stage.post([{ reference: 'INV-2' }]);
      await stage.runDue();
      assert.equal((await stage.job(first.jobId)).status, 'completed_success');
      assert.equal((await stage.job(second.jobId)).records[0]?.rejectionCode, TAKEN);
    },
  },
  {
    title: 'a row that was rejected for its reference does not take it from its holder',
    run: async (storage) => {
      const stage = await openStage(storage);
      await stage.pay([{ reference: 'INV-3', amount: 2_000_000 }]);
      await codesOf(stage, [{ reference: 'INV-3' }]);
      assert.deepEqual(await codesOf(stage, [{ reference: 'INV-3' }]), [TAKEN]);
    },
  },
  {
    title: 'a checker who rejects a payout frees its reference',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{ reference: 'INV-4', amount: 2_000_000 }]);
      await stage.runDue();
      await stage.engine.decidePayouts(stage.tenant, {
        actorUserId: 'u-checker',
        action: 'reject',
        transactionIds: [...ids],
      });
      assert.deepEqual(await codesOf(stage, [{ reference: 'INV-4' }]), [null]);
    },
  },
  {
    title: 'two corporates may use the same reference',
    run: async (storage) => {
      const stage = await openStage(storage);
      const globex = aTenant('globex', 'demo-bank');
      const [ours] = await stage.pay([{ reference: 'INV-5' }]);
      const [theirs] = await stage.pay([{ reference: 'INV-5' }], { tenant: globex });
      assert.deepEqual([ours?.status, theirs?.status], ['paid', 'paid']);
    },
  },
];
