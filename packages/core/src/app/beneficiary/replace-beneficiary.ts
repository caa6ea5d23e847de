import { writeRecords } from '../writer/write-changes.js';
import type { JournalEntry } from '../../model/journal/entry/entry.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import type { Beneficiary } from '../../model/beneficiary/payee/beneficiary.js';
import { DuplicateBeneficiary } from '../../model/beneficiary/payee/beneficiary-errors.js';

/**
 * Writes a payee and its journal entry, unless somebody else was faster, or another payee holds what it asks for: then
 * it writes nothing, and says so.
 */
export const replaceBeneficiary = async (
  stores: Stores,
  tenant: Tenant,
  next: Beneficiary,
  entry: JournalEntry,
): Promise<'stale' | DuplicateBeneficiary | undefined> => {
  const written = await stores.beneficiaries.replace(tenant, next);
  switch (written) {
    case 'stale':
      return 'stale';
    case 'duplicate':
      return DuplicateBeneficiary('name_and_account');
    case 'duplicate_bene_id':
      return DuplicateBeneficiary('bene_id');
    case 'replaced':
      await writeRecords(stores, { entries: [entry] });
      return undefined;
  }
};
