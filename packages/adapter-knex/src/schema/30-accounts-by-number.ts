/** A checker is told of payees of one account whose names look alike: payees are found by their account numbers. */
export const accountsByNumber = (): ReadonlyArray<string> => [
  `CREATE INDEX beneficiary_accounts_by_number
    ON beneficiary_accounts (account_number, corporate_id, beneficiary_id)`,
];
