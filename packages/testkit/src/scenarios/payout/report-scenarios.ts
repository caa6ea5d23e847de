import assert from 'node:assert/strict';
import type { Storage, TransactionId } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { bankRefOf, type BankReport } from '@hundi/core/rail';
import { compareBooks } from '../stage/compare-books.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';

const NO = {
  kind: 'refused',
  details: {
    code: 'beneficiary_account_invalid',
    source: 'beneficiary_bank',
    message: 'No such account.',
    retryable: false,
    nextAction: 'fix_beneficiary',
  },
} as const;
const PAID = { kind: 'paid', utr: 'HUNDUTR', bankReference: 'CBREF' } as const;
const BACK = { ...PAID, kind: 'returned', message: 'Account closed.' } as const;
const ACCEPTED = { kind: 'accepted' } as const;

const report = (id: TransactionId, verdict: BankReport['verdict'], n = 1): BankReport => ({
  reportId: `report-${String(n)}`,
  bankRef: bankRefOf(id),
  verdict,
});

/** A payout that the bank has and has not decided on. */
const sent = async (stage: Stage): Promise<TransactionId> => {
  const [payout] = await stage.pay([{ to: 'LATER01' }]);
  assert.equal(payout?.status, 'sent_to_bank');
  return payout.transactionId;
};

const kindsOf = async ({ storage, tenant }: Stage) =>
  (await storage.read(({ journal }) => journal.incidents(tenant, 100))).map(({ kind }) => kind);

const CONTRADICTION = 'contradictory_answer';
const RETURN = 'unexpected_return';

/** The bank's reports in order, the resulting state of the payout, and the incidents that are raised, newest first. */
const SEQUENCES: ReadonlyArray<{
  readonly says: ReadonlyArray<BankReport['verdict']>;
  readonly then: string;
  readonly incidents: ReadonlyArray<string>;
}> = [
  { says: [ACCEPTED], then: 'sent_to_bank', incidents: [] },
  { says: [PAID, ACCEPTED], then: 'paid', incidents: [] },
  { says: [PAID, PAID], then: 'paid', incidents: [] },
  { says: [NO, NO], then: 'failed', incidents: [] },
  { says: [PAID, BACK], then: 'failed', incidents: [] },
  { says: [BACK, PAID], then: 'failed', incidents: [] },
  { says: [BACK, BACK], then: 'failed', incidents: [] },
  { says: [PAID, NO], then: 'paid', incidents: [CONTRADICTION] },
  { says: [NO, PAID], then: 'failed', incidents: [CONTRADICTION] },
  { says: [NO, BACK], then: 'failed', incidents: [RETURN] },
  { says: [BACK, NO], then: 'failed', incidents: [CONTRADICTION] },
  { says: [NO, PAID, BACK], then: 'failed', incidents: [RETURN, CONTRADICTION] },
];

/** A storage whose inbox looks at what it is given, and may throw. */
const failing = (
  storage: Storage,
  look: (answers: Parameters<Stores['bankAnswers']['add']>[0]) => void,
): Storage => ({
  ...storage,
  atomically: (work, options) =>
    storage.atomically(({ bankAnswers, ...stores }) => {
      const add: typeof bankAnswers.add = async (answers) => {
        look(answers);
        return bankAnswers.add(answers);
      };
      return work({ ...stores, bankAnswers: { ...bankAnswers, add } });
    }, options),
});

