import type { OperatorPayout } from '@hundi/core/operator';
import test from 'ava';
import { payoutLine } from './operator-lines.js';

test('words of the bank write no line of their own to a terminal, and move no cursor', (t) => {
  const payout = {
    tenant: { corporateTenantId: 'acme' },
    transactionId: 'id',
    reference: 'INV-1',
    amount: 100,
    status: 'failed',
    statusDetails: { message: 'no \u001b[2Jfunds\n2026-01-01 acme paid' },
  } as unknown as OperatorPayout;

  t.is(payoutLine(payout), 'acme id INV-1 ₹1.00 failed: no  [2Jfunds 2026-01-01 acme paid');
});
