import { invalid, type Issue } from '../../kernel/codecs/decode.js';
import { isRegistered, readDestination } from '../../kernel/values/destination.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { HostedPages } from '../../ports/hosted-pages.js';
import type { Stores } from '../../storage/storage.js';
import type { PayoutCheckoutRequest } from './checkout-answers.js';
import { isInsecure, type ReturnUrl } from '../../model/payout-checkout/session/return-url.js';

const faults = (
  request: PayoutCheckoutRequest,
  isGood: (url: ReturnUrl) => boolean,
  detail: string,
): ReadonlyArray<Issue> =>
  (['redirectUrl', 'cancelUrl'] as const).flatMap((name) => {
    const url = request[name];
    return url === undefined || isGood(url) ? [] : [invalid(`/${name}`, detail)];
  });

/** The addresses with `http` on a loopback host, which is for sandboxes. */
export const insecureReturns = (
  request: PayoutCheckoutRequest,
  { allowsLoopback }: HostedPages,
): ReadonlyArray<Issue> =>
  faults(request, (url) => allowsLoopback || !isInsecure(url), 'expected an https URL');

const UNREGISTERED =
  'the bank has registered no host for payout checkout returns (payoutReturnHosts): ask the bank to register yours, or leave this out';

/**
 * The addresses off the hosts that the bank registered for the corporate. Where it registered none, a sandbox allows any
 * address, and elsewhere none will do.
 */
export const strangeReturns = async (
  { tenancy }: Stores,
  tenant: Tenant,
  request: PayoutCheckoutRequest,
  { allowsLoopback: loopback }: HostedPages,
): Promise<ReadonlyArray<Issue>> => {
  if (request.redirectUrl === undefined && request.cancelUrl === undefined) return [];
  const hosts = (await tenancy.corporate(tenant))?.payoutReturnHosts ?? [];
  if (hosts.length === 0) return loopback ? [] : faults(request, () => false, UNREGISTERED);
  return faults(
    request,
    (url) => {
      const destination = readDestination(url);
      return destination !== undefined && isRegistered(destination, hosts, { loopback });
    },
    'expected an https URL whose host and port the bank has registered for payout checkout returns',
  );
};