export const reportScenarios: ReadonlyArray<Scenario> = [
  ...SEQUENCES.map(
    ({ says, then, incidents }) =>
      ({
        title: `when the bank says ${says.map(({ kind }) => kind).join(', then ')}, the payout is ${then}${
          incidents.length > 0 ? ` and raises ${incidents.join(' after ')}` : ''
        }`,
        run: async (storage) => {
          const stage = await openStage(storage);
          const id = await sent(stage);
          for (const [n, verdict] of says.entries()) {
            const taken = await stage.engine.takeBankReports([report(id, verdict, n)]);
            assert.deepEqual(taken, { taken: 1, repeated: 0, unknown: 0, nonsense: 0 });
          }
          assert.equal((await stage.payout(id)).status, then);
          assert.deepEqual(await kindsOf(stage), incidents);
          const entries = await stage.journal(id);
          assert.deepEqual(
            entries.map(({ sequence }) => sequence),
            entries.map((_, i) => i + 1),
          );
        },
      }) satisfies Scenario,
  ),
  {
    title: 'the same report counts once, however often and at the same time it comes',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await sent(stage);
      const same = report(id, PAID);
      const others = [stage.another(), stage.another(), stage.another()];
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, i) =>
          (others[i % 4] ?? stage.engine).takeBankReports([same]),
        ),
      );
      assert.equal(
        answers.reduce((sum, answer) => sum + answer.taken, 0),
        1,
      );
      assert.deepEqual(
        (await stage.journal(id)).map(({ to }) => to),
        ['approved', 'sent_to_bank', 'paid'],
      );
    },
  },
  {
    title: 'a message of the bank that speaks of several orders counts for each of them',
    run: async (storage) => {
      const stage = await openStage(storage);
      const payouts = await stage.pay([{}, {}]);
      const returns = payouts.map(({ transactionId }) => report(transactionId, BACK));
      const taken = await stage.engine.takeBankReports([...returns, ...returns]);
      assert.deepEqual(taken, { taken: 2, repeated: 2, unknown: 0, nonsense: 0 });
      for (const { transactionId } of payouts)
        assert.equal((await stage.payout(transactionId)).status, 'failed');
    },
  },
  {
    title:
      'of hundreds of reports in one call, those on one payout count in their order, beside others',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const payouts = await stage.pay(Array.from({ length: 150 }, () => ({ to: 'LATER01' })));
      const ids = payouts.map(({ transactionId }) => transactionId);
      const reports = [
        { reportId: 'r-1', bankRef: 'NOT-OURS', verdict: PAID },
        ...ids.flatMap((id) => [PAID, PAID, BACK].map((verdict) => report(id, verdict))),
        { reportId: '', bankRef: bankRefOf(ids[0] as TransactionId), verdict: PAID },
      ];
      const taken = await stage.engine.takeBankReports(reports);

      assert.deepEqual(taken, { taken: 300, repeated: 150, unknown: 1, nonsense: 1 });
      for (const id of [ids[0], ids[66], ids[149]] as ReadonlyArray<TransactionId>)
        assert.deepEqual(
          (await stage.journal(id)).map(({ to }) => to),
          ['approved', 'sent_to_bank', 'paid', 'failed'],
        );
      assert.deepEqual(await kindsOf(stage), ['nonsense_answer']);
    },
  },
  {
    title: 'a report that cannot be stored keeps no other of its call from being taken',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const payouts = await stage.pay([{ to: 'LATER01' }, { to: 'LATER01' }, { to: 'LATER01' }]);
      const ids = payouts.map(({ transactionId }) => transactionId);
      const broken = new Error('this row cannot be written');
      const engine = stage.another({
        storage: failing(storage, (answers) => {
          if (answers.some(({ transactionId }) => transactionId === ids[1])) throw broken;
        }),
      });

      await assert.rejects(engine.takeBankReports(ids.map((id) => report(id, PAID))), broken);
      const statuses = await Promise.all(ids.map(async (id) => (await stage.payout(id)).status));
      assert.deepEqual(statuses, ['paid', 'sent_to_bank', 'paid']);
    },
  },
  {
    title: 'a message of the bank that says another thing of the same order counts again',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await sent(stage);
      for (const verdict of [NO, BACK])
        assert.equal((await stage.engine.takeBankReports([report(id, verdict)])).taken, 1);
      assert.deepEqual(await kindsOf(stage), [RETURN]);
    },
  },
  {
    title:
      'a report of an order that is not ours is counted and changes nothing; one that could be ours is logged',
    run: async (storage) => {
      const stage = await openStage(storage);
      const causes: unknown[] = [];
      stage.engine.watch((activity, error, { subjects }) =>
        causes.push([activity, (error as Error).name, subjects.map(({ subjectId }) => subjectId)]),
      );
      const reports = [
        { reportId: 'r-1', bankRef: 'NOT-OURS', verdict: PAID },
        { reportId: 'r-2', bankRef: 'H00000000000070008000000000000000', verdict: PAID },
      ];
      const taken = await stage.engine.takeBankReports(reports);
      assert.deepEqual(taken, { taken: 0, repeated: 0, unknown: 2, nonsense: 0 });
      assert.deepEqual(causes, [
        ['take-bank-reports', 'UnknownOrder', ['00000000-0000-7000-8000-000000000000']],
      ]);
    },
  },
  {
    title:
      'a bank that says twice in one message that it paid an order, by two UTRs, raises an incident',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [paid] = await stage.pay([{}]);
      assert.ok(paid !== undefined);
      const once = report(paid.transactionId, { ...PAID, utr: paid.utr ?? '' }, 1);
      const twice = { ...once, verdict: { ...PAID, utr: 'ANOTHER1' } };
      const taken = await stage.engine.takeBankReports([once, twice, once, twice]);
      assert.deepEqual(taken, { taken: 2, repeated: 2, unknown: 0, nonsense: 0 });
      assert.deepEqual(await kindsOf(stage), ['contradictory_answer']);
    },
  },
  {
    title: 'a report of an order that was never sent moves nothing, and raises an incident',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [waiting] = await stage.pay([{ amount: 2_000_000 }]);
      assert.ok(waiting !== undefined);
      await stage.engine.takeBankReports([report(waiting.transactionId, PAID)]);
      assert.equal((await stage.payout(waiting.transactionId)).status, 'pending_approval');
      assert.deepEqual(await kindsOf(stage), ['contradictory_answer']);
    },
  },
  {
    title:
      'a report of a payment that intake has not accepted moves nothing, and raises an incident',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [rejected] = await stage.pay([{ packageCode: 'NONE' }]);
      const { ids } = await stage.post([{}]);
      assert.ok(rejected !== undefined && ids[0] !== undefined);
      for (const id of [rejected.transactionId, ids[0]]) {
        const reports = [report(id, PAID, 1), report(id, NO, 2)].map((one) => ({
          ...one,
          reportId: `${id} ${one.reportId}`,
        }));
        const taken = await stage.engine.takeBankReports([...reports, ...reports]);
        assert.deepEqual(taken, { taken: 2, repeated: 2, unknown: 0, nonsense: 0 });
      }
      assert.equal((await stage.payout(rejected.transactionId)).status, 'rejected');
      assert.equal((await stage.payout(ids[0])).status, 'queued');
      assert.deepEqual(await kindsOf(stage), ['unknown_order', 'unknown_order']);
    },
  },
  {
    title: 'a report that overtakes the answer to the send leads to the same end',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { rail } = stage.bank;
      const worker = stage.another({
        bankRail: {
          ...rail,
          submit: async (orders) => {
            const answers = await rail.submit(orders);
            const [order] = orders;
            const [verdict] = answers;
            assert.ok(order !== undefined && verdict?.kind === 'paid');
            await stage.engine.takeBankReports([report(order.transactionId, verdict)]);
            return answers;
          },
        },
      });
      const { ids } = await stage.post([{}]);
      await worker.runDue();
      await stage.runDue();
      assert.equal((await stage.payout(ids[0] as never)).status, 'paid');
      assert.deepEqual(await kindsOf(stage), []);
      await compareBooks(stage, ids);
    },
  },
];
