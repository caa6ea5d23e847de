import type { PayoutTerms } from '@hundi/core/wire';
import type { BankOrder } from '@hundi/core/rail';
import type { SimulatedGuard } from '../bank/simulated-guard.js';
import { indianMidnight } from '../people/batches.js';
import { judgeGroups } from './groups-at-submit.js';
import { judgeSigned, type SignedParts } from './signed-at-submit.js';
import { violate } from '../world/world.js';

/** Whether the bank is told what was fixed at acceptance. */
const isTold = (
  { debtor, purpose, creditorLei }: BankOrder,
  fixed: PayoutTerms['orderDetails'],
): boolean =>
  fixed !== undefined &&
  debtor.name === fixed.debtor.name &&
  debtor.lei === fixed.debtor.lei &&
  purpose === fixed.purpose &&
  creditorLei === fixed.creditorLei;

/** Judges orders at the moment at which an engine hands them to the rail. */
export const judgeSubmit = (
  parts: SignedParts & { readonly guard: Pick<SimulatedGuard, 'lets'> },
  orders: ReadonlyArray<BankOrder>,
): void => {
  const { world, ledger, guard } = parts;
  judgeGroups(world, ledger, orders);
  const { byBankRef } = ledger;
  for (const sent of orders) {
    const { bankRef, amount, debitAccountNumber, creditAccountNumber, ifsc } = sent;
    const entry = byBankRef.get(bankRef);
    if (entry === undefined) {
      violate(world, 'I2', `${bankRef} is no payout's`);
      continue;
    }
    const { order, terms, approval } = entry;
    entry.submits += 1;
    judgeSigned(parts, entry, sent);
    if (entry.submits > entry.sendClaims) {
      violate(world, 'I4', `${order.transactionId} was sent more often than it was claimed`);
    }
    if (
      amount !== order.amount ||
      debitAccountNumber !== terms?.debitAccountNumber ||
      creditAccountNumber !== terms.creditAccountNumber ||
      ifsc !== terms.creditIfsc ||
      !isTold(sent, terms.orderDetails)
    ) {
      violate(world, 'I2', `${order.transactionId} is sent as something else than was accepted`);
    }
    if (approval !== undefined && approval.currentLevel !== approval.levels.length) {
      violate(world, 'I5', `${order.transactionId} is sent before it was approved`);
    }
    if (!guard.lets(bankRef)) {
      violate(world, 'I45', `${order.transactionId} is sent, and the guard did not let it go`);
    }
    if (entry.sentAt === undefined) {
      violate(world, 'I1', `${order.transactionId} is sent before the intent was committed`);
    }
    // No process may believe in a day that none of its clocks has shown.
    if (order.payoutDate !== undefined && world.latestReading < indianMidnight(order.payoutDate)) {
      violate(world, 'I9', `${order.transactionId} is sent before ${order.payoutDate}`);
    }
  }
};
