import type { EpochMs } from '../../../kernel/values/time.js';

/** The corporate has no such endpoint. */
export const WebhookEndpointNotFound = () => ({ _tag: 'WebhookEndpointNotFound' }) as const;
export type WebhookEndpointNotFound = ReturnType<typeof WebhookEndpointNotFound>;

/** The corporate has as many endpoints as it may. */
export const TooManyWebhookEndpoints = (max: number) =>
  ({ _tag: 'TooManyWebhookEndpoints', max }) as const;
export type TooManyWebhookEndpoints = ReturnType<typeof TooManyWebhookEndpoints>;

/** The maximum of previous secrets is still active: the first of them expires at `until`, epoch ms. */
export const TooManyWebhookSecrets = (until: EpochMs) =>
  ({ _tag: 'TooManyWebhookSecrets', until }) as const;
export type TooManyWebhookSecrets = ReturnType<typeof TooManyWebhookSecrets>;

/** Nothing is sent to an endpoint that is disabled. */
export const WebhookEndpointDisabled = () => ({ _tag: 'WebhookEndpointDisabled' }) as const;
export type WebhookEndpointDisabled = ReturnType<typeof WebhookEndpointDisabled>;
