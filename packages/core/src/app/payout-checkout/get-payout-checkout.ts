import type * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { PayoutArchived } from '../../model/payout/payout-errors.js';
import { record } from '../../kernel/codecs/record.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { iso } from '../../kernel/values/time.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import type { PayoutCheckoutRecord } from './checkout-answers.js';
import { PayoutCheckoutNotFound } from '../../model/payout-checkout/session/checkout-errors.js';
import { PayoutCheckoutId } from '../../model/payout-checkout/session/checkout-id.js';
import type { PayoutCheckout } from '../../model/payout-checkout/session/payout-checkout.js';
import { readCheckout } from './read-checkout.js';

const GetPayoutCheckoutInput = record('GetPayoutCheckoutInput', { sessionId: PayoutCheckoutId });
type GetPayoutCheckoutInput = t.TypeOf<typeof GetPayoutCheckoutInput>;

/** Reads how a session stands, and its payout once there is one (§4.11). */
export type GetPayoutCheckout = UseCase<
  GetPayoutCheckoutInput,
  PayoutCheckoutNotFound | PayoutArchived,
  PayoutCheckoutRecord
>;
export const GetPayoutCheckout = token<GetPayoutCheckout>('GetPayoutCheckout');

export const makeGetPayoutCheckout = recipe(
  GetPayoutCheckout,
  { Storage, Clock },
  ({ storage, clock }) =>
    useCase(GetPayoutCheckoutInput, async (tenant, { sessionId }) => {
      const found = await readCheckout(storage, clock.now(), (store) =>
        store.find(tenant, sessionId),
      );
      if (found === undefined) return E.left(PayoutCheckoutNotFound());
      const { session } = found;
      const transaction = await transactionOf(storage, tenant, session);
      return E.isLeft(transaction)
        ? transaction
        : E.right({ checkout: stateOf(session), transaction: transaction.right });
    }),
);

const stateOf = (session: PayoutCheckout): PayoutCheckoutRecord['checkout'] => {
  const { sessionId, status, expiresAt } = session;
  return {
    sessionId,
    status,
    expiresAt: iso(expiresAt),
    ...((status === 'submitted' || status === 'cancelled') && {
      completedAt: iso(session.closedAt),
    }),
  };
};

type Transaction = PayoutCheckoutRecord['transaction'];

const transactionOf = async (
  storage: Storage,
  tenant: Tenant,
  session: PayoutCheckout,
): Promise<E.Either<PayoutArchived, Transaction>> => {
  if (session.status !== 'submitted') return E.right(null);
  const { transactionId, reference } = session;
  const payout = await storage.read(({ payouts }) => payouts.find(tenant, transactionId));
  if (payout === undefined) {
    const file = await storage.read(({ archives }) => archives.find(tenant, transactionId));
    if (file !== undefined) return E.left(PayoutArchived(file));
  }
  if (payout === undefined || payout.intake === 'undecided')
    throw new Error('a submitted session without its payout');
  const { status } = payout.progress;
  return E.right({ transactionId, transactionReference: reference, status });
};
