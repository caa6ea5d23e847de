import { E } from '../../kernel/fp.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import type { Beneficiary } from '../../model/beneficiary/payee/beneficiary.js';
import { DuplicateBeneficiary } from '../../model/beneficiary/payee/beneficiary-errors.js';

/** Replaces a payee, unless another unit was faster (`stale`), or another payee holds what it asks for. */
export const replacing =
  <L>(tenant: Tenant, next: Beneficiary, refused: (why: 'stale' | DuplicateBeneficiary) => L) =>
  async ({ beneficiaries }: Stores): Promise<E.Either<L, undefined>> => {
    switch (await beneficiaries.replace(tenant, next)) {
      case 'stale':
        return E.left(refused('stale'));
      case 'duplicate':
        return E.left(refused(DuplicateBeneficiary('name_and_account')));
      case 'duplicate_bene_id':
        return E.left(refused(DuplicateBeneficiary('bene_id')));
      case 'replaced':
        return E.right(undefined);
    }
  };
