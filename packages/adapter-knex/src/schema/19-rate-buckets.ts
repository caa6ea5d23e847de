import type { SchemaWords } from '../engine/dialect.js';

/**
 * How many calls each caller has left, under a digest of its name. A crash of the server may empty the table: then
 * every bucket is full again, and no call has waited for the disk. The index is of whole minutes, so that most writes
 * leave it alone.
 */
export const rateBuckets = ({
  text,
  int,
  createFleeting,
  endKeyed,
}: SchemaWords): ReadonlyArray<string> => [
  `${createFleeting} rate_buckets (
    name ${text} NOT NULL,
    thousandths ${int} NOT NULL,
    granted ${int} NOT NULL,
    counted_at ${int} NOT NULL,
    expires_at ${int} NOT NULL,
    PRIMARY KEY (name)
  ) ${endKeyed}`,
  `CREATE INDEX rate_buckets_expiring ON rate_buckets (expires_at)`,
];
