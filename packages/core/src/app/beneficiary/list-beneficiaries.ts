import type * as t from 'io-ts';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { listUseCase, type ListUseCase } from '../../kernel/use-case/use-case.js';
import { PageRequest, type Page } from '../../kernel/values/page.js';
import { SearchText } from '../../kernel/values/search-text.js';
import { BankDirectory } from '../../ports/bank-directory.js';
import { Storage } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import type { BeneficiaryRecord } from './beneficiary-answers.js';
import { beneficiaryRecord } from './beneficiary-view.js';

const ListBeneficiariesInput = record('ListBeneficiariesInput', PageRequest.required, {
  search: SearchText,
});
type ListBeneficiariesInput = t.TypeOf<typeof ListBeneficiariesInput>;

/** Lists approved payees; `search` looks in names and account numbers (§4.1). */
export type ListBeneficiaries = ListUseCase<ListBeneficiariesInput, never, Page<BeneficiaryRecord>>;
export const ListBeneficiaries = token<ListBeneficiaries>('ListBeneficiaries');

export const makeListBeneficiaries = recipe(
  ListBeneficiaries,
  { Storage, Banks: BankDirectory },
  ({ storage, banks }) =>
    listUseCase(ListBeneficiariesInput, async (tenant, request) => {
      const page = await storage.read((stores) =>
        stores.beneficiaries.list(tenant, { ...request, state: 'approved' }),
      );
      return E.right({
        ...page,
        items: page.items.map((beneficiary) => beneficiaryRecord(beneficiary, banks)),
      });
    }),
);
