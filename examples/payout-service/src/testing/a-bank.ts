import { memoryStorage } from '@hundi/adapter-memory';
import { createSandbox, type Sandbox } from '@hundi/testkit';
import type { ExecutionContext } from 'ava';
import { setTimeout } from 'node:timers/promises';

/** An engine with a bank behind it, and what a partner needs to call it. */
export interface ABank extends Sandbox {
  readonly key: string;
  /** The body of a batch with so many payments. */
  readonly batchOf: (payments: number) => string;
}

export const aBank = async (): Promise<ABank> => {
  const sandbox = await createSandbox({ storage: memoryStorage() });
  const beneficiaryId = await sandbox.beneficiary('SHARMA01');
  return {
    ...sandbox,
    key: sandbox.credentials.corporates['acme']?.apiKeys['erp'] ?? '',
    batchOf: (payments) => batch(beneficiaryId, payments),
  };
};

/** The body of a batch of payments, ₹1 each, to one payee. */
export const batch = (beneficiaryId: string, payments: number): string =>
  JSON.stringify({
    initiatedByUserId: 'u-erp',
    apiRefNumber: 'RUN-1',
    payments: Array.from({ length: payments }, (_, i) => ({
      transactionReference: `INV-${i}`,
      beneficiaryId,
      packageCode: 'VENDOR',
      amount: 100,
    })),
  });

interface Call extends Pick<RequestInit, 'method' | 'body'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** A partner's calls of an app at `url`. */
export const partner = (url: string, key: string) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const call = (path: string, init: Call): Promise<Response> =>
    fetch(`${url}/v1/partner${path}`, { ...init, headers: { ...headers, ...init.headers } });
  return {
    get: (path: string, init: Call = {}) => call(path, init),
    post: (path: string, body: string) =>
      call(path, { method: 'POST', body, headers: { 'idempotency-key': 'run-1' } }),
  };
};

/** The counts of the job that an answer to a batch names. */
export const countsOf = async (
  { get }: ReturnType<typeof partner>,
  jobId: string,
): Promise<{ readonly paid: number; readonly total: number }> => {
  const answer = await get(`/payments/jobs/${jobId}?limit=1`);
  return ((await answer.json()) as { counts: { paid: number; total: number } }).counts;
};

/** Posts a batch and answers its job. Fails the test unless it was accepted. */
export const accepted = async (
  t: ExecutionContext,
  { post }: ReturnType<typeof partner>,
  body: string,
): Promise<string> => {
  const answer = await post('/payments/batches', body);
  t.is(answer.status, 202);
  return ((await answer.json()) as { jobId: string }).jobId;
};

/** Posts a batch, and looks at its job until the worker has had all of it paid. */
export const paidJob = async (
  t: ExecutionContext,
  calls: ReturnType<typeof partner>,
  body: string,
): Promise<{ readonly jobId: string; readonly paid: number; readonly total: number }> => {
  const jobId = await accepted(t, calls, body);
  for (;;) {
    const counts = await countsOf(calls, jobId);
    if (counts.total > 0 && counts.paid === counts.total) return { ...counts, jobId };
    // The key has a limit of calls a second.
    await setTimeout(20);
  }
};
