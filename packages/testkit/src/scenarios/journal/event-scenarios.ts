import assert from 'node:assert/strict';
import type { BeneficiaryId, JobId, Tenant, TransactionId } from '@hundi/core';
import { NOTHING_SEALED, type JournalEntry } from '@hundi/core/wire';
import type { PayoutStore } from '@hundi/core/storage';
import { commit } from '../../kit/build/commit.js';
import { cancel, cancelJob } from '../stage/approval-stage.js';
import { allSealed, eventsAbout, runOnly, sealedEvents } from '../stage/event-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, type Stage } from '../stage/stage.js';
import { openWebhooks } from '../stage/webhook-stage.js';

const DAY = 24 * 3_600_000;

const typesOf = async (stage: Stage, subject: string): Promise<ReadonlyArray<string>> =>
  (await eventsAbout(stage, subject)).map(({ type }) => type);

const decide = async (stage: Stage, by: string, action: 'approve' | 'reject', id: TransactionId) =>
  expectRight(
    await stage.engine.decidePayouts(stage.tenant, {
      actorUserId: by,
      action,
      transactionIds: [id],
    }),
  );

const newPayee = (stage: Stage, beneId: string) =>
  stage.engine.createBeneficiary(stage.tenant, {
    initiatedByUserId: 'u-maker',
    beneId,
    beneName: `${beneId} Foods`,
    benePhoneNumber: '+919800000009',
    benePackageCodes: ['VENDOR'],
    beneBankAccounts: [{ accountNumber: '700000000001', ifscCode: 'SBIN0000001' }],
  });

const review = async (
  stage: Stage,
  beneficiaryId: BeneficiaryId,
  action: 'approve' | 'reject',
): Promise<void> => {
  expectRight(
    await stage.engine.authorizeBeneficiary(stage.tenant, {
      beneficiaryId,
      actorUserId: 'u-checker',
      action,
      comment: 'Seen.',
    }),
  );
};

/** Needs a checker. */
const LARGE = { amount: 2_000_000 };

const rowsOfEveryKind = [
  {},
  { to: 'CLOSED01' },
  { to: 'RETURN01' },
  { packageCode: 'NONE' },
  LARGE,
  LARGE,
  { packageCode: 'CAPEX' },
  { payoutDate: '2026-02-20' },
];

