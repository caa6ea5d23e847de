import { E } from '@hundi/core';
import {
  verifyWebhook,
  type ReceivedHeaders,
  type VerifiedWebhook,
  type WebhookRejected,
} from '@hundi/core/receiver';

/** A genuine delivery; `again`: its event came before. */
export interface Received extends VerifiedWebhook {
  readonly again: boolean;
}

/** Checks a delivery as a receiver of webhooks must. */
export type Receive = (
  rawBody: Uint8Array,
  headers: ReceivedHeaders,
  now: number,
) => E.Either<WebhookRejected, Received>;

/** A listener may run for weeks. */
const REMEMBERED = 100_000;

/** Verifies deliveries, and remembers the events that came. */
export const receiver = (
  secrets: ReadonlyArray<string>,
  toleranceSeconds: number,
  remembered = REMEMBERED,
): Receive => {
  const seen = new Set<string>();
  const isAgain = (webhookId: string): boolean => {
    if (seen.has(webhookId)) return true;
    seen.add(webhookId);
    const [oldest] = seen;
    if (seen.size > remembered && oldest !== undefined) seen.delete(oldest);
    return false;
  };
  return (rawBody, headers, now) => {
    const verified = verifyWebhook(rawBody, headers, secrets, { toleranceSeconds, now });
    if (E.isLeft(verified)) return verified;
    return E.right({ ...verified.right, again: isAgain(verified.right.webhookId) });
  };
};
