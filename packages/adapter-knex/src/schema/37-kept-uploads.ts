import type { SchemaWords } from '../engine/dialect.js';

/** Files of payments that people have looked at and not submitted yet: a few a person, for an hour. */
export const keptUploads = ({
  text,
  int,
  end,
  bulky,
  drained,
}: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE kept_uploads (
    upload_id ${text} NOT NULL, corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL,
    user_id ${text} NOT NULL, expires_at ${int} NOT NULL, content ${text} NOT NULL,
    PRIMARY KEY (upload_id)
  ) ${end}`,
  ...bulky('kept_uploads', 'content'),
  ...drained('kept_uploads'),
  `CREATE INDEX kept_uploads_of ON kept_uploads
    (corporate_id, bank_id, user_id, expires_at, upload_id)`,
  `CREATE INDEX kept_uploads_expiry ON kept_uploads (expires_at, upload_id)`,
];