const ofPayouts: ReadonlyArray<Scenario> = [
  {
    title:
      'money that comes back has an event failed and an event returned, with the same object, each once',
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      const [all, failures] = ['https://erp.example/all', 'https://erp.example/failures'];
      await stage.register(all);
      await stage.register(failures, ['transaction.failed']);
      const { ids } = await stage.post([{ to: 'RETURN01' }]);
      await stage.advance(DAY);

      const events = await eventsAbout(stage, ids[0] as TransactionId);
      const [failed, returned] = events.slice(-2);
      assert.deepEqual(
        [failed?.type, returned?.type],
        ['transaction.failed', 'transaction.returned'],
      );
      assert.notEqual(failed?.id, returned?.id);
      assert.deepEqual(failed?.data, returned?.data);
      assert.equal(failed?.data.previousStatus, 'paid');
      assert.deepEqual(stage.types(failures), ['transaction.failed']);
      assert.deepEqual(stage.types(all).slice(-2), ['transaction.failed', 'transaction.returned']);
      await allSealed(storage);
    },
  },
  {
    title: 'every change of a payout is one event of its type, in order, along an unbroken chain',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post(rowsOfEveryKind);
      await stage.runDue();
      await decide(stage, 'u-checker', 'approve', ids[4] as TransactionId);
      await decide(stage, 'u-checker', 'reject', ids[5] as TransactionId);
      await decide(stage, 'u-checker', 'approve', ids[6] as TransactionId);
      await decide(stage, 'u-head', 'approve', ids[6] as TransactionId);
      assert.equal(await cancel(stage, 'u-maker', ids[7]), 'cancelled');
      await stage.advance(DAY);

      const types: ReadonlyArray<string>[] = [];
      for (const id of ids) types.push(await typesOf(stage, id));
      const paid = ['approved', 'sent_to_bank', 'paid'];
      assert.deepEqual(
        types,
        [
          paid,
          ['approved', 'sent_to_bank', 'failed'],
          [...paid, 'failed', 'returned'],
          ['rejected'],
          ['pending_approval', ...paid],
          ['pending_approval', 'rejected'],
          ['pending_approval', 'partially_approved', ...paid],
          ['approved', 'scheduled', 'cancelled'],
        ].map((types) => types.map((type) => `transaction.${type}`)),
      );
      for (const id of ids) {
        const events = await eventsAbout(stage, id);
        const entries = await stage.journal(id);
        assert.deepEqual(
          events.map(({ sequence, created, data }) => [sequence, created, data.previousStatus]),
          // A return is one change with two events.
          entries.flatMap(({ sequence, at, from }) =>
            Array.from({ length: from === 'paid' ? 2 : 1 }, () => [sequence, at, from]),
          ),
        );
      }
      const events = await sealedEvents(stage);
      assert.deepEqual(
        events.map(({ position }) => position),
        events.map((_, i) => i + 1),
      );
      assert.equal(new Set(events.map(({ eventId }) => eventId)).size, events.length);
      assert.equal(events[0]?.previousHash, NOTHING_SEALED.eventHash);
      await allSealed(storage);
    },
  },
  {
    title: 'an event shows a payout as it was at that moment, however late it is sealed',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([
        { packageCode: 'CAPEX', remark: 'Rent', metadata: { '10': 'a', '2': 'b', é: { n: 1 } } },
      ]);
      const id = ids[0] as TransactionId;
      const seen: object[] = [];
      const look = async (): Promise<void> => {
        seen.push(await stage.payout(id));
      };
      await runOnly(stage, 'process-jobs');
      await look();
      await decide(stage, 'u-checker', 'approve', id);
      await look();
      await decide(stage, 'u-head', 'approve', id);
      await look();
      await runOnly(stage, 'send-to-bank');
      assert.deepEqual(await eventsAbout(stage, id), []);
      await stage.runDue();
      await look();

      const events = await eventsAbout(stage, id);
      const atTheBank = { status: 'sent_to_bank', sequence: 4 };
      const objects = events.map(({ data }) => data.object);
      assert.deepEqual([objects[0], objects[1], objects[2], objects[4]], seen);
      assert.deepEqual(
        { status: objects[3]?.['status'], sequence: objects[3]?.['sequence'] },
        atTheBank,
      );
      assert.equal('utr' in (objects[3] ?? {}), false);
    },
  },
  {
    title: 'engines that seal at the same time seal every entry once, even if one of them dies',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const rows = Array.from({ length: 60 }, () => ({}));
      const { ids } = await stage.post(rows);
      await runOnly(stage, 'process-jobs', 'send-to-bank');
      const engines = [stage.engine, stage.another(), stage.another()];
      // Claimed by a worker that is never heard of again.
      await stage.storage.atomically(async ({ seals }) => ({
        _tag: 'Right',
        right: await seals.claim([stage.tenant], stage.clock.now(), 5_000),
      }));
      await Promise.all(engines.map(({ runDue }) => runDue()));
      assert.deepEqual(await typesOf(stage, ids[0] as string), []);
      await stage.advance(5_000);
      await Promise.all(engines.map(({ runDue }) => runDue()));

      const typesOfEach = await Promise.all(ids.slice(0, 3).map((id) => typesOf(stage, id)));
      for (const types of typesOfEach) {
        assert.deepEqual(types, [
          'transaction.approved',
          'transaction.sent_to_bank',
          'transaction.paid',
        ]);
      }
      await allSealed(storage);
    },
  },
];

