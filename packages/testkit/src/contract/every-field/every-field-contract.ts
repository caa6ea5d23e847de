import assert from 'node:assert/strict';
import type { PackageCode } from '@hundi/core';
import type {
  DeliveryAttempt,
  DeliveryProgress,
  Incident,
  Job,
  JournalEntry,
  KeptAnswer,
  KeptUpload,
  PortalSession,
  QueuedDelivery,
  SealedEvent,
} from '@hundi/core/storage';
import { aJobId } from '../../kit/build/ids.js';
import { full } from '../../kit/build/plain.js';
import { aClaim, someWork } from '../../kit/build/records.js';
import { commit } from '../../kit/build/commit.js';
import { acme, type ContractCase } from '../contract-case.js';
import { everyPayoutFieldContract } from './every-payout-field-contract.js';

const JOB = full<Job>({
  jobId: aJobId(906),
  tenant: acme,
  apiRefNumber: 'job-ref',
  initiatedByUserId: 'initiator-id',
  requestedAt: 511,
  total: 512,
  status: 'queued',
  sequence: 1,
  completedAt: 514,
  traceparent: 'job-trace',
  packageCodes: ['job-package'] as PackageCode[],
  via: { keyId: 'job-key' },
});

const intake: ReadonlyArray<ContractCase> = [
  {
    title: 'every field of a job comes back, and of its next state',
    run: async (storage) => {
      await commit(storage, ({ jobs }) => jobs.add([JOB]));
      assert.deepEqual(await storage.read(({ jobs }) => jobs.find(acme, JOB.jobId)), JOB);
      const next = { ...JOB, status: 'completed_partial', sequence: 2, completedAt: 515 } as const;
      await commit(storage, ({ jobs }) => jobs.advance([next]));
      assert.deepEqual(await storage.read(({ jobs }) => jobs.findMany([JOB])), [next]);
    },
  },
  {
    title: 'every field of a kept answer comes back',
    run: async (storage) => {
      const answer = full<KeptAnswer>({
        tenant: acme,
        route: 'route',
        key: 'request-key',
        fingerprint: 'fingerprint',
        outcome: 'outcome',
        body: 'answer-body',
        at: 521,
      });
      const kept = await commit(storage, ({ idempotency }) => idempotency.add([answer]));
      assert.deepEqual(kept, [answer]);
      assert.deepEqual(await storage.read(({ idempotency }) => idempotency.find([answer])), [
        answer,
      ]);
    },
  },
  {
    title:
      'every field of work comes back from a claim, with the mark and the failure of an earlier one',
    run: async (storage) => {
      const subject = 'work-subject';
      await commit(storage, async ({ work }) => {
        await work.add([someWork(acme, subject, { runAt: 611 })]);
        const [first] = await work.claim(aClaim({ now: 612, leaseMs: 1, mark: 614 }));
        assert.ok(first !== undefined);
        await work.fail([{ ...first, duty: 'send-to-bank', runAt: 615 }]);
        const [second] = await work.claim(
          aClaim({ now: 616, leaseMs: 100, mark: 618, lapsesTo: 'query-unknowns' }),
        );
        assert.ok(second !== undefined && second.token > first.token);
        assert.deepEqual(second, {
          duty: 'query-unknowns',
          subject,
          tenant: acme,
          runAt: 716,
          attempts: 2,
          failures: 1,
          token: second.token,
          markedAt: 618,
          markedBefore: 614,
        });
      });
    },
  },
];

const ENTRY = full<JournalEntry>({
  tenant: acme,
  subjectKind: 'payout_checkout_session',
  subjectId: 'entry-subject',
  sequence: 711,
  from: 'state-before',
  to: 'state-after',
  at: 712,
  actor: 'entry-actor',
  changes: { of: 'entry' },
  via: { keyId: 'entry-key' },
});

const eventAt = (position: number): SealedEvent =>
  full<SealedEvent>({
    tenant: acme,
    position,
    previousHash: `event-hash-${String(position - 1)}`,
    hash: `event-hash-${String(position)}`,
    bodyHash: `body-hash-${String(position)}`,
    eventId: `event-${String(position)}`,
    type: 'transaction.paid',
    at: 811 + position,
    body: `event-body-${String(position)}`,
  });

