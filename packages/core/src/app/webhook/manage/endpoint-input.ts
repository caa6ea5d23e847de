import type * as t from 'io-ts';
import { ActorInput } from '../../../model/access/actor-input.js';
import { record } from '../../../kernel/codecs/record.js';
import { WebhookEndpointId } from '../../../model/webhook/endpoint/endpoint-id.js';

/** The input of a use case that needs nothing but an endpoint and the person who looks after it. */
export const EndpointInput = record('EndpointInput', {
  ...ActorInput.required,
  endpointId: WebhookEndpointId,
});
export type EndpointInput = t.TypeOf<typeof EndpointInput>;
