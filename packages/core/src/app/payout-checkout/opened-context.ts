import type { OnceRequest } from '../idempotency/once.js';
import { canonicalJson } from '../../kernel/codecs/json.js';

/** The route that the idempotency keys of sessions belong to. */
export const PAYOUT_CHECKOUTS_ROUTE = 'POST /v1/partner/payout-checkout/sessions';

/** The context that the kept answer of a session is sealed for. */
export const openedContext = ({ tenant, route, key, fingerprint }: OnceRequest): string =>
  `payout checkout answer ${canonicalJson({ tenant, route, key, fingerprint })}`;
