import assert from 'node:assert/strict';
import type { StatusDetails, TransactionObject } from '@hundi/core';
import { compareBooks } from '../stage/compare-books.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Row } from '../stage/stage.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Then = readonly [
  status: TransactionObject['status'],
  code?: string,
  nextAction?: StatusDetails['nextAction'],
];

/** The state of a payout at once, just before an hour has passed, and then. */
interface Outcome {
  readonly what: string;
  readonly row: Row;
  readonly atOnce: Then;
  readonly later?: Then;
  /** Whether the bank knows an order again; otherwise a second send waits until the first cannot come any more. */
  readonly deduplicates?: true;
}

// Decisions §12.
const OUTCOMES: ReadonlyArray<Outcome> = [
  { what: 'any other account is paid at once', row: {}, atOnce: ['paid'] },
  {
    what: '9001 fails for its account',
    row: { to: 'CLOSED01' },
    atOnce: ['failed', 'beneficiary_account_invalid', 'fix_beneficiary'],
  },
  {
    what: '9002 fails for a bank that is offline',
    row: { to: 'OFFLINE01' },
    atOnce: ['failed', 'beneficiary_bank_offline', 'retry'],
  },
  {
    what: '9003 is executed and its answer lost: the query finds it paid',
    row: { to: 'SILENT01' },
    atOnce: ['paid'],
  },
  {
    what: '9004 is lost on the way: the query finds it absent, and the second send is paid',
    row: { to: 'LOST01' },
    deduplicates: true,
    atOnce: ['paid'],
  },
  {
    what: '9005 is accepted, and paid an hour later',
    row: { to: 'LATER01' },
    atOnce: ['sent_to_bank', 'bank_confirmation_pending', 'wait'],
    later: ['paid'],
  },
  {
    what: '9006 is paid, and comes back an hour later',
    row: { to: 'RETURN01' },
    atOnce: ['paid'],
    later: ['failed', 'returned_after_credit', 'fix_beneficiary'],
  },
  {
    what: '9007 is paid, and the bank says so three times more',
    row: { to: 'THRICE01' },
    atOnce: ['paid'],
  },
  {
    what: 'a debit account that holds too little fails the payout',
    row: { debitAccountNumber: '50200011114444', amount: 100_001 },
    atOnce: ['failed', 'insufficient_funds', 'fund_account'],
  },
];

const thenOf = ({ status, statusDetails }: TransactionObject): Then =>
  statusDetails === undefined ? [status] : [status, statusDetails.code, statusDetails.nextAction];

export const outcomeScenarios: ReadonlyArray<Scenario> = [
  ...OUTCOMES.map(
    ({ what, row, atOnce, later = atOnce, deduplicates = false }) =>
      ({
        title: `${what}, and the books agree`,
        run: async (storage) => {
          const stage = await openStage(storage, {}, { traits: { deduplicates } });
          const [payout] = await stage.pay([row]);
          assert.ok(payout !== undefined);
          const id = payout.transactionId;
          assert.deepEqual(thenOf(payout), atOnce);
          await compareBooks(stage, [id]);

          await stage.advance(HOUR - 1);
          assert.deepEqual(thenOf(await stage.payout(id)), atOnce);
          await stage.advance(1);
          assert.deepEqual(thenOf(await stage.payout(id)), later);
          await compareBooks(stage, [id]);

          await stage.advance(48 * HOUR);
          assert.deepEqual(thenOf(await stage.payout(id)), later);
          await compareBooks(stage, [id]);
        },
      }) satisfies Scenario,
  ),
  {
    title: 'a payout that comes back keeps when it was paid and says when it returned',
    run: async (storage) => {
      const stage = await openStage(storage);
      const start = stage.clock.now();
      const [paid] = await stage.pay([{ to: 'RETURN01' }]);
      await stage.advance(2 * HOUR);
      const back = await stage.payout(paid?.transactionId as never);
      assert.deepEqual([back.timestamps.paidAt, back.timestamps.returnedAt], [start, start + HOUR]);
      assert.equal(back.utr, paid?.utr);
      assert.equal(await stage.bank.balance('50200011112222'), 100_000_000_000);
    },
  },
  {
    title: 'an account is spent in the order of the rows, down to nothing',
    run: async (storage) => {
      const stage = await openStage(storage);
      const poor = { debitAccountNumber: '50200011114444' };
      const payouts = await stage.pay([
        { ...poor, amount: 60_000 },
        { ...poor, amount: 50_000 },
        { ...poor, amount: 40_000 },
      ]);
      assert.deepEqual(
        payouts.map(({ status }) => status),
        ['paid', 'failed', 'paid'],
      );
      assert.equal(await stage.bank.balance('50200011114444'), 0);
    },
  },
  {
    title: 'a bank that cannot be reached leaves the payout at the bank until it answers',
    run: async (storage) => {
      const stage = await openStage(storage);
      stage.bank.faults.arm({ kind: 'unreachable', count: 4 });
      const [payout] = await stage.pay([{}]);
      assert.deepEqual(thenOf(payout as TransactionObject), [
        'sent_to_bank',
        'bank_confirmation_pending',
        'wait',
      ]);
      await stage.advance(10 * MINUTE);
      const id = payout?.transactionId as never;
      assert.equal((await stage.payout(id)).status, 'paid');
      await compareBooks(stage, [id]);
    },
  },
  ...(['answer_lost', 'order_lost', 'slow', 'duplicate_callback'] as const).map(
    (kind) =>
      ({
        title: `with ${kind} in its calls, a bank pays every payout exactly once`,
        run: async (storage) => {
          const stage = await openStage(storage, {}, { traits: { deduplicates: false } });
          stage.bank.faults.arm({ kind, count: 3 });
          const { ids } = await stage.post(Array.from({ length: 20 }, () => ({})));
          await stage.runDue();
          await stage.advance(HOUR);
          for (const id of ids) assert.equal((await stage.payout(id)).status, 'paid');
          await compareBooks(stage, ids);
        },
      }) satisfies Scenario,
  ),
];
