import assert from 'node:assert/strict';
import type { Hundi, TransactionId } from '@hundi/core';
import { bankRefOf, type BankReport } from '@hundi/core/rail';
import { cancel, decide, decideJob, LARGE, waiting } from '../stage/approval-stage.js';
import { compareBooks } from '../stage/compare-books.js';
import {
  FORGETFUL,
  forgottenSends,
  incidentsOf,
  statusesOf,
  workOn,
} from '../stage/restore-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';

const DAY = 86_400_000;
const LIFE = 90 * DAY;

type Ids = ReadonlyArray<TransactionId>;

/** A call of a client through a process over the restored database. */
type Ending = (stage: Pick<Stage, 'engine' | 'tenant'>, ids: Ids) => Promise<ReadonlyArray<string>>;

const each =
  (end: (stage: Pick<Stage, 'engine' | 'tenant'>, id: TransactionId) => Promise<string>): Ending =>
  async (stage, ids) => {
    const said: string[] = [];
    for (const id of ids) said.push(await end(stage, id));
    return said;
  };

const ENDINGS: ReadonlyArray<{ readonly who: string; readonly end: Ending; readonly as: string }> =
  [
    {
      who: 'a checker who says no',
      end: (stage, ids) => decide(stage, 'u-checker', ids, 'reject'),
      as: 'rejected',
    },
    {
      who: 'a maker who cancels',
      end: each((stage, id) => cancel(stage, 'u-maker', id)),
      as: 'cancelled',
    },
    {
      who: 'software that cancels',
      end: each((stage, id) => cancel(stage, 'key u-maker', id)),
      as: 'cancelled',
    },
    {
      who: 'an administrator who cancels',
      end: each((stage, id) => cancel(stage, 'u-admin', id)),
      as: 'cancelled',
    },
    {
      who: 'an operator who cancels',
      end: each((stage, id) => cancel(stage, 'Meera', id)),
      as: 'cancelled',
    },
  ];

const restored = (stage: Stage, engine: Hundi) => ({ ...stage, engine });

const says = (id: TransactionId, verdict: BankReport['verdict'], n = 1): BankReport => ({
  reportId: `report-${String(n)}`,
  bankRef: bankRefOf(id),
  verdict,
});

const PAID = { kind: 'paid', utr: 'HUNDUTR', bankReference: 'CBREF' } as const;

const endingScenarios = ENDINGS.flatMap(({ who, end, as }): ReadonlyArray<Scenario> => [
  {
    title: `in a restored database ${who} ends what the bank never got, and nothing that it has executed`,
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const ids = await waiting(stage, 3);
      await forgottenSends(stage, ids.slice(0, 2));
      const engine = stage.another();
      // The "absent" of the last order is not final at once.
      await engine.runDue();
      stage.clock.advance(60_000);
      const said = await end(restored(stage, engine), ids);

      assert.deepEqual(said, ['WrongPayoutStatus', 'WrongPayoutStatus', as]);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid', as]);
      assert.deepEqual((await incidentsOf(stage)).sort(), [
        'database_restored',
        'forgotten_order',
        'forgotten_order',
      ]);
      const journal = await stage.journal(ids[0] as string);
      assert.deepEqual(
        journal.map(({ from, to }) => [from, to]),
        [
          [undefined, 'pending_approval'],
          ['pending_approval', 'sent_to_bank'],
          ['sent_to_bank', 'paid'],
        ],
      );
      await workOn(stage, engine);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid', as]);
      await compareBooks(stage, ids);
    },
  },
  {
    title: `in a database that is put back while the engine runs ${who} ends nothing that the bank has executed`,
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const ids = await waiting(stage, 1);
      await forgottenSends(stage, ids);
      const said = await end(stage, ids);

      assert.deepEqual(said, ['WrongPayoutStatus']);
      assert.deepEqual(await statusesOf(stage, ids), ['paid']);
      await compareBooks(stage, ids);
    },
  },
  {
    title: `in a restored database ${who} ends nothing while the bank does not answer`,
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const ids = await waiting(stage, 2);
      await forgottenSends(stage, ids.slice(0, 1));
      const { rail } = stage.bank;
      const deaf = stage.another({
        bankRail: { ...rail, query: () => Promise.reject(new Error('no line')) },
      });
      await deaf.runDue();
      stage.clock.advance(60_000);
      assert.deepEqual(await end(restored(stage, deaf), ids), ['StillInDoubt', 'StillInDoubt']);
      assert.deepEqual(await statusesOf(stage, ids), ['pending_approval', 'pending_approval']);

      assert.deepEqual(await end(restored(stage, stage.another()), ids), ['WrongPayoutStatus', as]);
      await compareBooks(stage, ids);
    },
  },
]);

