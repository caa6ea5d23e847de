import test from 'ava';
import { memoryBooks } from '../../kit/bank/memory-books.js';
import { sandboxBank } from '../../kit/bank/sandbox-bank.js';
import { fakeClock } from '../../kit/fakes/fake-clock.js';
import { runKit } from '../check/run-kit.js';
import { checkRail } from './check-rail.js';

const ACCOUNT = '50200011112222';

test('the sandbox bank that takes groups keeps every promise about them', async (t) => {
  const traits = { ordersAGroup: 8 };
  const bank = sandboxBank({ books: memoryBooks(), clock: fakeClock(), traits });
  await bank.openAccounts([{ accountNumber: ACCOUNT, balance: 10 ** 9 }]);
  const pays = {
    bankTenantId: 'demo-bank',
    amount: 50_000,
    paymentMethod: 'NEFT',
    debitAccountNumber: ACCOUNT,
    creditAccountNumber: '60100022220001',
    ifsc: 'HDFC0000001',
    beneficiaryName: 'Sharma Steel',
    narration: 'Invoice 7',
  };
  const { failed, passed } = await runKit(
    checkRail({
      rail: () => bank.rail,
      pays,
      refuses: { ...pays, creditAccountNumber: '60100022229001' },
      timesPaid: async (bankRef) => (await bank.orders({ bankRef }))[0]?.executions ?? 0,
      groupDebits: async (groupRef) =>
        (await bank.entries(ACCOUNT))
          .filter(({ side, reference }) => side === 'debit' && reference === groupRef)
          .map(({ amount }) => amount),
    }),
  );

  t.deepEqual(failed, []);
  t.is(passed.filter((sentence) => sentence.includes('group')).length, 6);
});
