import * as t from 'io-ts';
import { documented } from '../../../kernel/codecs/documented.js';

const SHAPE = /^we_[0-9a-f-]{36}$/;

/** Names one webhook endpoint. */
export const WebhookEndpointId = documented(
  t.refinement(t.string, (text) => SHAPE.test(text), 'WebhookEndpointId'),
  { type: 'string', pattern: SHAPE.source, description: 'The endpointId of an endpoint.' },
);