export const restoreEndingScenarios: ReadonlyArray<Scenario> = [
  ...endingScenarios,
  {
    title:
      'rejecting a whole job of a restored database ends, in every step, the payouts that the bank never got',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const rows = Array.from({ length: 1_200 }, () => ({ amount: LARGE }));
      const { jobId, ids } = await stage.post(rows);
      await stage.runDue();
      const executed = [ids[3], ids[1_100]] as TransactionId[];
      await forgottenSends(stage, executed);
      const engine = stage.another();
      await engine.runDue();
      stage.clock.advance(60_000);
      const said = await decideJob(restored(stage, engine), 'u-checker', jobId, 'reject');

      assert.equal(said.filter((one) => one === 'rejected').length, 1_198);
      assert.deepEqual([said[3], said[1_100]], ['WrongPayoutStatus', 'WrongPayoutStatus']);
      assert.deepEqual(await statusesOf(stage, executed), ['paid', 'paid']);
      await compareBooks(stage, [...executed, ids[0] as TransactionId]);
    },
  },
  {
    title: 'nothing expires in a restored database that the bank may have executed',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const ids = await waiting(stage, 2);
      await forgottenSends(stage, ids.slice(0, 1));
      const { rail } = stage.bank;
      const deaf = stage.another({
        bankRail: { ...rail, query: (orders) => Promise.resolve(orders.map(() => UNKNOWN)) },
      });
      stage.clock.advance(LIFE);
      await workOn(stage, deaf);
      assert.deepEqual(await statusesOf(stage, ids), ['pending_approval', 'pending_approval']);
      assert.ok((await incidentsOf(stage)).includes('expiry_failed'));

      await workOn(stage, stage.another());
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'rejected']);
      await compareBooks(stage, ids);
    },
  },
  {
    title:
      'the bank’s own report settles what a restored database has forgotten, and is no contradiction',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const ids = await waiting(stage, 2);
      const { ids: dated } = await stage.post([{ payoutDate: '2026-01-09' }]);
      await stage.runDue();
      const [first, second, third] = [...ids, ...dated] as [
        TransactionId,
        TransactionId,
        TransactionId,
      ];
      await forgottenSends(stage, [first, third]);
      const { takeBankReports, ...engine } = stage.another();
      await takeBankReports([says(first, PAID, 1), says(second, NO, 2), says(third, ACCEPTED, 3)]);

      const all = [first, second, third];
      assert.deepEqual(await statusesOf(stage, all), ['paid', 'failed', 'sent_to_bank']);
      assert.deepEqual(new Set(await incidentsOf(stage)), new Set(['forgotten_order']));
      await workOn(stage, { takeBankReports, ...engine });
      assert.deepEqual(await statusesOf(stage, all), ['paid', 'failed', 'paid']);
      assert.equal((await stage.bank.orders()).length, 2);
    },
  },
  {
    title: 'where the bank cannot be asked, its answer in the inbox decides what was forgotten',
    run: async (storage) => {
      const traits = { deduplicates: false, canQuery: false };
      const stage = await openStage(storage, {}, { traits });
      const ids = await waiting(stage, 2);
      const [first, second] = ids as [TransactionId, TransactionId];
      // Before anybody knew that the database was restored: a contradiction then, and the truth all the same.
      await stage.engine.takeBankReports([says(first, PAID)]);
      await forgottenSends(stage, [first]);
      const engine = stage.another();
      await decide(restored(stage, engine), 'u-checker', [first]);
      assert.deepEqual(await decide(restored(stage, engine), 'u-checker', [second], 'reject'), [
        'StillInDoubt',
      ]);
      await workOn(stage, engine);

      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'pending_approval']);
      assert.deepEqual(
        (await stage.bank.orders()).map(({ bankRef, executions }) => [bankRef, executions]),
        [[bankRefOf(first), 1]],
      );
    },
  },
  {
    title: 'without a restore the engine does not ask the bank before a payout ends',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const { rail } = stage.bank;
      await stage.pay([{}]);
      const ids = await waiting(stage, 2);
      const engine = stage.another({
        bankRail: { ...rail, query: () => assert.fail('the bank was asked') },
      });
      const [first, second] = ids as [TransactionId, TransactionId];
      assert.deepEqual(await decide(restored(stage, engine), 'u-checker', [first], 'reject'), [
        'rejected',
      ]);
      assert.equal(await cancel(restored(stage, engine), 'u-maker', second), 'cancelled');
    },
  },
];

const UNKNOWN = { kind: 'unknown' } as const;
const ACCEPTED = { kind: 'accepted' } as const;
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
