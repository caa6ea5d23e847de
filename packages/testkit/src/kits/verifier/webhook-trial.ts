import type { Rule } from '../check/check.js';
import { hook } from '../check/needs.js';
import {
  deliveryOf,
  NOW,
  SECRETS,
  transactionEvent,
  type ReceiverDelivery,
} from '../../kit/webhook/conformance-deliveries.js';
import { expectAnswers, type Claim, type Claims } from './trial.js';
import type { VerifierUnderTest } from './verifier-under-test.js';

export const PAID = transactionEvent('paid', 3);

/** A delivery that claims to be the engine's. */
export interface WebhookClaim extends Claim {
  readonly delivery: ReceiverDelivery;
  /** What the verifier knows. Default: its own secret. */
  readonly secrets?: ReadonlyArray<string>;
}

export const GENUINE: WebhookClaim = { what: 'a genuine delivery', delivery: deliveryOf(PAID) };

/** The delivery with other headers; one that is undefined is missing. */
export const withHeaders = (
  { headers, body }: ReceiverDelivery,
  changes: Readonly<Record<string, string | undefined>>,
): ReceiverDelivery => {
  const changed = Object.entries({ ...headers, ...changes }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { headers: Object.fromEntries(changed), body };
};

const KNOWS_WEBHOOKS = hook<VerifierUnderTest>(
  'believesWebhook',
  'a function that says whether your code believes a webhook delivery',
);

/** A rule about deliveries that are to be believed, and others that are not. */
export const webhookRule = (
  sentence: string,
  port: string,
  claimsFor: (under: VerifierUnderTest) => Claims<WebhookClaim>,
): Rule<VerifierUnderTest> => ({
  sentence,
  port,
  needs: KNOWS_WEBHOOKS,
  run: (under) =>
    expectAnswers<WebhookClaim>(
      ({ delivery, secrets = [SECRETS.own] }) =>
        under.believesWebhook?.(delivery, { secrets, now: NOW }),
      claimsFor(under),
    ),
});
