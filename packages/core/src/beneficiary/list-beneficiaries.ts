import type { Page, PageRequest } from '../kernel/values/page.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { BankDirectory } from '../ports/bank-directory.js';
import type { Storage } from '../storage/storage.js';
import { token } from '../kernel/token.js';
import type { BeneficiaryRecord } from './beneficiary-answers.js';
import { beneficiaryRecord } from './beneficiary-view.js';

/** Lists approved payees; `search` looks in names and account numbers (§4.1). */
export type ListBeneficiaries = (
  tenant: Tenant,
  request: PageRequest & { readonly search?: string },
) => Promise<Page<BeneficiaryRecord>>;
export const ListBeneficiaries = token<ListBeneficiaries>('ListBeneficiaries');

export const makeListBeneficiaries =
  (storage: Storage, banks: BankDirectory): ListBeneficiaries =>
  async (tenant, request) => {
    const page = await storage.read((stores) =>
      stores.beneficiaries.list(tenant, { ...request, state: 'approved' }),
    );
    return {
      ...page,
      items: page.items.map((beneficiary) => beneficiaryRecord(beneficiary, banks)),
    };
  };
