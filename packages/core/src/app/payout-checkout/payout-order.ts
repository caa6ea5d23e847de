import { tenantOf } from '../../kernel/values/tenant.js';
import { actorRef } from '../../model/access/actor.js';
import { readFacts } from '../intake/evaluate/read-facts.js';
import type { JudgedBy, RowFacts } from '../intake/rules/row-facts.js';
import type { PackageCode, TransactionId } from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { PayoutOrder } from '../../model/payout/payout.js';
import type { Stores } from '../../storage/storage.js';
import type { DebitAccount } from '../../model/tenancy/debit-account.js';
import type { Actor } from '../../model/tenancy/user.js';
import type { Choice } from '../../model/payout-checkout/session/choice.js';
import type { PayoutCheckout } from '../../model/payout-checkout/session/payout-checkout.js';

/** The facts for intake's rules, for a session and the package under which it is paid. */
export const factsFor = async (
  stores: Stores,
  session: PayoutCheckout,
  packageCode: PackageCode,
  { bankRail, at }: JudgedBy,
): Promise<RowFacts> => {
  const { makerUserId, beneficiaryId } = session;
  const rows = [{ order: { packageCode, beneficiaryId } }];
  const makers = [makerUserId];
  const factsOf = await readFacts(stores, tenantOf(session), { makers, rows, bankRail, at });
  return factsOf(makerUserId);
};

export interface Picked<C = Choice> {
  readonly session: PayoutCheckout;
  readonly maker: Actor;
  readonly choice: C;
}

/** The payment that a session requests, with its maker's choice. */
export const orderFor = (
  { session, maker, choice }: Picked<Pick<Choice, 'packageCode' | 'paymentMethodCode'>>,
  { accountNumber }: Pick<DebitAccount, 'accountNumber'>,
  made: { readonly transactionId: TransactionId; readonly at: EpochMs },
): PayoutOrder => ({
  transactionId: made.transactionId,
  tenant: tenantOf(session),
  source: 'payout_checkout',
  initiationMode: 'single',
  apiRefNumber: session.reference,
  reference: session.reference,
  beneficiaryId: session.beneficiaryId,
  packageCode: choice.packageCode,
  amount: session.amount,
  debitAccountNumber: accountNumber,
  paymentMethodCode: choice.paymentMethodCode,
  beneficiaryAccountNumber: session.beneficiaryAccountNumber,
  ...(session.metadata !== undefined && { metadata: session.metadata }),
  createdBy: actorRef(maker, 'transaction.make'),
  // The clock may have gone back: no payout is older than its id says.
  createdAt: Math.max(made.at, session.createdAt),
});
