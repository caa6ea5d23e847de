import type { BeneficiaryId, PackageCode, UserId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { IntakeOrder } from '../../../model/payout/payout.js';
import type { Stores } from '../../../storage/storage.js';
import { layOutFacts, type JudgedBy, type RowFacts } from '../rules/row-facts.js';

/** Rows of one corporate, who makes them, and by what else they are judged. */
interface JudgedTogether extends JudgedBy {
  readonly makers: ReadonlyArray<UserId>;
  readonly rows: ReadonlyArray<{
    readonly order: Pick<IntakeOrder, 'beneficiaryId' | 'packageCode'>;
  }>;
}

/** Reads once, for all rows of one corporate, what their rules look at; answers the facts as each maker sees them. */
export const readFacts = async (
  { tenancy, beneficiaries }: Stores,
  tenant: Tenant,
  { makers, rows, bankRail, at }: JudgedTogether,
): Promise<(maker: UserId) => RowFacts> => {
  const payees = new Set<BeneficiaryId>();
  const codes = new Set<PackageCode>();
  for (const { order } of rows) {
    payees.add(order.beneficiaryId);
    codes.add(order.packageCode);
  }
  // Before all else: a payee whom a provisioning adds is judged by its policy, and never by the one before.
  const found = await beneficiaries.findMany(tenant, [...payees]);
  const around = await tenancy.surroundings(tenant, makers, [...codes]);
  if (around === undefined) throw new Error('a job of no corporate');
  const read = { ...around, beneficiaries: found, bankRail, at };

  const seen = new Map<UserId, RowFacts>();
  return (maker) => {
    const facts =
      seen.get(maker) ??
      layOutFacts({ ...read, actor: around.makers.find(({ user }) => user.userId === maker) });
    seen.set(maker, facts);
    return facts;
  };
};
