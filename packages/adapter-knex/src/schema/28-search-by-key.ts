/**
 * Payees are searched by the key of the check for duplicates, which stands beside the accounts of those that are not
 * rejected. It goes before what was searched until now, so programs of the version before find what they found.
 */
export const searchByKey = (): ReadonlyArray<string> => [
  `UPDATE beneficiaries SET search = a.name_key || '\n' || beneficiaries.search
    FROM beneficiary_accounts a
    WHERE a.corporate_id = beneficiaries.corporate_id
      AND a.beneficiary_id = beneficiaries.beneficiary_id
      AND substr(beneficiaries.search, 1, length(a.name_key) + 1) <> a.name_key || '\n'`,
];
