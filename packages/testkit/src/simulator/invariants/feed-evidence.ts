import type { Tenant } from '@hundi/core';
import { verifyJournals, type JournalCheck } from '@hundi/core/operator';
import type { DeliveryAttempt, SealedEntry, SealedEvent, SealHead } from '@hundi/core/wire';
import { answered } from '../engine/simulated-storage.js';
import { tenantOf } from '../people/endpoints.js';
import { TENANTS } from '../people/tenants.js';
import type { Simulation } from '../play/simulation.js';
import type { Evidence } from './evidence.js';

/** The sealed journal of one corporate. */
export interface Sealed {
  readonly tenant: Tenant;
  readonly head: SealHead;
  readonly entries: ReadonlyArray<SealedEntry>;
  readonly events: ReadonlyArray<SealedEvent>;
}

/** The content of the body of an event. */
export interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly sequence: number;
  readonly data: {
    readonly object: Readonly<Record<string, unknown>>;
    readonly previousStatus?: string;
  };
}

/** The sealed events and their deliveries, once all work has ended. */
export interface FeedEvidence extends Evidence {
  readonly sealed: ReadonlyArray<Sealed>;
  /** The content of every event, by its id. */
  readonly bodies: ReadonlyMap<string, EventBody>;
  /** The result of the core's own verification for each journal. */
  readonly checks: ReadonlyArray<JournalCheck>;
  /** The engine's records of its delivery attempts, by endpoint, in order. */
  readonly recorded: ReadonlyMap<string, Recorded>;
}

/** The engine's records of its deliveries to one endpoint. */
export interface Recorded {
  readonly attempts: ReadonlyArray<DeliveryAttempt>;
  /** Deliveries that it has given up. */
  readonly dead: number;
}

const EVERYTHING = 1_000_000;

/** The attempts that the engine has recorded. It deletes attempts after a month. */
export const recordedAttempts = ({
  world,
  storage,
  receivers,
}: Simulation): Promise<FeedEvidence['recorded']> =>
  answered(world, () =>
    storage.read(async ({ deliveries }) => {
      const recorded = new Map<string, Recorded>();
      for (const { endpointId, ...endpoint } of receivers.endpoints) {
        const tenant = tenantOf(endpoint);
        const found = await deliveries.attempts(tenant, endpointId, undefined, EVERYTHING);
        const { dead } = await deliveries.tally(tenant, endpointId, EVERYTHING);
        recorded.set(endpointId, { attempts: found.map(({ attempt }) => attempt).reverse(), dead });
      }
      return recorded;
    }),
  );

export const gatherFeed = (
  evidence: Evidence,
  recorded: FeedEvidence['recorded'],
): Promise<FeedEvidence> => {
  const { storage, world } = evidence.simulation;
  return answered(world, async () => {
    const checks: JournalCheck[] = [];
    for await (const check of verifyJournals(storage)) checks.push(check);
    const sealed = await storage.read(async ({ seals, events }) => {
      const all: Sealed[] = [];
      for (const tenant of TENANTS) {
        all.push({
          tenant,
          head: await seals.head(tenant),
          entries: await seals.chain(tenant, 0, EVERYTHING),
          events: await events.after(tenant, 0, EVERYTHING),
        });
      }
      return all;
    });
    const bodies = new Map<string, EventBody>();
    for (const { events } of sealed)
      for (const { eventId, body } of events) bodies.set(eventId, JSON.parse(body) as EventBody);
    return { ...evidence, recorded, checks, sealed, bodies };
  });
};
