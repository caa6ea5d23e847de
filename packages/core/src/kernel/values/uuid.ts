import { hex } from '../secrets/hex.js';
import type { JobId, TransactionId } from './ids.js';

/** The number of random bytes that one id needs. */
export const UUID_ENTROPY_BYTES = 10;

/** Rows that fit under one job id: the low 20 bits (decisions §2), zero kept for the job itself. */
export const ROWS_MAX = 2 ** 20 - 1;

const layout = (version: 7 | 8, at: number, random: Uint8Array): string => {
  const time = at.toString(16).padStart(12, '0');
  const digits = hex(random.subarray(0, UUID_ENTROPY_BYTES));
  const variant = ((random[2] ?? 0) & 0x3f) | 0x80;
  return `${time.slice(0, 8)}-${time.slice(8)}-${String(version)}${digits.slice(0, 3)}-${variant.toString(16)}${digits.slice(6, 8)}-${digits.slice(8, 20)}`;
};

/** A time-ordered UUID, version 7 (decisions §2). `at` is epoch ms, `random` ten random bytes. */
export const uuidV7 = (at: number, random: Uint8Array): string => layout(7, at, random);

/**
 * A job's id (decisions §2): UUID version 8 of the time and 54 random bits; its low 20 bits are left to its rows. `at` is
 * epoch ms, `random` ten random bytes. So the ids of a batch need no storage of their own, sort in request order, and
 * form one range.
 */
export const jobId = (at: number, random: Uint8Array): JobId =>
  `${layout(8, at, random).slice(0, 31)}00000` as JobId;

/**
 * The id of row `index` (from 0) of a job (decisions §2).
 *
 * @throws RangeError on an index below 0, or from {@link ROWS_MAX} on.
 */
export const rowId = (job: JobId, index: number): TransactionId => {
  if (index < 0 || index >= ROWS_MAX) throw new RangeError(`a job has no row ${String(index)}`);
  return `${job.slice(0, 31)}${(index + 1).toString(16).padStart(5, '0')}` as TransactionId;
};

/** The ids of `count` rows of a job that follow one another. */
export const rowIds = (job: JobId, from: number, count: number): ReadonlyArray<TransactionId> =>
  Array.from({ length: count }, (_, i) => rowId(job, from + i));

/** The id of the job whose row a transaction id was derived for (decisions §2); payouts of a checkout have no job. */
export const jobOf = (transactionId: TransactionId): JobId =>
  `${transactionId.slice(0, 31)}00000` as JobId;

/** The row (from 0) of a job that a transaction id was derived for (decisions §2). */
export const rowOf = (transactionId: TransactionId): number =>
  Number.parseInt(transactionId.slice(31), 16) - 1;

/** The moment that an id was made for, epoch ms (decisions §8). */
export const timeOf = (id: TransactionId): number =>
  Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
