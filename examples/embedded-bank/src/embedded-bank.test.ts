import { E, type Tenant, type TransactionId } from '@hundi/core';
import test from 'ava';
import { openBank, type Bank } from './open-bank.js';

const weavers = { bankTenantId: 'village-bank', corporateTenantId: 'weavers' } as Tenant;

const accept = async (
  { engine }: Bank,
  ...amounts: ReadonlyArray<number>
): Promise<ReadonlyArray<TransactionId>> => {
  const listed = await engine.listBeneficiaries(weavers, { page: 1, limit: 1 });
  if (E.isLeft(listed)) throw new Error(JSON.stringify(listed.left));
  const [payee] = listed.right.items;
  const accepted = await engine.acceptBatch(weavers, {
    key: 'yarn-of-may',
    batch: {
      initiatedByUserId: 'lata',
      apiRefNumber: 'Yarn of May',
      payments: amounts.map((amount, i) => ({
        transactionReference: `YARN-${String(i)}`,
        beneficiaryId: payee?.beneficiaryId ?? 'none',
        packageCode: 'YARN',
        amount,
      })),
    },
  });
  if (E.isLeft(accepted)) throw new Error(JSON.stringify(accepted.left));
  await engine.runDue();
  return accepted.right.answer.transactions.map(({ transactionId }) => transactionId);
};

const decision = (
  by: string,
  action: 'approve' | 'reject',
  transactionIds: ReadonlyArray<TransactionId>,
) => ({ actorUserId: by, action, transactionIds });

const statuses = async ({ engine }: Bank, ids: ReadonlyArray<TransactionId>) =>
  Promise.all(
    ids.map(async (id) => {
      const payout = await engine.getTransaction(weavers, { transactionId: id });
      if (E.isLeft(payout)) return payout.left._tag;
      const { status, statusDetails } = payout.right;
      return statusDetails === undefined ? status : `${status}: ${statusDetails.code}`;
    }),
  );

test("a batch waits at the desk, and what an officer approves is paid in the bank's own ledger", async (t) => {
  const bank = await openBank();
  const ids = await accept(bank, 250_000, 40_000, 10_000);
  t.deepEqual(await statuses(bank, ids), [
    'pending_approval',
    'pending_approval',
    'pending_approval',
  ]);
  t.deepEqual(bank.books.ledger(), []);

  await bank.desk.decide(weavers, decision('omar', 'reject', ids.slice(2)));
  const decided = await bank.desk.decide(weavers, decision('omar', 'approve', ids));
  t.deepEqual(
    decided.map(({ status, refusal }) => status ?? refusal),
    ['approved', 'approved', 'WrongPayoutStatus'],
  );

  await bank.engine.runDue();
  t.deepEqual(await statuses(bank, ids), ['paid', 'paid', 'rejected: rejected_by_checker']);
  t.deepEqual(
    bank.books.ledger().map(({ from, to, amount }) => [from, to, amount]),
    [
      ['700100200300', '700100200999', 250_000],
      ['700100200300', '700100200999', 40_000],
    ],
  );
  t.is(bank.books.balance('700100200300'), 710_000);
  t.is(bank.books.balance('700100200999'), 290_000);
});

test('an officer who may only make payouts decides on nothing at the desk', async (t) => {
  const bank = await openBank();
  const ids = await accept(bank, 100);
  await t.throwsAsync(bank.desk.decide(weavers, decision('lata', 'approve', ids)), {
    message: 'NotAnApprover',
  });
});

test('a payment that the ledger refuses fails, with the reason', async (t) => {
  const bank = await openBank();
  const ids = await accept(bank, 1_000_001, 100);
  await bank.desk.decide(weavers, decision('omar', 'approve', ids.slice(0, 1)));
  await bank.engine.runDue();
  bank.books.freeze('700100200300');
  await bank.desk.decide(weavers, decision('omar', 'approve', ids.slice(1)));
  await bank.engine.runDue();
  t.deepEqual(await statuses(bank, ids), [
    'failed: insufficient_funds',
    'failed: debit_account_frozen',
  ]);
  t.deepEqual(bank.books.ledger(), []);
});

test('a connection that breaks after the booking loses no money: the engine queries the ledger', async (t) => {
  const bank = await openBank();
  const ids = await accept(bank, 5_000);
  bank.books.breakLine();
  await bank.desk.decide(weavers, decision('omar', 'approve', ids));
  await bank.engine.runDue();
  t.deepEqual(await statuses(bank, ids), ['paid']);
  t.is(bank.books.ledger().length, 1);
  t.is(bank.books.balance('700100200300'), 995_000);
});

test('a worker pays in the background as soon as the desk has approved', async (t) => {
  const bank = await openBank();
  const errors: unknown[] = [];
  const worker = bank.engine.startWorker({ onError: (_duty, error) => errors.push(error) });
  const ids = await accept(bank, 5_000);
  await bank.desk.decide(weavers, decision('omar', 'approve', ids));
  while ((await statuses(bank, ids))[0] !== 'paid') await new Promise(setImmediate);
  await worker.stop();
  t.deepEqual(errors, []);
  t.is(bank.books.ledger().length, 1);
});
