import { E } from '@hundi/core';
import { verifyWebhook, type WebhookEvent } from '@hundi/core/receiver';

/** The company's books, written from the events of the service. */
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
    enter(books, verified.right.event);
  }
  return 204;
};

const enter = (books: Books, { type, data: { object } }: WebhookEvent): void => {
  if (type.startsWith('transaction.')) enterTransaction(books, object);
  if (type === 'payment.job.result_page') enterPage(books, object);
};

type EventObject = WebhookEvent['data']['object'];

const enterTransaction = ({ transactions }: Books, object: EventObject): void => {
  const { transactionId, status, sequence } = object;
  if (typeof transactionId !== 'string' || typeof status !== 'string') return;
  if (typeof sequence !== 'number') return;
  const known = transactions.get(transactionId)?.sequence ?? 0;
  if (sequence > known) transactions.set(transactionId, { status, sequence });
};

const enterPage = ({ pages }: Books, { jobId, page, records }: EventObject): void => {
  if (typeof jobId !== 'string' || typeof page !== 'number' || !Array.isArray(records)) return;
  pages.set(jobId, new Map([...(pages.get(jobId) ?? []), [page, records as unknown[]]]));
};
