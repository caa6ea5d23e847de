import { token } from '../kernel/token.js';

/** The headers that a signed delivery carries (Standard Webhooks). */
export interface SignedHeaders {
  readonly 'webhook-id': string;
  /** Epoch seconds of the attempt. */
  readonly 'webhook-timestamp': string;
  /** One `v1,<base64>` for each key, by spaces. */
  readonly 'webhook-signature': string;
}

/** One attempt to deliver one event to one endpoint (decisions §11). */
export interface WebhookMessage {
  /** Connections are kept for one endpoint and never lent to another. */
  readonly endpointId: string;
  readonly url: string;
  readonly headers: SignedHeaders;
  /** JSON, to be sent byte for byte. */
  readonly body: Uint8Array;
}

/** The response of a receiver (decisions §11). */
export interface WebhookAnswered {
  readonly kind: 'answered';
  readonly status: number;
  /** The header `Retry-After`, as it came. */
  readonly retryAfter?: string;
  /** How the body begins: its first KiB. */
  readonly text: string;
}

/** Every reason for which an attempt to deliver has no answer (decisions §11). */
export const SEND_FAULTS = [
  'timed_out',
  'address_refused',
  'name_not_found',
  'tls_failed',
  'connection_failed',
  'answer_invalid',
] as const;
/** Why an attempt to deliver has no answer (decisions §11): one of {@link SEND_FAULTS}. */
export type SendFault = (typeof SEND_FAULTS)[number];

/**
 * No answer, or none that could be read to its end in time (decisions §11). The receiver may have taken the event all the
 * same.
 */
export interface WebhookUnanswered {
  readonly kind: 'unanswered';
  readonly fault: SendFault;
}

/** What came of one attempt to deliver (§6, decisions §11). */
export type WebhookAnswer = WebhookAnswered | WebhookUnanswered;

/**
 * Sends webhooks, to addresses that the host allows and to no others (decisions §11): the address that was checked is the
 * one that is connected to. Follows no redirect, uses no proxy, gives up after 15 s in all, and reads no more than 64 KiB
 * of an answer.
 */
export interface WebhookSender {
  /**
   * What an endpoint's URL should be instead, for the person who registers it; undefined when it may be
   * sent to. Looks its name up, so it is never called in a unit of work.
   */
  readonly objection: (url: string) => Promise<string | undefined>;
  /** Never rejects. */
  readonly send: (message: WebhookMessage) => Promise<WebhookAnswer>;
}
export const WebhookSender = token<WebhookSender>('WebhookSender');
