import {
  jobId,
  uuidV7,
  UUID_ENTROPY_BYTES,
  type BeneficiaryId,
  type JobId,
  type TransactionId,
} from '@hundi/core';

/** The moment at which every built record starts: 2026-01-01T00:00:00Z. */
export const EPOCH = Date.UTC(2026, 0, 1);

const bytes = (n: number): Uint8Array => new Uint8Array(UUID_ENTROPY_BYTES).fill(n % 251);

/** The id of job `n`: the same for the same number, and ordered by it. */
export const aJobId = (n: number): JobId => jobId(EPOCH + n, bytes(n));

/** The id of payout `n`, of no job: the same for the same number, and ordered by it. */
export const aTransactionId = (n: number): TransactionId =>
  uuidV7(EPOCH + n, bytes(n)) as TransactionId;

/** The id of payee `n`: the same for the same number, and ordered by it. */
export const aBeneficiaryId = (n: number): BeneficiaryId =>
  uuidV7(EPOCH + n, bytes(n)) as BeneficiaryId;
