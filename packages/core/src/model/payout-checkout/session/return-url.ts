import * as t from 'io-ts';
import type { Brand } from '../../../kernel/codecs/brand.js';
import { readDestination, withParameters } from '../../../kernel/values/destination.js';
import { documented } from '../../../kernel/codecs/documented.js';
import type { ClosedStatus, PayoutCheckout } from './payout-checkout.js';

const [SESSION_ID, STATUS] = ['session_id', 'status'];

const isReturnUrl = (u: unknown): u is t.Branded<string, Brand<'ReturnUrl'>> => {
  const destination = typeof u === 'string' ? readDestination(u) : undefined;
  return (
    destination !== undefined &&
    (destination.isSecure || destination.isLoopback) &&
    // Two values of one name are read as the first by some and as the last by others.
    !destination.parameters.has(SESSION_ID) &&
    !destination.parameters.has(STATUS)
  );
};

/**
 * Where a browser may be sent back to (§4.10): absolute, `https`, or `http` on a loopback host; without a user name.
 */
export const ReturnUrl = documented(
  new t.Type<t.Branded<string, Brand<'ReturnUrl'>>, string>(
    'ReturnUrl',
    isReturnUrl,
    (u, context) =>
      isReturnUrl(u)
        ? t.success(u)
        : t.failure(
            u,
            context,
            'an absolute https URL in ASCII, without a user name and without the parameters session_id and status',
          ),
    t.identity,
  ),
  {
    type: 'string',
    format: 'uri',
    description:
      'An absolute https URL in ASCII, without a user name; in sandboxes also http on a loopback host. The URL must be on a host that the bank has registered for payout returns; in sandboxes on any, if none is registered. The service adds `session_id` and `status` to its query.',
  },
);
export type ReturnUrl = t.TypeOf<typeof ReturnUrl>;

/** Whether an address will do only where browsers may be sent to `http`. */
export const isInsecure = (url: ReturnUrl): boolean => readDestination(url)?.isSecure !== true;

/** Where the browser of a session that ended so goes back to, if its corporate named an address. */
export const returning = (
  { sessionId, redirectUrl, cancelUrl }: PayoutCheckout,
  status: ClosedStatus,
): { readonly returnTo?: string } => {
  const stored = status === 'submitted' ? redirectUrl : cancelUrl;
  if (stored === undefined) return {};
  const parameters = [
    [SESSION_ID, sessionId],
    [STATUS, status],
  ] as const;
  return { returnTo: withParameters(stored, parameters) };
};
