import assert from 'node:assert/strict';
import type { TransactionId } from '@hundi/core';
import type { JournalEntry } from '@hundi/core/wire';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, type Stage } from '../stage/stage.js';

/** Decisions §6 and decisions §5: from each state, what may follow. */
const PAYOUT_EDGES: Readonly<Record<string, ReadonlyArray<string>>> = {
  '': ['pending_approval', 'approved', 'rejected', 'cancelled'],
  pending_approval: ['pending_approval', 'partially_approved', 'approved', 'rejected', 'cancelled'],
  partially_approved: ['partially_approved', 'approved', 'rejected', 'cancelled'],
  approved: ['scheduled', 'sent_to_bank', 'cancelled'],
  scheduled: ['sent_to_bank', 'cancelled'],
  sent_to_bank: ['paid', 'failed'],
  paid: ['failed'],
};
const JOB_EDGES: Readonly<Record<string, ReadonlyArray<string>>> = {
  '': ['queued'],
  queued: ['processing', 'failed_system', 'cancelled'],
  processing: ['completed_success', 'completed_partial', 'completed_rejected', 'failed_system'],
};

/** Entries are numbered 1, 2, 3 …, each goes on from where the one before it led, along an edge. */
const isPath = (
  entries: ReadonlyArray<JournalEntry>,
  edges: Readonly<Record<string, ReadonlyArray<string>>>,
): void => {
  entries.forEach(({ sequence, from, to, actor }, i) => {
    assert.equal(sequence, i + 1);
    assert.equal(from, entries[i - 1]?.to);
    assert.ok(edges[from ?? '']?.includes(to), `${from ?? 'nothing'} leads to ${to}`);
    assert.notEqual(actor, '');
  });
};

const assertPayoutsMatch = async (
  stage: Stage,
  ids: ReadonlyArray<TransactionId>,
): Promise<void> => {
  for (const id of ids) {
    const entries = await stage.journal(id);
    const { status, sequence } = await stage.payout(id);
    isPath(entries, PAYOUT_EDGES);
    assert.deepEqual([entries.at(-1)?.to, entries.length], [status, sequence]);
  }
};

export const journalScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'every change of every payout of a mixed batch is in the journal, once, along the edges',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids, jobId } = await stage.post([
        { to: 'CLOSED01' },
        { to: 'OFFLINE01' },
        { to: 'SILENT01' },
        { to: 'LOST01' },
        { to: 'LATER01' },
        { to: 'RETURN01' },
        { to: 'THRICE01' },
        {},
        { packageCode: 'NONE' },
        { packageCode: 'SALARY' },
        { packageCode: 'SALARY', beneficiaryAccountNumber: '999999' },
        { amount: 2_000_000 },
        { amount: 2_000_000 },
        { packageCode: 'CAPEX' },
        { payoutDate: '2026-01-06' },
        { payoutDate: '2026-02-20' },
        { debitAccountNumber: '50200011114444', amount: 900_000 },
      ]);
      stage.bank.faults.arm({ kind: 'duplicate_callback', count: 2 });
      await stage.runDue();
      await assertPayoutsMatch(stage, ids);

      const decide = (by: string, action: 'approve' | 'reject', index: number) =>
        stage.engine.decidePayouts(stage.tenant, {
          actorUserId: by,
          action,
          transactionIds: [ids[index] as TransactionId],
        });
      expectRight(await decide('u-checker', 'approve', 11));
      expectRight(await decide('u-checker', 'reject', 12));
      expectRight(await decide('u-checker', 'approve', 13));
      await assertPayoutsMatch(stage, ids);
      expectRight(await decide('u-head', 'approve', 13));
      for (let day = 0; day < 3; day += 1) {
        await stage.advance(24 * 3_600_000);
        await assertPayoutsMatch(stage, ids);
      }

      const statuses: string[] = [];
      for (const id of ids) statuses.push((await stage.payout(id)).status);
      assert.deepEqual(
        statuses,
        [
          ['failed', 'failed', 'paid', 'paid', 'paid', 'failed', 'paid'],
          ['paid', 'rejected', 'rejected', 'rejected'],
          ['paid', 'rejected', 'paid', 'paid', 'scheduled', 'failed'],
        ].flat(),
      );
      const { counts } = await stage.job(jobId);
      assert.deepEqual(counts, {
        total: 17,
        created: 14,
        rejected: 3,
        'pending-approval': 0,
        approved: 1,
        paid: 8,
        failed: 5,
      });
    },
  },
  {
    title: 'every change of a job is in the journal, once, along the edges',
    run: async (storage) => {
      const stage = await openStage(storage);
      for (const rows of [[{}], [{}, { to: 'STAFF01' }], [{ to: 'STAFF01' }]]) {
        const { jobId } = await stage.post(rows);
        await stage.runDue();
        const entries = await stage.journal(jobId);
        isPath(entries, JOB_EDGES);
        assert.equal(entries.at(-1)?.to, (await stage.job(jobId)).status);
        assert.equal(entries[0]?.actor, 'u-maker');
      }
    },
  },
  {
    title: 'the journal says who made and who approved',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { beneficiary } = expectRight(
        await stage.engine.createBeneficiary(stage.tenant, {
          initiatedByUserId: 'u-maker',
          beneId: 'FRESH01',
          beneName: 'Fresh Foods',
          benePhoneNumber: '+919800000009',
          benePackageCodes: ['VENDOR'],
          beneBankAccounts: [{ accountNumber: '700000000001', ifscCode: 'SBIN0000001' }],
        }),
      );
      expectRight(
        await stage.engine.authorizeBeneficiary(stage.tenant, {
          beneficiaryId: beneficiary.beneficiaryId,
          actorUserId: 'u-checker',
          action: 'approve',
        }),
      );
      const entries = await stage.journal(beneficiary.beneficiaryId);
      assert.deepEqual(
        entries.map(({ sequence, from, to, actor }) => [sequence, from, to, actor]),
        [
          [1, undefined, 'pending_approval', 'u-maker'],
          [2, 'pending_approval', 'approved', 'u-checker'],
        ],
      );
      const [payout] = await stage.pay([{ amount: 2_000_000 }]);
      const id = payout?.transactionId as TransactionId;
      expectRight(
        await stage.engine.decidePayouts(stage.tenant, {
          actorUserId: 'u-checker',
          action: 'approve',
          transactionIds: [id],
        }),
      );
      assert.equal((await stage.journal(id)).at(-1)?.actor, 'u-checker');
    },
  },
];
