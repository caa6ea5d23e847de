import { hash as hashed } from 'node:crypto';
import type { SealedEvent } from '@hundi/core/wire';
import type { FeedEvidence, Sealed } from './feed-evidence.js';
import { deliveryInvariants } from './deliveries.js';
import { eventInvariants } from './events.js';

/** A promise about the feed, as a pure judgement of what was sealed and delivered. */
export interface FeedInvariant {
  readonly name: string;
  readonly promise: string;
  readonly broken: (evidence: FeedEvidence) => Iterable<string>;
}

const hashOf = (text: string): string => hashed('sha256', text);

/** JSON with the members of every object by name, without those that are undefined. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, member]) => [name, inOrder(member)]));
};

const FIRST = '0'.repeat(64);

const eventFault = (
  { position, previousHash, hash, bodyHash, body }: SealedEvent,
  i: number,
  before: string,
): string | undefined => {
  if (position !== i + 1) return `event ${String(i + 1)} has position ${String(position)}`;
  if (previousHash !== before) return `event ${String(position)} does not follow the one before`;
  if (hashOf(body) !== bodyHash) return `event ${String(position)} is not its bytes`;
  return hashOf(`${before}.${String(position)}.${bodyHash}`) === hash
    ? undefined
    : `event ${String(position)} has another hash`;
};

const chainFault = ({ head, entries, events }: Sealed): string | undefined => {
  let lastEvent = FIRST;
  for (const [i, event] of events.entries()) {
    const fault = eventFault(event, i, lastEvent);
    if (fault !== undefined) return fault;
    lastEvent = event.hash;
  }
  let last = FIRST;
  for (const [i, { ordinal, position, hash, entry }] of entries.entries()) {
    if (ordinal !== i + 1) return `seal ${String(i + 1)} has number ${String(ordinal)}`;
    const eventHash = position === 0 ? FIRST : (events[position - 1]?.hash ?? 'none');
    const own = hashOf(JSON.stringify(inOrder(entry)));
    last = hashOf(`${last}.${String(ordinal)}.${own}.${eventHash}`);
    if (last !== hash) return `seal ${String(ordinal)} has another hash`;
  }
  const isEnd =
    head.ordinal === entries.length &&
    head.position === events.length &&
    head.hash === last &&
    head.eventHash === lastEvent;
  return isEnd ? undefined : 'the chain ends elsewhere than its head says';
};

/** The chain of one in so many histories is counted anew: that takes as long as all else that is judged. */
const RECOUNTED = 4;

const chained: FeedInvariant = {
  name: 'I34',
  promise:
    'the journal is sealed in whole: both chains hold, as the core verifies them and counted anew',
  *broken({ sealed, checks, simulation }) {
    for (const one of simulation.world.seed % RECOUNTED === 0 ? sealed : []) {
      const fault = chainFault(one);
      if (fault !== undefined) yield `${one.tenant.corporateTenantId}: ${fault}`;
    }
    for (const { tenant, chain, notSealed } of checks) {
      const whose = tenant.corporateTenantId;
      if (!chain.holds) yield `${whose} at ${String(chain.entry)}: ${chain.reason}`;
      if (notSealed > 0) yield `${whose} has ${String(notSealed)} entries without a seal`;
    }
  },
};

export const feedInvariants: ReadonlyArray<FeedInvariant> = [
  chained,
  ...eventInvariants,
  ...deliveryInvariants,
];
