import { groupBy } from '../../kernel/flow/group.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import type { Stores } from '../../storage/storage.js';
import { reachesShownTo, type Approver } from './approver.js';
import { USUAL_OF_LAST, type LastPaid } from './unusual.js';

/**
 * The last payouts that payees were paid, of those that are shown to the approver: those known before, and those of the
 * payees of these payouts. Each payee is looked up once, however many reads their payouts take.
 */
export const lastPaidTo = async (
  { payouts: store }: Pick<Stores, 'payouts'>,
  tenant: Tenant,
  {
    approver,
    payouts,
  }: { readonly approver: Approver; readonly payouts: ReadonlyArray<AcceptedPayout> },
  known: LastPaid,
): Promise<LastPaid> => {
  const payees = new Set(payouts.map(({ order }) => order.beneficiaryId));
  const others = [...payees].filter((payee) => !known.has(payee));
  if (others.length === 0) return known;
  const last = await store.lastPaid(tenant, others, reachesShownTo(approver), USUAL_OF_LAST);
  const paid = groupBy(last, ({ beneficiaryId }) => beneficiaryId);
  const found = others.map((payee) => [payee, paid.get(payee) ?? []] as const);
  return new Map([...known, ...found]);
};
