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
} from '../model/collection/session/return-signature.js';
export { signTestReturn } from '../model/collection/session/sign-test-return.js';
export type { SignedHeaders } from '../ports/webhook-sender.js';
export { signTestWebhook, type TestWebhook } from '../model/webhook/receiver/sign-test-webhook.js';
export {
  verifyWebhook,
  type ReceivedHeaders,
  type VerifiedWebhook,
  type VerifyOptions,
  type WebhookRejected,
} from '../model/webhook/receiver/verify-webhook.js';
export type { WebhookEvent } from '../model/webhook/receiver/webhook-event.js';
