import type { Victim } from './victim.js';

/** As many rows as the largest page has. */
const ROWS = 1_000;

/** No payee has it: each row is rejected, and moves no money. */
const NOBODY = '019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e12';

/**
 * Makes a job with a page of a thousand rows, and answers its id.
 *
 * @throws when its batch is refused.
 */
export const largeJob = async ({ url }: Victim, key: string): Promise<string> => {
  const answer = await fetch(`${url}/v1/partner/payments/batches`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': 'large-job',
      'x-api-key': key,
    },
    body: JSON.stringify({
      initiatedByUserId: 'u-maker',
      apiRefNumber: 'LARGE-JOB',
      payments: Array.from({ length: ROWS }, (_, i) => ({
        transactionReference: `LARGE-${String(i)}`,
        beneficiaryId: NOBODY,
        packageCode: 'VENDOR',
        amount: 1_000,
      })),
    }),
  });
  if (answer.status !== 202) throw new Error(`the large job was answered ${String(answer.status)}`);
  return ((await answer.json()) as { readonly jobId: string }).jobId;
};
