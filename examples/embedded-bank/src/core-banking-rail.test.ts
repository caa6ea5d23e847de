import { checkRail, kitReport, runKit } from '@hundi/testkit/kits';
import test from 'ava';
import { coreBanking, type CoreBanking } from './core-banking.js';
import { coreBankingRail } from './core-banking-rail.js';

const FROM = '700100200300';
const BALANCE = 1_000_000;

const ORDER = {
  bankTenantId: 'village-bank',
  amount: 100,
  paymentMethod: 'IMPS',
  debitAccountNumber: FROM,
  creditAccountNumber: '700100200999',
  ifsc: 'VLGB0000001',
  beneficiaryName: 'Asha Dyes',
  narration: 'Yarn',
};

/** The core-banking system at the end of a line that can be cut: what was sent is booked, and no answer comes back. */
const behindLine = (books: CoreBanking) => {
  let isCut = false;
  const over = async <A>(answer: Promise<A>): Promise<A> => {
    const answered = await answer;
    if (isCut) throw new Error('line broken');
    return answered;
  };
  const bank: CoreBanking = {
    ...books,
    post: (entry) => over(books.post(entry)),
    find: (orderNumber) => over(books.find(orderNumber)),
  };
  const cut = () => {
    isCut = true;
    return () => {
      isCut = false;
    };
  };
  return { bank, cut };
};

test('the rail of the bank keeps the promises of the port', async (t) => {
  const books = coreBanking(new Map([[FROM, BALANCE]]));
  const { bank, cut } = behindLine(books);
  const rail = coreBankingRail(bank);
  const report = await runKit(
    checkRail({
      rail: () => rail,
      pays: ORDER,
      refuses: { ...ORDER, amount: BALANCE + 1 },
      timesPaid: (bankRef) =>
        books.ledger().filter(({ orderNumber }) => orderNumber === bankRef).length,
      faults: { cuts_connections: cut },
    }),
  );

  t.log(kitReport(report));
  t.deepEqual(report.failed, []);
  // The line carries no HTTP and no groups, the bank takes every order, and an order is booked by the time that the call
  // returns: nothing can come late.
  const unchecked = /faults\.|holdNextSubmit|ordersAGroup|no refuses/;
  t.true(report.notChecked.every(({ needs }) => unchecked.test(needs)));
  t.is(report.passed.length, 15);
});
