import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Finds every address of a name. */
export type Resolve = (hostname: string) => Promise<ReadonlyArray<LookupAddress>>;

/** How long a name server is waited for at first, and how often it is asked. */
const PATIENCE = { timeout: 2_500, tries: 2 };

const foundBy = (asked: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  asked.status === 'fulfilled' ? asked.value.map((address) => ({ address, family })) : [];

/** As name servers report it. */
export const askedOf =
  (resolver: Pick<Resolver, 'resolve4' | 'resolve6'>): Resolve =>
  async (hostname) => {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const found = [...foundBy(v4, 4), ...foundBy(v6, 6)];
    if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
    return found;
  };

const isOfThisMachine = (hostname: string): boolean =>
  isIP(hostname) !== 0 || /(^|\.)localhost$/.test(hostname);

/**
 * As the machine's name servers report it, and for names of this machine as its hosts file does. The machine's own
 * look-up would wait for a name server on one of few threads: two names of a receiver whose server never answers
 * would keep every other receiver from being found.
 */
export const systemResolve = (): Resolve => {
  const ask = askedOf(new Resolver(PATIENCE));
  return (hostname) =>
    isOfThisMachine(hostname) ? lookup(hostname, { all: true }) : ask(hostname);
};
