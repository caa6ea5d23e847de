import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AddressRule } from './address-rule.js';
import type { Resolve } from './resolve.js';

/** A name, or an address, that may not be connected to. */
export class AddressRefused extends Error {
  readonly code = 'HUNDI_ADDRESS_REFUSED';
}

/** Every address of a name, unless one of them is not allowed: a mixture is a sign of an attack. */
export const allowedAddresses = async (
  hostname: string,
  resolve: Resolve,
  { allows }: AddressRule,
): Promise<ReadonlyArray<LookupAddress>> => {
  const found = await resolve(hostname);
  if (found.length === 0 || !found.every(({ address }) => allows(address)))
    throw new AddressRefused(`${hostname} is not where webhooks may go`);
  return found;
};

/** Looks names up for a socket, which then connects to what was checked here and to nothing else. */
export const checkedLookup =
  (resolve: Resolve, rule: AddressRule): LookupFunction =>
  (hostname, options, callback) => {
    void allowedAddresses(hostname, resolve, rule).then(
      (found) => answer(found, options, callback),
      (error: unknown) => callback(error as NodeJS.ErrnoException, [], 0),
    );
  };

const answer = (
  found: ReadonlyArray<LookupAddress>,
  { all }: LookupOptions,
  callback: Parameters<LookupFunction>[2],
): void => {
  const [first] = found;
  if (all === true) callback(null, [...found]);
  else callback(null, first?.address ?? '', first?.family);
};
