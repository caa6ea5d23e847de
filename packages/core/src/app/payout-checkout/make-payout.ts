import { tenantOf } from '../../kernel/values/tenant.js';
import { expiresAt } from '../approval/expiry.js';
import { E } from '../../kernel/fp.js';
import { writeCertain } from '../writer/write-changes.js';
import { concludeRow, INTAKE } from '../intake/rules/evaluate-batch.js';
import type { JudgedBy } from '../intake/rules/row-facts.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import {
  awaitsApproval,
  type IntakeOrder,
  type IntakeRow,
  type PayoutOrder,
} from '../../model/payout/payout.js';
import type { Stores } from '../../storage/storage.js';
import type { NewWork } from '../../storage/work-store.js';
import type { ChoiceRefusal } from '../../model/payout-checkout/session/checkout-errors.js';
import type { Picked } from './payout-order.js';
import { judgeChoice, type JudgedChoice } from './judge-choice.js';

/**
 * Makes the payout of a session, if no rule is against it: from here on it is like any other. A refusal is to undo the
 * unit.
 */
export const makePayout = async (
  stores: Stores,
  picked: Picked,
  made: JudgedBy & { readonly transactionId: TransactionId },
): Promise<E.Either<ChoiceRefusal, JudgedChoice>> => {
  const { session } = picked;
  const tenant = tenantOf(session);
  const result = await judgeChoice(stores, picked, made, (order) => added(stores, order));
  if (E.isLeft(result)) return result;
  const { judged, facts } = result.right;
  const decided = concludeRow(judged, facts);
  await writeCertain(stores, {
    by: { actor: INTAKE, ...(session.via !== undefined && { via: session.via }) },
    at: made.at,
    work: awaitsApproval(decided.steps[0].next.status) ? [expiry(decided.order, facts.zone)] : [],
    judged: [
      { tenant, rows: [judged], conclude: () => Promise.resolve([decided]), uses: judged.uses },
    ],
  });
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
const expiry = (order: IntakeOrder, zone: string): NewWork => ({
  duty: 'expire-approvals',
  subject: order.transactionId,
  tenant: order.tenant,
  runAt: expiresAt(order, zone),
});
