import assert from 'node:assert/strict';
import type { BankRail, TransactionId } from '@hundi/core';
import { bankRefOf } from '@hundi/core/rail';
import { causesOf } from '../stage/cause-stage.js';
import { compareBooks } from '../stage/compare-books.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';

const MINUTE = 60_000;

const DETAILS = { code: '', source: 'rail', message: '', retryable: true, nextAction: 'retry' };

/** Answers of a rail in the place of its own, and what the incident says of them. */
const NONSENSE: ReadonlyArray<
  readonly [string, (own: ReadonlyArray<object>) => unknown, string, incidents: number]
> = [
  ['paid without a UTR', (own) => own.map(() => ({ kind: 'paid' })), 'usable UTR', 2],
  ['refused without a reason', (own) => own.map(() => ({ kind: 'refused' })), 'usable details', 2],
  [
    'refused without a code',
    (own) => own.map(() => ({ kind: 'refused', details: DETAILS })),
    'usable details',
    2,
  ],
  ['a kind of its own', (own) => own.map(() => ({ kind: 'SUCCESS' })), 'kind of answer', 2],
  ['null', (own) => own.map(() => null), 'something that is no answer', 2],
  ['NaN', (own) => own.map(() => Number.NaN), 'something that is no answer', 2],
  [
    'of other orders',
    (own) => own.map((answer) => ({ ...answer, bankRef: 'H2' })),
    'another order',
    2,
  ],
  ['one answer too few', (own) => own.slice(1), 'fewer answers', 1],
  ['one answer too many', (own) => [...own, ...own], 'more answers', 1],
  ['no list', () => undefined, 'no list', 1],
];

const nonsenseOf = async ({ storage, tenant }: Stage) =>
  (await storage.read(({ journal }) => journal.incidents(tenant, 100))).filter(
    ({ kind }) => kind === 'nonsense_answer',
  );

/** The stage's rail, which executes what it is given and puts its answers in other words. */
const garbled = (
  { bank: { rail } }: Stage,
  calls: ReadonlySet<'submit' | 'query'>,
  garble: (own: ReadonlyArray<object>) => unknown,
): BankRail => ({
  ...rail,
  name: 'NEFT gateway',
  submit: async (orders) => {
    const own = await rail.submit(orders);
    return calls.has('submit') ? (garble(own) as typeof own) : own;
  },
  query: async (questions) => {
    const own = await rail.query(questions);
    return calls.has('query') ? (garble(own) as typeof own) : own;
  },
});

/** The first payout was paid and the second refused, as the bank's books have it. */
const requirePaidAndFailed = async (
  stage: Stage,
  ids: ReadonlyArray<TransactionId>,
): Promise<void> => {
  const statuses: string[] = [];
  for (const id of ids) statuses.push((await stage.payout(id)).status);
  assert.deepEqual(statuses, ['paid', 'failed']);
  await compareBooks(stage, ids);
};

const toSubmit = NONSENSE.map(([what, garble, words, incidents]): Scenario => ({
  title: `a rail that answers ${what} to a submit raises an incident, and the bank is asked`,
  run: async (storage) => {
    const stage = await openStage(storage);
    const engine = stage.another({ bankRail: garbled(stage, new Set(['submit']), garble) });
    const causes = causesOf(engine);
    const { ids } = await stage.post([{}, { to: 'CLOSED01' }]);
    await engine.runDue();

    await requirePaidAndFailed(stage, ids);
    const raised = await nonsenseOf(stage);
    assert.equal(raised.length, incidents);
    for (const { subjectId, detail } of raised) {
      assert.ok(ids.includes(subjectId as TransactionId));
      assert.ok(detail.startsWith('NEFT gateway answered submit with ') && detail.includes(words));
    }
    assert.deepEqual(
      causes.map(({ activity, error }) => [activity, (error as Error).name]),
      [['send-to-bank', 'NonsenseAnswer']],
    );
  },
}));

