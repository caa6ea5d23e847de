import type { Storage } from '@hundi/core/storage';
import { aTenant } from '../kit/build/tenancy.js';

/** One promise that a storage adapter makes. Run it on a fresh storage with any test runner; it throws when broken. */
export interface ContractCase {
  readonly title: string;
  readonly run: (storage: Storage) => Promise<void>;
}

/** The tenant whose records most cases write. */
export const acme = aTenant('acme');

/** A sibling of acme at the same bank. */
export const globex = aTenant('globex');

/** Tenants that must see nothing of acme's: a sibling, a stranger, and another bank that names acme's id. */
export const others = [globex, aTenant('initech', 'second-bank'), aTenant('acme', 'second-bank')];

/** Compares what comes in no order. */
export const sortedBy = <A>(key: (a: A) => string, items: Iterable<A>): ReadonlyArray<A> =>
  [...items].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
