import { payoutsOf } from '../approval/await-expiry.js';
import { expiresAt } from '../approval/expiry.js';
import { E } from '../kernel/fp.js';
import { writeRows } from '../intake/evaluate/write-rows.js';
import type { TransactionId } from '../kernel/values/ids.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { IntakeRow, PayoutOrder } from '../payout/payout.js';
import type { Pacer } from '../ports/pacer.js';
import type { Stores } from '../storage/storage.js';
import type { Actor } from '../tenancy/user.js';
import type { ChoiceRefusal } from './session/checkout-errors.js';
import type { Choice } from './session/choice.js';
import { judgeChoice, type JudgedChoice } from './judge-choice.js';
import { tenantOf, type PayoutCheckout } from './session/payout-checkout.js';

/**
 * Makes the payout of a session, if no rule is against it, and answers how it was judged: from here on it is like any
 * other. A refusal is to undo the unit.
 */
export const makePayout = async (
  stores: Stores,
  session: PayoutCheckout,
  maker: Actor,
  choice: Choice,
  made: { readonly transactionId: TransactionId; readonly at: EpochMs },
  pacer: Pacer,
): Promise<E.Either<ChoiceRefusal, JudgedChoice>> => {
  const tenant = tenantOf(session);
  const result = await judgeChoice(stores, session, maker, choice, made, (order) =>
    added(stores, order),
  );
  if (E.isLeft(result)) return result;
  const { judged, facts } = result.right;
  await writeRows(stores, tenant, [judged], facts, pacer, session.via);
  await stores.payouts.useLimits(tenant, judged.book.taken());
  await awaitApproval(stores, session, made.transactionId, facts.zone);
  return result;
};

/** The order, in storage: only the storage knows whether its reference was free. */
const added = async ({ payouts }: Stores, order: PayoutOrder): Promise<IntakeRow> => {
  await payouts.add([order]);
  const [row] = await payouts.undecided(order.tenant, [order.transactionId]);
  if (row === undefined) throw new Error('a payout that was just added is not there');
  return row;
};

/** A payout without a job has no work that waits for its approval to expire: it gets its own. */
const awaitApproval = async (
  { payouts, work }: Stores,
  session: PayoutCheckout,
  transactionId: TransactionId,
  zone: string,
): Promise<void> => {
  const tenant = tenantOf(session);
  const waits = await payouts.waits(tenant, [payoutsOf(transactionId, false)]);
  await work.add(
    waits.map((wait) => ({
      duty: 'expire-approvals',
      subject: transactionId,
      tenant,
      runAt: expiresAt(wait, zone),
    })),
  );
};
