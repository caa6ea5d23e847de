import type { SchemaWords } from '../engine/dialect.js';

/** Changes of settings that a person proposed, and what became of them. */
export const settingsChanges = ({ text, int, endChanging }: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE settings_changes (
    change_id ${text} NOT NULL, corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL,
    state ${text} NOT NULL, expires_at ${int} NOT NULL, revision ${int} NOT NULL,
    record ${text} NOT NULL,
    PRIMARY KEY (change_id)
  ) ${endChanging}`,
  `CREATE INDEX settings_changes_of ON settings_changes (corporate_id, bank_id, change_id)`,
  `CREATE INDEX settings_changes_by_state
    ON settings_changes (corporate_id, bank_id, state, expires_at)`,
];
