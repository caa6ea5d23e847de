import type { SchemaWords } from '../engine/dialect.js';

/** Endpoints that fail, and those that are disabled, are found by that: the metrics count them. */
export const failingEndpoints = ({ text, member }: SchemaWords): ReadonlyArray<string> => [
  `CREATE INDEX webhook_progress_failing ON webhook_progress (failing_since)
    WHERE failing_since IS NOT NULL`,
  `ALTER TABLE webhook_endpoints ADD COLUMN disabled_by ${text} NOT NULL DEFAULT ''`,
  `UPDATE webhook_endpoints
    SET disabled_by = coalesce(${member(member('record', 'disabled'), 'by')}, '')`,
  `CREATE INDEX webhook_endpoints_disabled ON webhook_endpoints (disabled_by)`,
];
