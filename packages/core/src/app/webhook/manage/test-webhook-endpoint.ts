import { changeWith } from '../../change/change.js';
import { E } from '../../../kernel/fp.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { UUID_ENTROPY_BYTES, uuidV7 } from '../../../kernel/values/uuid.js';
import { Entropy } from '../../../ports/entropy.js';
import { token } from '../../../kernel/token.js';
import { EndpointInput } from './endpoint-input.js';
import { endpointFor, type EndpointDenied } from './endpoint-person.js';
import { deliveryWork } from '../deliver/wake-deliveries.js';
import { WebhookEndpointDisabled } from '../../../model/webhook/endpoint/webhook-errors.js';
import type { WebhookTestObject } from './test-object.js';

type TestWebhookEndpointError = EndpointDenied | WebhookEndpointDisabled;

/** Sends a `webhook.test` event to one endpoint, with any subscription, and to no other; returns its id. */
export type TestWebhookEndpoint = UseCase<
  EndpointInput,
  TestWebhookEndpointError,
  { readonly eventId: string }
>;
export const TestWebhookEndpoint = token<TestWebhookEndpoint>('TestWebhookEndpoint');

const TYPE = 'webhook.test';

export const makeTestWebhookEndpoint = changeWith(
  TestWebhookEndpoint,
  EndpointInput,
  { Entropy },
  ({ entropy }) => ({
    read: async (stores, tenant, { actorUserId, endpointId }, at) => {
      const endpoint = await endpointFor(stores, tenant, actorUserId, endpointId);
      if (E.isLeft(endpoint)) return endpoint;
      const eventId = `evt_${uuidV7(at, entropy.bytes(UUID_ENTROPY_BYTES))}`;
      return E.right({ isDisabled: endpoint.right.disabled !== undefined, eventId });
    },
    decide: ({ isDisabled, eventId }, { actorUserId, endpointId }, at, tenant) => {
      if (isDisabled) return E.left(WebhookEndpointDisabled());
      const object: WebhookTestObject = {
        object: 'webhook_test',
        endpointId,
        requestedBy: actorUserId,
      };
      const body = JSON.stringify({ id: eventId, type: TYPE, created: at, data: { object } });
      const event = { tenant, endpointId, eventId, type: TYPE, eventAt: at, body } as const;
      return E.right({
        changes: {
          wakes: [deliveryWork(tenant, endpointId, at)],
          saves: [({ deliveries }) => deliveries.queue([{ ...event, attempts: 0, dueAt: at }])],
        },
        answer: { eventId },
      });
    },
  }),
);
