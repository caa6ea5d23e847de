import type { SchemaWords } from '../engine/dialect.js';

/** An endpoint that fails as a whole is left alone as a whole. */
export const endpointBackoff = ({ int }: SchemaWords): ReadonlyArray<string> => [
  `ALTER TABLE webhook_progress ADD COLUMN failures ${int}`,
  `ALTER TABLE webhook_progress ADD COLUMN left_alone_until ${int}`,
  `ALTER TABLE webhook_queue ADD COLUMN with_endpoint ${int}`,
];
