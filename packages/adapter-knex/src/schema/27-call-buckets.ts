import type { SchemaWords } from '../engine/dialect.js';

/**
 * How many calls each caller has left, under a digest of its name, in a row that moves on to another place after some
 * draws: beside an open transaction a draw steps over the old versions of that place only. Programs of the version
 * before count in `rate_buckets`. As there, a crash of the server may empty the table, and the index is of whole
 * minutes.
 */
export const callBuckets = ({
  text,
  int,
  createFleeting,
  endKeyed,
  drained,
}: SchemaWords): ReadonlyArray<string> => [
  `${createFleeting} call_buckets (
    name ${text} NOT NULL,
    place ${int} NOT NULL,
    draws ${int} NOT NULL,
    thousandths ${int} NOT NULL,
    granted ${int} NOT NULL,
    counted_at ${int} NOT NULL,
    expires_at ${int} NOT NULL,
    PRIMARY KEY (name, place)
  ) ${endKeyed}`,
  `CREATE INDEX call_buckets_expiring ON call_buckets (expires_at)`,
  ...drained('call_buckets'),
];
