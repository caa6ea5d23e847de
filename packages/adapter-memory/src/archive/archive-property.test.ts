import { E, type Archive, type TransactionId } from '@hundi/core';
import { archiveJournals, verifyArchive, verifyJournals } from '@hundi/core/operator';
import { countingEntropy, createSandbox, memoryArchive } from '@hundi/testkit';
import test from 'ava';
import fc from 'fast-check';
import { memoryStorage } from '../memory-storage.js';

const DAY = 86_400_000;

// Payees whom the sandbox bank pays, refuses, answers nothing about, and pays back an hour later.
const PAYEES = ['SHARMA01', 'CLOSED01', 'LOST01', 'RETURN01'] as const;

const pay = fc.record({
  kind: fc.constant('pay' as const),
  rows: fc.array(
    fc.record({ to: fc.constantFrom(...PAYEES), reference: fc.integer({ min: 1, max: 6 }) }),
    { minLength: 1, maxLength: 3 },
  ),
});
const wait = fc.record({
  kind: fc.constant('wait' as const),
  days: fc.constantFrom(1, 40, 186),
});
const archive = fc.record({ kind: fc.constant('archive' as const), dies: fc.boolean() });

/** An archive whose process dies right after its second file was kept. */
const dying = (kept: Archive): Archive => {
  let files = 0;
  return {
    ...kept,
    keep: async (file) => {
      const answer = await kept.keep(file);
      files += 1;
      if (files === 2) throw new Error('killed');
      return answer;
    },
  };
};

const opened = async () => {
  const storage = memoryStorage();
  const traits = { absenceFinalAfterMs: null };
  const sandbox = await createSandbox({ storage, traits });
  const { engine, tenant, clock } = sandbox;
  const kept = memoryArchive();
  const entropy = countingEntropy();
  const ids: TransactionId[] = [];
  const references = new Map<TransactionId, number>();
  const files = new Set<string>();
  let posts = 0;

  return {
    ...sandbox,
    ids,
    references,
    files,
    pay: async (rows: ReadonlyArray<{ readonly to: string; readonly reference: number }>) => {
      posts += 1;
      const payments = await Promise.all(
        rows.map(async ({ to, reference }) => ({
          transactionReference: `R-${String(reference)}`,
          beneficiaryId: await sandbox.beneficiary(to),
          packageCode: 'VENDOR',
          amount: 100,
        })),
      );
      const posted = await engine.acceptBatch(tenant, {
        key: `post-${String(posts)}`,
        batch: { initiatedByUserId: 'u-maker', apiRefNumber: 'Run', payments },
      });
      if (E.isLeft(posted)) throw new Error(JSON.stringify(posted.left));
      for (const [row, { transactionId }] of posted.right.answer.transactions.entries()) {
        ids.push(transactionId);
        references.set(transactionId, rows[row]?.reference ?? 0);
      }
      await sandbox.runDue();
    },
    /** In one jump: a bank that answers nothing would be asked every quarter of an hour. */
    wait: async (days: number) => {
      clock.advance(days * DAY);
      await sandbox.runDue();
    },
    archive: async (dies: boolean) => {
      const ports = { storage, clock, entropy, archive: dies ? dying(kept) : kept };
      try {
        for await (const step of archiveJournals(ports, clock.now() - 185 * DAY)) {
          if (step.kind === 'archived') files.add(step.file.name);
        }
      } catch (error) {
        if (!String(error).includes('killed')) throw error;
      }
    },
    readAs: async (transactionId: TransactionId): Promise<string> => {
      const read = await engine.getTransaction(tenant, { transactionId });
      return E.isRight(read) ? read.right.status : read.left._tag;
    },
    faults: async (): Promise<ReadonlyArray<unknown>> => {
      const found: unknown[] = [];
      for await (const check of verifyJournals(storage)) if (!check.chain.holds) found.push(check);
      for await (const check of verifyArchive(storage, kept))
        if (check.kind !== 'leftover' && check.fault !== undefined) found.push(check);
      return found;
    },
  };
};

test('however payments, time, archiving and crashes alternate, nothing is lost, paid twice or unproven', async (t) => {
  t.timeout(600_000);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(pay, wait, archive), { minLength: 4, maxLength: 12 }),
      async (steps) => {
        const world = await opened();
        const gone = new Set<TransactionId>();
        const ended = new Map<TransactionId, string>();
        for (const step of steps) {
          if (step.kind === 'pay') await world.pay(step.rows);
          else if (step.kind === 'wait') await world.wait(step.days);
          else await world.archive(step.dies);
          for (const id of world.ids) {
            const read = await world.readAs(id);
            if (gone.has(id)) t.is(read, 'PayoutArchived');
            t.not(read, 'PayoutNotFound');
            if (read === 'PayoutArchived') gone.add(id);
            else ended.set(id, read);
          }
        }
        t.deepEqual(await world.faults(), []);
        t.true(gone.size === 0 || world.files.size > 0);
        const orders = await world.bank.orders();
        t.is(new Set(orders.map(({ bankRef }) => bankRef)).size, orders.length);
        const paid = world.ids.filter((id) => ended.get(id) === 'paid');
        t.is(new Set(paid.map((id) => world.references.get(id))).size, paid.length);
      },
    ),
    { numRuns: 60 },
  );
});