const ofOthers: ReadonlyArray<Scenario> = [
  {
    title:
      'the end of a job’s intake has events page by page as intake left it, then one as completed',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([
        ...Array.from({ length: 247 }, (_, i) => (i % 2 === 0 ? {} : LARGE)),
        { packageCode: 'NONE' },
        { payoutDate: '2026-02-20' },
        { payoutDate: '2026-02-20', ...LARGE },
      ]);
      await runOnly(stage, 'process-jobs');
      const left = await stage.job(jobId);
      await decide(stage, 'u-checker', 'approve', ids[1] as TransactionId);
      await stage.runDue();
      await stage.advance(60 * DAY);

      const events = (await eventsAbout(stage, jobId)).map(({ type, data }) => ({ type, ...data }));
      assert.deepEqual(
        events.map(({ type }) => type),
        [...Array.from({ length: 3 }, () => 'payment.job.result_page'), 'payment.job.completed'],
      );
      const pages = events.slice(0, 3).map(({ object }) => object);
      assert.deepEqual(
        pages.map(({ page, limit, total, totalPages }) => [page, limit, total, totalPages]),
        [1, 2, 3].map((page) => [page, 100, 250, 3]),
      );
      assert.deepEqual(
        pages.flatMap(({ records }) => records),
        left.records,
      );
      const { pagination: _, records: __, ...job } = left;
      assert.deepEqual(events.at(-1)?.object, { object: 'payment_job', ...job, resultPages: 3 });
      assert.equal(events.at(-1)?.previousStatus, 'processing');
      await allSealed(storage);
    },
  },
  {
    title: 'a job that was cancelled, or whose rows are all rejected, has a completed event too',
    run: async (storage) => {
      const stage = await openStage(storage);
      const cancelled = await stage.post([{}, {}]);
      await cancelJob(stage, 'u-maker', cancelled.jobId);
      const rejected = await stage.post([{ packageCode: 'NONE' }]);
      await stage.runDue();

      const statusOf = async (jobId: JobId) => {
        const [page, end, ...more] = await eventsAbout(stage, jobId);
        assert.deepEqual(more, []);
        assert.equal(page?.type, 'payment.job.result_page');
        const records = page.data.object['records'] as { outcome: string }[];
        return [end?.type, end?.data.object['status'], records[0]?.outcome];
      };
      const type = 'payment.job.completed';
      assert.deepEqual(await statusOf(cancelled.jobId), [type, 'cancelled', 'cancelled']);
      assert.deepEqual(await statusOf(rejected.jobId), [type, 'completed_rejected', 'rejected']);
      assert.deepEqual(await typesOf(stage, cancelled.ids[0] as string), ['transaction.cancelled']);
    },
  },
  {
    title:
      'each change of a beneficiary has an event, with the beneficiary as it was at that moment',
    run: async (storage) => {
      const stage = await openStage(storage);
      const ids: BeneficiaryId[] = [];
      for (const beneId of ['FRESH01', 'FRESH02']) {
        const { beneficiary } = expectRight(await newPayee(stage, beneId));
        ids.push(beneficiary.beneficiaryId);
      }
      await review(stage, ids[0] as BeneficiaryId, 'approve');
      await review(stage, ids[1] as BeneficiaryId, 'reject');
      await stage.runDue();

      const events = async (id: string | undefined) =>
        (await eventsAbout(stage, id ?? '')).map(({ type, data: { object, previousStatus } }) => [
          type,
          object['approvalState'],
          object['status'],
          object['authorizedBy'],
          object['comment'],
          previousStatus,
        ]);
      const nobody = [undefined, undefined, undefined];
      const pending = ['beneficiary.pending_approval', 'pending_approval', 'inactive', ...nobody];
      const checked = ['u-checker', 'Seen.', 'pending_approval'];
      assert.deepEqual(await events(ids[0]), [
        pending,
        ['beneficiary.approved', 'approved', 'active', ...checked],
      ]);
      assert.deepEqual(await events(ids[1]), [
        pending,
        ['beneficiary.rejected', 'rejected', 'inactive', ...checked],
      ]);
      await allSealed(storage);
    },
  },
  {
    title: 'each corporate has a feed of its own, from position 1',
    run: async (storage) => {
      const stage = await openStage(storage);
      await stage.pay([{}]);
      const other = { ...stage.tenant, corporateTenantId: 'globex' as never };
      const own = await sealedEvents(stage);
      const others = await sealedEvents(stage, other);
      for (const events of [own, others]) assert.equal(events[0]?.position ?? 1, 1);
      assert.ok(own.every(({ tenant }) => tenant.corporateTenantId === 'acme'));
      await allSealed(storage);
    },
  },
];

const unsealable: ReadonlyArray<Scenario> = [
  {
    title:
      'a journal that cannot be sealed is tried until it can, holds up no other, and raises an incident',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{}]);
      await runOnly(stage, 'process-jobs');
      const broken = stage.another({
        storage: {
          ...storage,
          read: (work) =>
            storage.read((stores) => work({ ...stores, payouts: unreadable(stores.payouts) })),
        },
      });
      const other = { ...stage.tenant, corporateTenantId: 'zen' as Tenant['corporateTenantId'] };
      const entry = { subjectKind: 'api_key', subjectId: 'k', to: 'active', at: 1, actor: 'a' };
      await commit(storage, ({ journal }) =>
        journal.append([{ ...entry, tenant: other, sequence: 1, changes: {} } as JournalEntry]),
      );
      const failing = { ...stage, engine: broken };
      await runOnly(failing, 'seal-journal');
      assert.equal((await storage.read(({ seals }) => seals.head(other))).ordinal, 1);
      assert.deepEqual(await typesOf(stage, ids[0] as string), []);
      const { duties } = await stage.engine.getBacklog();
      const sealing = duties.find(({ duty }) => duty === 'seal-journal');
      assert.deepEqual([sealing?.waiting, sealing?.due], [1, 1]);

      for (let tries = 0; tries < 12; tries += 1) {
        stage.clock.advance(60_000);
        await runOnly(failing, 'seal-journal');
      }
      const incidents = await storage.read(({ journal }) => journal.incidents(stage.tenant, 10));
      assert.deepEqual(
        incidents.map(({ kind, subjectId }) => [kind, subjectId]),
        [['sealing_failed', 'acme']],
      );
      stage.clock.advance(60_000);
      await stage.runDue();
      assert.deepEqual((await typesOf(stage, ids[0] as string))[0], 'transaction.approved');
      await allSealed(storage);
    },
  },
];

const unreadable = (payouts: PayoutStore): PayoutStore => ({
  ...payouts,
  findMany: () => Promise.reject(new Error('broken')),
});

export const eventScenarios: ReadonlyArray<Scenario> = [...ofPayouts, ...ofOthers, ...unsealable];
