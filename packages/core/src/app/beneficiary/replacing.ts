import { E } from '../../kernel/fp.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import type { Beneficiary } from '../../model/beneficiary/payee/beneficiary.js';
import { DuplicateBeneficiary } from '../../model/beneficiary/payee/beneficiary-errors.js';

/** Replaces a payee, unless another payee holds what it asks for. */
export const replacing =
  (tenant: Tenant, next: Beneficiary) =>
  async ({ beneficiaries }: Stores): Promise<E.Either<DuplicateBeneficiary, undefined>> => {
    switch (await beneficiaries.replace(tenant, next)) {
      case 'duplicate':
        return E.left(DuplicateBeneficiary('name_and_account'));
      case 'duplicate_bene_id':
        return E.left(DuplicateBeneficiary('bene_id'));
      case 'replaced':
        return E.right(undefined);
    }
  };
