import type { Beneficiary } from '../beneficiary/beneficiary.js';
import { layOutFacts, type RowFacts } from '../intake/row-facts.js';
import { dayIn, type EpochMs } from '../kernel/time.js';
import type { Stores } from '../ports/storage.js';
import type { BankTenant, Corporate } from '../tenancy/corporate.js';
import type { Actor } from '../tenancy/user.js';
import { tenantOf, type PayoutCheckout } from './payout-checkout.js';

/** Whatever of others a session shows, and what its options are judged by. */
export interface Shown {
  readonly bank: BankTenant;
  readonly corporate: Corporate;
  readonly maker: Actor;
  readonly beneficiary: Beneficiary;
  readonly facts: RowFacts;
}

/** Reads it in two rounds, everything once: somebody waits for a page. */
export const readShown = async (
  { tenancy, beneficiaries }: Stores,
  session: PayoutCheckout,
  at: EpochMs,
): Promise<Shown> => {
  const tenant = tenantOf(session);
  const [bank, corporate, [maker], beneficiary, debitAccounts] = await Promise.all([
    tenancy.bank(tenant),
    tenancy.corporate(tenant),
    tenancy.actors(tenant, [session.makerUserId]),
    beneficiaries.find(tenant, session.beneficiaryId),
    tenancy.debitAccounts(tenant),
  ]);
  if (!bank || !corporate || !maker || !beneficiary) throw new Error('a session of nobody');
  const facts = layOutFacts({
    actor: maker,
    packages: await tenancy.packages(tenant, beneficiary.packageCodes),
    debitAccounts,
    beneficiaries: [beneficiary],
    matrix: corporate.approvalMatrix,
    zone: bank.timeZone,
    today: dayIn(bank.timeZone, at),
    at,
  });
  return { bank, corporate, maker, beneficiary, facts };
};
