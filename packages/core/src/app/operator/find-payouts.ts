import { allTenants } from '../../storage/all-tenants.js';
import { TransactionId, type CorporateTenantId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Payout } from '../../model/payout/payout.js';
import { transactionOf } from '../../model/settlement/order/bank-ref.js';
import { payoutParts } from '../payout/report/payout-parts.js';
import type { Storage, Stores } from '../../storage/storage.js';
import { requireKnown } from './known-filters.js';
import { operatorPayout, type OperatorPayout } from './operator-payout.js';

/** Where to look for payouts. */
export interface FindPayouts {
  /** Only at this corporate. */
  readonly corporateTenantId?: CorporateTenantId;
  /**
   * Also looks at each payout that was accepted at this moment or later for the text as its UTR, or as the bank's
   * reference: these have no index, so it reads them all.
   */
  readonly alsoByBankSince?: EpochMs;
}

const HOLDERS_MAX = 1_000;

/**
 * Finds the payouts that a text names, at any corporate: by transactionId or the bank's bankRef, then live ones by
 * transactionReference, then all by transactionReference, apiRefNumber or jobId. Each is answered once, as soon as it
 * is found. Archived ones are not: see `findArchived`.
 *
 * @throws TypeError for a filter that there is not.
 */
export async function* findPayouts(
  storage: Storage,
  text: string,
  filters: FindPayouts = {},
): AsyncGenerator<OperatorPayout> {
  requireKnown('findPayouts', filters, ['corporateTenantId', 'alsoByBankSince']);
  const { corporateTenantId, alsoByBankSince } = filters;
  const seen = new Set<string>();
  const isNew = ({ order: { transactionId, tenant } }: Payout): boolean => {
    if (corporateTenantId !== undefined && tenant.corporateTenantId !== corporateTenantId)
      return false;
    if (seen.has(transactionId)) return false;
    seen.add(transactionId);
    return true;
  };
  const known = await storage.read((stores) => byName(stores, text));
  yield* known.filter(isNew).map(operatorPayout);
  for await (const tenants of allTenants(storage)) {
    for (const tenant of tenants) {
      if (corporateTenantId !== undefined && tenant.corporateTenantId !== corporateTenantId)
        continue;
      for await (const payouts of searched(storage, tenant, text))
        yield* payouts.filter(isNew).map(operatorPayout);
      if (alsoByBankSince === undefined) continue;
      for await (const payouts of walked(storage, tenant, text, alsoByBankSince))
        yield* payouts.filter(isNew).map(operatorPayout);
    }
  }
}

/** What an index over all corporates finds. */
const byName = async ({ payouts }: Stores, text: string): Promise<ReadonlyArray<Payout>> => {
  const id = TransactionId.is(text) ? text : transactionOf(text);
  const [named] = id === undefined ? [] : await payouts.findAnywhere([id]);
  const holders = await payouts.holders(text, HOLDERS_MAX);
  return named === undefined ? holders : [named, ...holders];
};

/** What the search of reports finds, as far as it is meant. */
async function* searched(
  storage: Storage,
  tenant: Tenant,
  text: string,
): AsyncGenerator<ReadonlyArray<Payout>> {
  const search = { beneficiaryIds: [], prefix: text };
  for await (const payouts of payoutParts(storage, tenant, { search }))
    yield payouts.filter(({ order: { reference, apiRefNumber, jobId } }) =>
      [reference, apiRefNumber, jobId].some((name) => name === text),
    );
}

/** What only a look at each payout finds. */
async function* walked(
  storage: Storage,
  tenant: Tenant,
  text: string,
  createdFrom: EpochMs,
): AsyncGenerator<ReadonlyArray<Payout>> {
  for await (const payouts of payoutParts(storage, tenant, { createdFrom }))
    yield payouts.filter(
      (payout) =>
        payout.intake === 'accepted' &&
        [payout.progress.utr, payout.progress.bankReference].some((name) => name === text),
    );
}
