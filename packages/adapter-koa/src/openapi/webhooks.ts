import type { Feature, Hundi, WebhookMessage } from '@hundi/core';
import { EVENT_BODIES, EVENT_MEANINGS, EVENT_TYPES, type EventType } from '@hundi/core/wire';
import type { Schemas } from './json-schema.js';
import type { OpenApi, Operation, Parameter, Ref } from './model.js';

/** The tag of what the service sends. */
export const WEBHOOKS = 'Webhooks';

/** The events that there are only while the engine has a feature. */
const FEATURES: ReadonlyArray<readonly [family: string, feature: Feature]> = [
  ['payout_checkout.', 'payout-checkout'],
  ['checkout.', 'collection-checkout'],
];

const HEADERS: Readonly<
  Record<keyof WebhookMessage['headers'], Pick<Parameter, 'description' | 'schema'>>
> = {
  'webhook-id': {
    description: 'The `id` of the event, in every delivery of it: act on it once.',
    schema: { type: 'string' },
  },
  'webhook-timestamp': {
    description:
      'When this attempt was made, in epoch seconds. Refuse a delivery that is more than five minutes off.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'webhook-signature': {
    description:
      'One signature for each secret of the endpoint, by spaces: `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, with the body byte for byte as it came. The key is what follows `whsec_` in the secret, read as base64. While a secret is rotated the old one signs, too. This is Standard Webhooks.',
    schema: {
      type: 'string',
      pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$',
    },
  },
};

/** The headers of every delivery, by their names among the components of the document. */
export const SIGNATURE: Readonly<Record<string, Parameter>> = Object.fromEntries(
  Object.entries(HEADERS).map(([name, header]) => [
    name,
    { name, in: 'header', required: true, ...header },
  ]),
);

const PARAMETERS: ReadonlyArray<Ref> = Object.keys(SIGNATURE).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));

const answer = (description: string) => ({ description, headers: {}, content: {} });

const RESPONSES: Operation['responses'] = {
  '2XX': answer(
    'The receiver has the event. It answers within 15 seconds, and acts on it afterwards.',
  ),
  '410': answer('The receiver wants no more events: the service disables the endpoint.'),
  default: answer(
    'Anything else, also a redirect: the service sends the event again, up to ten times in all: the tenth about three days after the first, and at most four. It heeds `Retry-After` up to 24 hours, which can make it longer.',
  ),
};

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

const operationOf = (type: EventType, schemas: Schemas): Operation => ({
  operationId: type,
  tags: [WEBHOOKS],
  summary: type,
  description: sentence(EVENT_MEANINGS[type]),
  security: [],
  parameters: PARAMETERS,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemas.of(EVENT_BODIES[type]) } },
  },
  responses: RESPONSES,
});

/** Every event that the engine sends, as OpenAPI 3.1 describes it; none if it sends no webhooks. */
export const webhooksOf = (
  { featuresOff: off }: Pick<Hundi, 'featuresOff'>,
  schemas: Schemas,
): NonNullable<OpenApi['webhooks']> => {
  const isSent = (type: EventType): boolean =>
    !FEATURES.some(([family, feature]) => type.startsWith(family) && off.has(feature));
  const sent = off.has('webhooks') ? [] : EVENT_TYPES.filter(isSent);
  return Object.fromEntries(sent.map((type) => [type, { post: operationOf(type, schemas) }]));
};
