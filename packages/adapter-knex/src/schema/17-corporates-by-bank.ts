/** A bank's corporates are found by the bank: provisioning reports those that a document names no longer. */
export const corporatesByBank = (): ReadonlyArray<string> => [
  'CREATE INDEX corporates_by_bank ON corporates (bank_id, corporate_id)',
];
