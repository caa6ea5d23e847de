import { WebhookEndpointId } from '@hundi/core/wire';
import { ABSENT, pathId } from '../../http/path-id.js';

/** A webhook endpoint in a path. */
export const EndpointId = pathId<string>(WebhookEndpointId, `we_${ABSENT}`);
