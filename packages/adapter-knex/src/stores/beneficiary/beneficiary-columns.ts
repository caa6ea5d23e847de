import type { BeneficiaryId, Tenant } from '@hundi/core';
import { Beneficiary, isFreed, nameKey, namesOf, pendingChangeOf } from '@hundi/core/storage';
import { int, rowsOf, sharing, text } from '../../engine/described.js';
import { OWNER } from '../rows/owner.js';

/** No name and no account number holds one, so no search finds its way from one to the next. */
const BETWEEN = '\n';

/** Names share a line, which is searched without the accounts. No key of a name and no account number holds one. */
export const BETWEEN_NAMES = '\u001f';

/** A payee of a corporate. */
export interface PayeeOf {
  readonly tenant: Tenant;
  readonly payee: Beneficiary;
}

export const PAYEE = rowsOf<PayeeOf>()({
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  beneficiary_id: text(({ payee }) => payee.beneficiaryId),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  bene_id: text(({ payee }) => payee.beneId),
  state: text(({ payee }) => payee.state),
  revision: int(({ payee }) => payee.revision),
  search: text(({ payee }) =>
    [
      namesOf(payee).map(nameKey).join(BETWEEN_NAMES),
      ...payee.accounts.map(({ accountNumber }) => accountNumber),
    ].join(BETWEEN),
  ),
  change_waits: int(({ payee }) => (pendingChangeOf(payee) === undefined ? 0 : 1)),
  record: text(({ payee }) => JSON.stringify(Beneficiary.encode(payee))),
});

/** Which payee a bound row is about. */
export const PAYEE_ID = sharing(
  OWNER,
  rowsOf<BeneficiaryId>()({ beneficiary_id: text((id) => id) }),
);

/** The corporate's own id of a payee. */
export const BENE_ID = sharing(
  OWNER,
  rowsOf<Beneficiary['beneId']>()({ bene_id: text((id) => id) }),
);

/** An account number that payees of the corporate may have. */
export const ACCOUNT_NUMBER = sharing(
  OWNER,
  rowsOf<string>()({ account_number: text((accountNumber) => accountNumber) }),
);

/** An account that is held against other payees of the corporate. */
interface HeldAccount extends PayeeOf {
  readonly accountNumber: string;
}

export const ACCOUNT = rowsOf<HeldAccount>()({
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  beneficiary_id: text(({ payee }) => payee.beneficiaryId),
  name_key: text(({ payee }) => nameKey(payee.name)),
  account_number: text(({ accountNumber }) => accountNumber),
});

/** The accounts that a payee holds against others: none once it is freed. */
export const accountsOf = (tenant: Tenant, payee: Beneficiary): ReadonlyArray<HeldAccount> =>
  isFreed(payee)
    ? []
    : [...new Set(payee.accounts.map(({ accountNumber }) => accountNumber))].map(
        (accountNumber) => ({ tenant, payee, accountNumber }),
      );