const journal: ReadonlyArray<ContractCase> = [
  {
    title: 'every field of a journal entry comes back',
    run: async (storage) => {
      await commit(storage, ({ journal }) => journal.append([ENTRY]));
      await storage.read(async ({ journal }) => {
        assert.deepEqual(await journal.of(acme, ENTRY.subjectId), [ENTRY]);
        const [latest] = await journal.latest(acme, undefined, undefined, 1);
        assert.deepEqual(latest?.entry, ENTRY);
      });
    },
  },
  {
    title: 'every field of a seal, its head and its events comes back',
    run: async (storage) => {
      const before = { ...ENTRY, sequence: 710 };
      await commit(storage, ({ journal }) => journal.append([before]));
      await commit(storage, ({ journal }) => journal.append([{ ...ENTRY, sequence: 709 }]));
      const sealed = [1, 2, 3, 4, 5].map(eventAt);
      await commit(storage, async ({ seals }) => {
        const [held] = await seals.claim([acme], 1_000, 1_000);
        const { entries } = await seals.unsealed(acme, 1_000);
        const [early, late] = entries.slice(-2);
        assert.ok(held !== undefined && early !== undefined && late !== undefined);
        const head = { ordinal: 2, hash: 'seal-2', position: 5, eventHash: 'event-hash-5' };
        // The later one first: a place is no ordinal.
        const first = { ordinal: 1, place: late.place, position: 1, hash: 'seal-1' };
        const second = { ordinal: 2, place: early.place, position: 5, hash: 'seal-2' };
        const written = { head, seals: [first, second], events: sealed, upTo: late.place };
        assert.equal(await seals.write(held, { ...written, heldUntil: 1_999 }), 'written');
        assert.deepEqual(await seals.head(acme), head);
        assert.deepEqual(await seals.chain(acme, 0, 10), [
          { ...first, entry: late.entry },
          { ...second, entry: early.entry },
        ]);
        const [again] = await seals.claim([acme], 2_000, 1_000);
        assert.deepEqual(again, { tenant: acme, token: held.token + 1, failures: 0, head });
        await seals.putOff(again, 3_001);
        const [third] = await seals.claim([acme], 4_000, 1_111);
        assert.deepEqual(third, { tenant: acme, token: held.token + 2, failures: 1, head });
        const [fourth] = await seals.claim([acme], 6_000, 1_111);
        assert.deepEqual(fourth, { ...third, token: held.token + 3 });
      });
      assert.deepEqual(await storage.read(({ events }) => events.after(acme, 0, 10)), sealed);
    },
  },
  {
    title: 'every field of an incident comes back',
    run: async (storage) => {
      const incident = full<Incident>({
        tenant: acme,
        kind: 'late_charge',
        subjectId: 'incident-subject',
        at: 721,
        detail: 'incident-detail',
      });
      await commit(storage, ({ journal }) => journal.raise([incident]));
      assert.deepEqual(await storage.read(({ journal }) => journal.incidents(acme, 10)), [
        incident,
      ]);
    },
  },
];

const ENDPOINT = 'endpoint-id';

const webhooks: ReadonlyArray<ContractCase> = [
  {
    title: 'every field of a delivery that is queued comes back',
    run: async (storage) => {
      const queued = full<QueuedDelivery>({
        tenant: acme,
        endpointId: ENDPOINT,
        eventId: 'queued-event',
        type: 'transaction.failed',
        eventAt: 911,
        attempts: 912,
        dueAt: 913,
        withEndpoint: true,
        body: 'queued-body',
      });
      await commit(storage, ({ deliveries }) => deliveries.queue([queued]));
      await storage.read(async ({ deliveries }) => {
        assert.deepEqual(await deliveries.due(acme, ENDPOINT, 914, 10), [queued]);
        assert.deepEqual(await deliveries.queuedOf(acme, ENDPOINT, ['queued-event']), [queued]);
      });
    },
  },
  {
    title: 'every field of an attempt to deliver comes back',
    run: async (storage) => {
      const attempt = full<DeliveryAttempt>({
        tenant: acme,
        endpointId: ENDPOINT,
        eventId: 'tried-event',
        type: 'transaction.returned',
        attempt: 921,
        at: 922,
        durationMs: 923,
        status: 'waiting',
        code: 924,
        fault: 'timed_out',
        answer: 'tried-answer',
        nextAt: 925,
      });
      await commit(storage, ({ deliveries }) => deliveries.note([attempt]));
      const found = await storage.read(({ deliveries }) =>
        deliveries.attempts(acme, ENDPOINT, undefined, 10),
      );
      assert.deepEqual(
        found.map((placed) => placed.attempt),
        [attempt],
      );
    },
  },
  {
    title: 'every field of how far an endpoint has come comes back',
    run: async (storage) => {
      const progress = full<DeliveryProgress>({
        tenant: acme,
        endpointId: ENDPOINT,
        position: 931,
        failingSince: 932,
        backoff: { failures: 933, until: 934 },
        slow: true,
      });
      await commit(storage, ({ deliveries }) => deliveries.putProgress(progress));
      assert.deepEqual(
        await storage.read(({ deliveries }) => deliveries.progress(acme, ENDPOINT)),
        progress,
      );
    },
  },
];

const people: ReadonlyArray<ContractCase> = [
  {
    title: 'every field of a session of the portal comes back',
    run: async (storage) => {
      const session = full<PortalSession>({
        sessionId: 'portal-session',
        tenant: acme,
        userId: 'portal-user',
        tokenDigest: 'portal-digest',
        createdAt: 941,
        expiresAt: 942,
        usedAt: 943,
        confirmedAt: 944,
        factor: { at: 945, kind: 'passkey', seal: 'factor-seal' },
        onlyEnrols: true,
      });
      await commit(storage, ({ portal }) => portal.addSession(session));
      assert.deepEqual(
        await storage.read(({ portal }) => portal.session(session.sessionId)),
        session,
      );
    },
  },
  {
    title: 'every field of a kept upload comes back',
    run: async (storage) => {
      const upload = full<KeptUpload>({
        uploadId: 'upload-id',
        tenant: acme,
        userId: 'upload-user',
        expiresAt: 946,
        content: 'upload-content',
      });
      await commit(storage, ({ portal }) => portal.keepUpload(upload, 1));
      assert.deepEqual(
        await storage.read(({ portal }) => portal.upload(acme, upload.userId, upload.uploadId)),
        upload,
      );
    },
  },
  {
    title: 'every field of the use of a key comes back',
    run: async (storage) => {
      const use = { keyId: 'used-key', usedAt: 951 };
      await commit(storage, ({ access }) => access.noteUses([use]));
      assert.deepEqual(await storage.read(({ access }) => access.uses([use.keyId])), [use]);
    },
  },
];

/**
 * A record with every field that it can have, for each kind that an adapter may keep field by field. They can
 * all be written into one storage, one after the other.
 */
export const everyFieldContract: ReadonlyArray<ContractCase> = [
  ...everyPayoutFieldContract,
  ...intake,
  ...journal,
  ...webhooks,
  ...people,
];
