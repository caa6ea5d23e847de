import type { SchemaWords } from '../engine/dialect.js';

/** The second factors of each person, one record a person. */
export const personFactors = ({ text, int, endChanging }: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE person_factors (
    id ${text} NOT NULL, corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL,
    user_id ${text} NOT NULL, revision ${int} NOT NULL, record ${text} NOT NULL,
    PRIMARY KEY (id)
  ) ${endChanging}`,
  `CREATE UNIQUE INDEX person_factors_of ON person_factors (corporate_id, bank_id, user_id)`,
];
