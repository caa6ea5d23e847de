import { CheckoutSessionId, PaymentLinkId } from '@hundi/core/wire';
import { pathId } from '../http/path-id.js';

const ABSENT = '0'.repeat(32);

/** A collection checkout session in a path. */
export const SessionId = pathId<string>(CheckoutSessionId, `cs_${ABSENT}`);

/** A payment link in a path. */
export const LinkId = pathId<string>(PaymentLinkId, `pl_${ABSENT}`);
