import { payoutsOf } from '../approval/await-expiry.js';
import { expiresAt } from '../approval/expiry.js';
import { E } from '../kernel/fp.js';
import { writeRows } from '../intake/evaluate/write-rows.js';
import type { TransactionId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { IntakeRow, PayoutOrder } from '../payout/payout.js';
import type { Pacer } from '../ports/pacer.js';
import type { Stores } from '../storage/storage.js';
import type { NewWork } from '../storage/work-store.js';
import type { Actor } from '../tenancy/user.js';
import type { ChoiceRefusal } from './session/checkout-errors.js';
import type { Choice } from './session/choice.js';
import { judgeChoice, type JudgedChoice } from './judge-choice.js';
import { tenantOf, type PayoutCheckout } from './session/payout-checkout.js';

/** How the payout of a session was judged, and the work that it still needs. */
interface MadePayout {
  readonly judged: JudgedChoice;
  readonly work: ReadonlyArray<NewWork>;
}

/**
 * Makes the payout of a session, if no rule is against it: from here on it is like any other. A refusal is to undo the
 * unit.
 */
export const makePayout = async (
  stores: Stores,
  session: PayoutCheckout,
  maker: Actor,
  choice: Choice,
  made: { readonly transactionId: TransactionId; readonly at: EpochMs },
  pacer: Pacer,
): Promise<E.Either<ChoiceRefusal, MadePayout>> => {
  const tenant = tenantOf(session);
  const result = await judgeChoice(stores, session, maker, choice, made, (order) =>
    added(stores, order),
  );
  if (E.isLeft(result)) return result;
  const { judged, facts } = result.right;
  await writeRows(stores, tenant, [judged], facts, pacer, session.via);
  await stores.payouts.useLimits(tenant, judged.book.taken());
  const work = await expiryOf(stores, tenant, made.transactionId, facts.zone);
  return E.right({ judged: result.right, work });
};

/** The order, in storage: only the storage knows whether its reference was free. */
const added = async ({ payouts }: Stores, order: PayoutOrder): Promise<IntakeRow> => {
  await payouts.add([order]);
  const [row] = await payouts.undecided(order.tenant, [order.transactionId]);
  if (row === undefined) throw new Error('a payout that was just added is not there');
  return row;
};

/** A payout without a job has no work that waits for its approval to expire: it gets its own. */
const expiryOf = async (
  { payouts }: Stores,
  tenant: Tenant,
  subject: TransactionId,
  zone: string,
): Promise<ReadonlyArray<NewWork>> => {
  const waits = await payouts.waits(tenant, [payoutsOf(subject, false)]);
  return waits.map((wait) => {
    return { duty: 'expire-approvals', subject, tenant, runAt: expiresAt(wait, zone) };
  });
};
