import { E } from '@hundi/core';
import { verifyWebhook } from '@hundi/core/receiver';

interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly data: {
    readonly object: {
      readonly transactionId?: string;
      readonly status?: string;
      readonly sequence?: number;
      readonly jobId?: string;
      readonly page?: number;
      readonly records?: ReadonlyArray<unknown>;
    };
  };
}

/** What the company's books say of what the service told. */
export interface Books {
  /** Ids of the events that were acted on. */
  readonly seen: Set<string>;
  readonly transactions: Map<string, { readonly status: string; readonly sequence: number }>;
  /** Pages of each job, by their number. */
  readonly pages: Map<string, Map<number, ReadonlyArray<unknown>>>;
}

export const emptyBooks = (): Books => ({
  seen: new Set(),
  transactions: new Map(),
  pages: new Map(),
});

const TOLERANCE_SECONDS = 300;

/**
 * Receives a webhook: verifies the bytes as they came, before anything else; acts on each event once; lets the
 * sequence decide what is newer. Answers the status of the response.
 */
export const receiveWebhook = (
  books: Books,
  { secrets, now }: { readonly secrets: ReadonlyArray<string>; readonly now: number },
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array },
): number => {
  const verified = verifyWebhook(request.body, request.headers, secrets, {
    toleranceSeconds: TOLERANCE_SECONDS,
    now,
  });
  if (E.isLeft(verified)) return 400;
  if (!books.seen.has(verified.right.webhookId)) {
    books.seen.add(verified.right.webhookId);
    enter(books, verified.right.event as Envelope);
  }
  return 204;
};

const enter = ({ transactions, pages }: Books, { type, data: { object } }: Envelope): void => {
  const { transactionId, status, sequence = 0, jobId, page, records } = object;
  if (type.startsWith('transaction.') && transactionId !== undefined && status !== undefined) {
    const known = transactions.get(transactionId)?.sequence ?? 0;
    if (sequence > known) transactions.set(transactionId, { status, sequence });
  }
  if (type === 'payment.job.result_page' && jobId !== undefined && page !== undefined)
    pages.set(jobId, new Map([...(pages.get(jobId) ?? []), [page, records ?? []]]));
};
