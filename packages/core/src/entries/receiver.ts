/**
 * For integrators: verifying webhooks and signed returns. It loads neither the engine nor a container.
 *
 * @packageDocumentation
 */

export {
  ReturnRefused,
  verifyReturn,
  type ReturnFacts,
  type ReturnQuery,
  type ReturnStatus,
} from '../collection/session/return-signature.js';
export { signTestReturn } from '../collection/session/sign-test-return.js';
export type { SignedHeaders } from '../ports/webhook-sender.js';
export { signTestWebhook, type TestWebhook } from '../webhook/receiver/sign-test-webhook.js';
export {
  verifyWebhook,
  type ReceivedHeaders,
  type VerifiedWebhook,
  type VerifyOptions,
  type WebhookRejected,
} from '../webhook/receiver/verify-webhook.js';
export type { WebhookEvent } from '../webhook/receiver/webhook-event.js';