const toQuery = NONSENSE.map(([what, garble, words]): Scenario => ({
  title: `a rail that answers ${what} to a query is asked again, and no payout ends by it`,
  run: async (storage) => {
    const stage = await openStage(storage);
    const engine = stage.another({ bankRail: garbled(stage, new Set(['query']), garble) });
    const { ids } = await stage.post([{ to: 'SILENT01' }, { to: 'LOST01' }]);
    await engine.runDue();

    for (const id of ids) assert.equal((await stage.payout(id)).status, 'sent_to_bank');
    const [incident = assert.fail()] = await nonsenseOf(stage);
    assert.ok(incident.detail.startsWith('NEFT gateway answered query with '));
    assert.ok(incident.detail.includes(words));

    await stage.advance(5 * MINUTE);
    for (const id of ids) assert.equal((await stage.payout(id)).status, 'paid');
    await compareBooks(stage, ids);
  },
}));

export const nonsenseScenarios: ReadonlyArray<Scenario> = [
  ...toSubmit,
  ...toQuery,
  {
    title: 'a report of the bank that says nothing usable moves nothing, and raises an incident',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{ to: 'LATER01' }]);
      const [id = assert.fail()] = ids;
      await stage.runDue();
      const bankRef = bankRefOf(id);
      const reports = [
        { reportId: 'r-1', bankRef, verdict: { kind: 'paid' } },
        { reportId: 'r-2', bankRef, verdict: { kind: 'absent' } },
        { bankRef, verdict: { kind: 'accepted' } },
        { reportId: 'r-3', bankRef: 7, verdict: null },
        null,
      ];
      const taken = await stage.engine.takeBankReports(reports as never);

      assert.deepEqual(taken, { taken: 0, repeated: 0, unknown: 0, nonsense: 5 });
      assert.equal((await stage.payout(id)).status, 'sent_to_bank');
      assert.deepEqual(
        (await nonsenseOf(stage)).map(({ subjectId }) => subjectId),
        [id],
      );
    },
  },
  {
    title: 'reports of the bank that come in anything but an array are refused, and none is taken',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [id = assert.fail()] = (await stage.post([{ to: 'LATER01' }])).ids;
      await stage.runDue();
      const report = { reportId: 'r-1', bankRef: bankRefOf(id), verdict: { kind: 'accepted' } };

      for (const wrong of [report, new Set([report]), undefined])
        await assert.rejects(stage.engine.takeBankReports(wrong as never), /takes an array/);
      const taken = await stage.engine.takeBankReports([report] as never);
      assert.equal(taken.taken, 1);
    },
  },
  {
    title:
      'a rail that sorts or empties the list it is given fails loudly, and no payout gets the answer of another',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { rail } = stage.bank;
      const engine = stage.another({
        bankRail: {
          ...rail,
          submit: async (orders) => {
            const own = await rail.submit(orders);
            (orders as unknown[]).reverse();
            return own.toReversed();
          },
        },
      });
      const causes = causesOf(engine);
      const { ids } = await stage.post([{}, { to: 'CLOSED01' }]);
      await engine.runDue();

      await requirePaidAndFailed(stage, ids);
      assert.deepEqual(
        causes.map(({ activity, error }) => [activity, (error as Error).name]),
        [['send-to-bank', 'TypeError']],
      );
    },
  },
  {
    title:
      'a send mark that answers no mark keeps the engine from sending, and its host hears of it',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{}]);
      for (const wrong of ['x', {}, { token: Number.NaN, at: 0 }, null]) {
        const engine = stage.another({
          sendMark: { ...stage.sendMark, read: () => Promise.resolve(wrong as never) },
        });
        await assert.rejects(engine.runDue(), /the send mark answers neither/);
      }
      assert.deepEqual(await stage.bank.orders(), []);

      await stage.runDue();
      const [id = assert.fail()] = ids;
      assert.equal((await stage.payout(id)).status, 'paid');
    },
  },
];
