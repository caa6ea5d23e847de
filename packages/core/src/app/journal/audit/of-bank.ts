import type { BankTenantId, CorporateTenantId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { IncidentKind } from '../../../model/journal/entry/incident-kind.js';
import type { Incident } from '../../../model/journal/entry/incident.js';

/** What only a host sees: the files of a bank do not pass through the engine. */
export const HOST_KINDS = {
  bank_file_refused: null,
  bank_status_unmatched: null,
  bank_entry_unmatched: null,
} as const satisfies Partial<Record<IncidentKind, null>>;

/** Under this id stands what concerns a bank as a whole. */
export const ownId = (bankTenantId: BankTenantId): CorporateTenantId =>
  bankTenantId as string as CorporateTenantId;

/**
 * What the people of a corporate may see of its incidents. Where it is called as its bank is, what the bank's files say
 * stands under the id of both, and is for operators.
 */
export const ofCorporate = (
  { bankTenantId, corporateTenantId }: Tenant,
  found: ReadonlyArray<Incident>,
): ReadonlyArray<Incident> =>
  corporateTenantId === ownId(bankTenantId)
    ? found.filter(({ kind }) => !(kind in HOST_KINDS))
    : found;
