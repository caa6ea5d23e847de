import type { EpochMs } from '@hundi/core';
import { SECRET_ENTROPY_BYTES, writeSecret } from '@hundi/core/wire';
import { signTestWebhook, type SignedHeaders } from '@hundi/core/receiver';
import { EPOCH } from '../build/ids.js';

/** A delivery as it reaches a receiver: the body byte for byte. */
export interface ReceiverDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** An envelope, as events have it. */
export interface TestEvent {
  readonly id: string;
  readonly type: string;
  readonly created: EpochMs;
  readonly sequence?: number;
  readonly data: { readonly object: object };
}

/** When receivers are tested. */
export const NOW = EPOCH;

/** A secret whose key is one byte over and over. */
export const secretOf = (fill: number): string =>
  writeSecret(new Uint8Array(SECRET_ENTROPY_BYTES).fill(fill));

/** The secrets of a test of a receiver: its own, the next one, and an unknown one. */
export const SECRETS = { own: secretOf(1), next: secretOf(2), foreign: secretOf(3) };

interface Signing {
  readonly secrets?: ReadonlyArray<string>;
  readonly at?: EpochMs;
}

/** A delivery of a text, by default signed and sent now with the receiver's own secret. */
export const signedDelivery = (
  webhookId: string,
  text: string,
  { secrets = [SECRETS.own], at = NOW }: Signing = {},
): ReceiverDelivery => {
  const body = new TextEncoder().encode(text);
  const headers: SignedHeaders = signTestWebhook({ secrets, webhookId, body, at });
  return { headers: { 'content-type': 'application/json', ...headers }, body };
};

/** A delivery of an event, by default signed and sent now with the receiver's own secret. */
export const deliveryOf = (event: TestEvent, signing?: Signing): ReceiverDelivery =>
  signedDelivery(event.id, JSON.stringify(event), signing);

/** The payout of the deliveries. */
export const TRANSACTION_ID = '019b8c6b-4940-8c3d-becb-444882c00001';

/** A change of that payout: the `sequence` says which one, in any order of arrival. */
export const transactionEvent = (status: string, sequence: number): TestEvent => ({
  id: `evt_${status}`,
  type: `transaction.${status}`,
  created: NOW,
  sequence,
  data: { object: { object: 'transaction', transactionId: TRANSACTION_ID, status, sequence } },
});

/** The job that the pages belong to. */
export const JOB_ID = '019b8c6b-4940-8c3d-becb-444882c00000';
export const PAGES = 20;
export const ROWS_A_PAGE = 100;

/** A page of that job's results, counted from 1. */
export const pageEvent = (page: number): TestEvent => ({
  id: `evt_page_${String(page)}`,
  type: 'payment.job.result_page',
  created: NOW,
  data: {
    object: {
      object: 'payment_job_result_page',
      jobId: JOB_ID,
      apiRefNumber: 'RUN-1',
      page,
      limit: ROWS_A_PAGE,
      total: PAGES * ROWS_A_PAGE,
      totalPages: PAGES,
      records: Array.from({ length: ROWS_A_PAGE }, (_, i) => {
        const index = (page - 1) * ROWS_A_PAGE + i;
        return { index, transactionReference: `REF-${String(index)}`, outcome: 'accepted' };
      }),
    },
  },
});

/** The end of that job's intake. */
export const completedEvent: TestEvent = {
  id: 'evt_completed',
  type: 'payment.job.completed',
  created: NOW,
  data: {
    object: {
      object: 'payment_job',
      jobId: JOB_ID,
      apiRefNumber: 'RUN-1',
      status: 'completed_success',
      resultPages: PAGES,
    },
  },
};
