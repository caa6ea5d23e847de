/**
 * A rejected payee frees its beneId; a beneId is still found among all payees. The beneId comes first in both
 * indexes: with old statistics PostgreSQL would walk through a corporate by one that begins with it.
 */
export const freedBeneficiaryIds = (): ReadonlyArray<string> => [
  `DROP INDEX beneficiaries_by_bene_id`,
  `CREATE INDEX beneficiaries_by_bene_id ON beneficiaries (bene_id, corporate_id)`,
  `CREATE UNIQUE INDEX beneficiaries_bene_id_once
    ON beneficiaries (bene_id, corporate_id) WHERE state <> 'rejected'`,
];
