import assert from 'node:assert/strict';
import type { Archive } from '@hundi/core';
import { bankRefOf } from '@hundi/core/rail';
import { openCheckouts, USUAL } from '../stage/checkout-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { kindsOf } from '../stage/why-stage.js';
import { expectLeft, expectRight } from '../stage/stage.js';
import {
  archivedIn,
  archiving,
  assertProven,
  DAY,
  grow,
  jobReadAs,
  openArchiving,
  readAs,
} from './archive-stage.js';

const readScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'payouts that ended long ago go to the archive, and reading them says where they went',
    asksStore: true,
    run: async (storage) => {
      const stage = await openArchiving(storage);
      const old = await stage.post([{}, { to: 'CLOSED01' }, { packageCode: 'NONE' }]);
      await grow(stage);
      const young = await stage.post([{}]);
      await stage.runDue();

      assert.equal(archivedIn(await stage.run()), 3);
      for (const id of old.ids) assert.equal(await readAs(stage, id), 'PayoutArchived');
      assert.equal(await jobReadAs(stage, old.jobId), 'JobArchived');
      assert.equal(await readAs(stage, young.ids[0] as string), 'paid');
      assert.equal(await jobReadAs(stage, young.jobId), 'completed_success');
      const [transactionId = ''] = old.ids;
      for (const by of ['u-admin', 'u-maker']) {
        assert.deepEqual(await kindsOf(stage, { transactionId }, by), ['PayoutArchived']);
        assert.deepEqual(await kindsOf(stage, { jobId: old.jobId }, by), ['JobArchived']);
      }
      const read = await stage.engine.getTransaction(stage.tenant, {
        transactionId: old.ids[0] as string,
      });
      assert.deepEqual(expectLeft(read), {
        _tag: 'PayoutArchived',
        file: [...stage.archive.files.keys()].find((name) => name.startsWith('acme')),
      });
      await assertProven(stage);
    },
  },
  {
    title: 'a payout that never was, and one of another corporate, are absent and not archived',
    asksStore: true,
    run: async (storage) => {
      const stage = await openArchiving(storage);
      const { ids, jobId } = await stage.post([{}]);
      await grow(stage);
      await stage.run();
      const globex = { ...stage.tenant, corporateTenantId: 'globex' as never };

      assert.equal(await readAs({ ...stage, tenant: globex }, ids[0] as string), 'PayoutNotFound');
      assert.equal(await jobReadAs({ ...stage, tenant: globex }, jobId), 'JobNotFound');
      const next = `${(ids[0] as string).slice(0, -1)}2`;
      assert.equal(await readAs(stage, next), 'PayoutNotFound');
    },
  },
  {
    title:
      'the same request long after its payouts were archived gets its answer, and pays nothing',
    asksStore: true,
    run: async (storage) => {
      const stage = await openArchiving(storage);
      const first = await stage.post([{ reference: 'R-1' }], { key: 'once' });
      await grow(stage);
      await stage.run();
      const again = await stage.post([{ reference: 'R-1' }], { key: 'once' });
      await stage.runDue();

      assert.deepEqual([again.replayed, again.answer], [true, first.answer]);
      assert.equal((await stage.bank.orders()).length, 1);
      assert.equal(await readAs(stage, first.ids[0] as string), 'PayoutArchived');
    },
  },
  {
    title: 'the reference of an archived payout that was paid is never paid again',
    asksStore: true,
    run: async (storage) => {
      const stage = await openArchiving(storage);
      await stage.pay([{ reference: 'PAID' }, { reference: 'FAILED', to: 'CLOSED01' }]);
      await grow(stage);
      assert.equal(archivedIn(await stage.run()), 2);

      const [paid, failed] = await stage.pay([{ reference: 'PAID' }, { reference: 'FAILED' }]);
      assert.deepEqual(
        [paid?.status, paid?.statusDetails?.code],
        ['rejected', 'duplicate_transaction_reference'],
      );
      assert.equal(failed?.status, 'paid');
      const large = Array.from({ length: 1_001 }, (_, i) => ({
        reference: i === 1_000 ? 'PAID' : `NEW-${String(i)}`,
      }));
      const { jobId } = await stage.post(large);
      await stage.runDue();
      assert.deepEqual((await stage.job(jobId)).counts.rejected, 1);
      await assertProven(stage);
    },
  },
  {
    title: 'a checkout whose payout is archived says so, and its reference stays taken',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const archived = archiving(stage);
      const opened = await stage.start({ amount: 90_000, reference: 'ONE' });
      await stage.send(opened.browser, USUAL);
      assert.equal(await stage.authorize(opened.browser, stage.code()), 'submitted');
      await grow(stage);
      assert.equal(archivedIn(await archived.run()), 1);

      const { sessionId } = opened;
      const read = await stage.engine.getPayoutCheckout(stage.tenant, { sessionId });
      assert.equal(expectLeft(read)._tag, 'PayoutArchived');
      assert.deepEqual(await kindsOf(stage, { sessionId }), ['PayoutArchived']);
      const again = await stage.ask({ amount: 90_000, reference: 'ONE' });
      assert.equal(expectLeft(again)._tag, 'ReferenceTaken');
      await assertProven(archived);
    },
  },
  {
    title: 'money that comes back after its payout was archived is an incident, and moves nothing',
    asksStore: true,
    run: async (storage) => {
      const stage = await openArchiving(storage);
      const { ids } = await stage.post([{}]);
      await grow(stage);
      await stage.run();
      const [id] = ids as [never];
      const report = {
        reportId: 'late',
        bankRef: bankRefOf(id),
        verdict: { kind: 'returned', utr: 'U1', bankReference: 'B1', message: 'Closed' },
      } as const;
      for (let times = 0; times < 2; times += 1) {
        const taken = await stage.engine.takeBankReports([report]);
        assert.equal(taken.taken, 1);
      }

      const incidents = await storage.read(({ journal }) => journal.incidents(stage.tenant, 10));
      assert.deepEqual(
        incidents.map(({ kind, subjectId }) => [kind, subjectId]),
        [['unexpected_return', id]],
      );
      assert.equal(await readAs(stage, id), 'PayoutArchived');
    },
  },
];

const feedScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'the feed begins with the first event that is not archived, and refuses a cursor from before',
    asksStore: true,
    run: async (storage) => {
      const stage = await openArchiving(storage);
      const list = (after?: string) =>
        stage.engine.listEvents(stage.tenant, { limit: 2, ...(after !== undefined && { after }) });
      await stage.pay([{}, {}]);
      const { nextCursor: early } = expectRight(await list());
      const last = await storage.read(({ events }) => events.lastPosition(stage.tenant));
      let late = early;
      for (let more = true; more;) {
        const page = expectRight(await list(late ?? undefined));
        [late, more] = [page.nextCursor, page.hasMore];
      }
      await grow(stage);
      await stage.run();

      assert.deepEqual(expectLeft(await list(early ?? '')), {
        _tag: 'EventsArchived',
        position: last + 1,
      });
      const empty = expectRight(await list());
      assert.deepEqual([empty.items, empty.hasMore], [[], false]);
      await stage.pay([{}]);
      for (const after of [undefined, late ?? '', empty.nextCursor ?? '']) {
        const { items } = expectRight(await list(after));
        assert.equal(items[0]?.position, last + 1);
      }
      await assertProven(stage);
    },
  },
  {
    title: 'the hashes of events go on from the archive without a gap',
    asksStore: true,
    run: async (storage) => {
      const stage = await openArchiving(storage);
      await stage.pay([{}]);
      const before = await storage.read(({ events }) => events.after(stage.tenant, 0, 100));
      await grow(stage);
      await stage.run();
      await stage.pay([{}]);
      const [first] = await storage.read(({ events }) => events.after(stage.tenant, 0, 1));

      assert.equal(first?.previousHash, before.at(-1)?.hash);
      assert.equal(first?.position, (before.at(-1)?.position ?? 0) + 1);
    },
  },
];

const stayScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a payout whose outcome is unknown stays with its whole job and history, however old',
    run: async (storage) => {
      const stage = await openArchiving(storage, {}, { traits: { absenceFinalAfterMs: null } });
      const { ids, jobId } = await stage.post([{}, { to: 'LOST01' }]);
      const { ids: others } = await stage.post([{}]);
      await grow(stage);
      const histories = await Promise.all([...ids, jobId].map((id) => stage.journal(id)));

      assert.equal(archivedIn(await stage.run()), 1);
      assert.equal(await readAs(stage, ids[0] as string), 'paid');
      assert.equal(await readAs(stage, ids[1] as string), 'sent_to_bank');
      assert.equal(await readAs(stage, others[0] as string), 'PayoutArchived');
      assert.equal((await stage.job(jobId)).counts.total, 2);
      assert.deepEqual(
        await Promise.all([...ids, jobId].map((id) => stage.journal(id))),
        histories,
      );
      await assertProven(stage);
    },
  },
  {
    title: 'a payout that ends after its beginning was archived follows it once it is old',
    asksStore: true,
    run: async (storage) => {
      const stage = await openArchiving(storage, {}, { traits: { absenceFinalAfterMs: null } });
      const { ids, jobId } = await stage.post([{}, { to: 'LOST01' }]);
      await grow(stage);
      assert.equal(archivedIn(await stage.run()), 0);
      const verdict = { kind: 'paid', utr: 'UTR-1', bankReference: 'BANK-1' } as const;
      const bankRef = bankRefOf(ids[1] as never);
      await stage.engine.takeBankReports([{ reportId: 'at-last', bankRef, verdict }]);
      await stage.runDue();
      assert.equal(archivedIn(await stage.run()), 0);
      assert.equal(await readAs(stage, ids[1] as string), 'paid');
      await assertProven(stage);
      await grow(stage);

      assert.equal(archivedIn(await stage.run()), 2);
      assert.equal(await jobReadAs(stage, jobId), 'JobArchived');
      assert.deepEqual(await stage.journal(ids[1] as string), []);
      await assertProven(stage);
    },
  },
  {
    title: 'what the bank says of a payout while its file is written is in the file, too',
    run: async (storage) => {
      const stage = await openArchiving(storage);
      const { ids } = await stage.post([{}]);
      const [id] = ids as [never];
      await grow(stage);
      const verdict = { kind: 'paid', utr: 'UTR-1', bankReference: 'BANK-1' } as const;
      const report = { reportId: 'again', bankRef: bankRefOf(id), verdict };
      const files: string[] = [];
      const archive: Archive = {
        ...stage.archive,
        keep: async (file) => {
          files.push(file.lines.join(''));
          await stage.engine.takeBankReports([report]);
          return stage.archive.keep(file);
        },
      };
      assert.equal(archivedIn(await stage.run(archive)), 1);
      assert.deepEqual(
        files.slice(0, 2).map((text) => text.includes('"again/')),
        [false, true],
      );
    },
  },
  {
    title: 'what is younger than the age stays, and a lesser age than 185 days is refused',
    run: async (storage) => {
      const stage = await openArchiving(storage);
      const { ids } = await stage.post([{}]);
      await stage.runDue();
      stage.clock.advance(185 * DAY - 60_000);

      assert.equal(archivedIn(await stage.run()), 0);
      assert.equal(await readAs(stage, ids[0] as string), 'paid');
      await assert.rejects(stage.run(undefined, 184 * DAY), RangeError);
    },
  },
  {
    title: 'people, keys and payees keep their history in the database',
    run: async (storage) => {
      const stage = await openArchiving(storage);
      const payee = await stage.beneficiary('SHARMA01');
      await stage.pay([{}]);
      await grow(stage);
      const before = [
        await stage.journal(payee),
        await stage.journal(stage.tenant.corporateTenantId),
      ];
      await stage.run();

      assert.deepEqual(
        [await stage.journal(payee), await stage.journal(stage.tenant.corporateTenantId)],
        before,
      );
      await assertProven(stage);
    },
  },
];

export const archiveScenarios: ReadonlyArray<Scenario> = [
  ...readScenarios,
  ...feedScenarios,
  ...stayScenarios,
];
