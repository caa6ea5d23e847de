import type { EpochMs, Tenant } from '@hundi/core';
import type {
  DeliveryAttempt,
  DeliveryProgress,
  DeliveryStore,
  QueuedDelivery,
} from '@hundi/core/storage';
import { found } from '../engine/found.js';
import { tablesByTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

interface Due extends QueuedDelivery {
  readonly dueAt: EpochMs;
}

const isWaiting = (delivery: QueuedDelivery): delivery is Due => delivery.dueAt !== undefined;

const earliestFirst = (a: Due, b: Due): number =>
  a.dueAt - b.dueAt || (a.eventId < b.eventId ? -1 : 1);

/** The deliveries of one endpoint. */
const lists = () => ({
  queue: new Map<string, QueuedDelivery>(),
  // By place, in the order in which they were noted.
  attempts: new Map<number, DeliveryAttempt>(),
});

type Attempts = Pick<DeliveryStore, 'note' | 'attempts' | 'forgetAttempts'>;

/** Counts the attempts of one storage. */
const attemptTables = () => {
  let places = 0;
  return (
    unit: Unit,
    listOf: (tenant: Tenant, endpointId: string) => Map<number, DeliveryAttempt>,
  ): Attempts => ({
    note: async (made) => {
      for (const attempt of made) {
        places += 1;
        unit.set(listOf(attempt.tenant, attempt.endpointId), places, attempt);
      }
    },
    attempts: async (tenant, endpointId, before = Infinity, limit) =>
      [...listOf(tenant, endpointId)]
        .map(([place, attempt]) => ({ place, attempt }))
        .filter(({ place }) => place < before)
        .slice(-limit)
        .reverse(),
    forgetAttempts: async (tenant, endpointId, before, limit) => {
      const attempts = listOf(tenant, endpointId);
      const oldest = [...attempts].slice(0, limit).filter(([, { at }]) => at < before);
      for (const [place] of oldest) unit.delete(attempts, place);
    },
  });
};

type QueueOf = (tenant: Tenant, endpointId: string) => Map<string, QueuedDelivery>;

const waiting = (queue: ReadonlyMap<string, QueuedDelivery>): ReadonlyArray<Due> =>
  [...queue.values()].filter(isWaiting).sort(earliestFirst);

type Reads = Pick<DeliveryStore, 'due' | 'untried' | 'nextDue' | 'queuedOf' | 'tally'>;
type Writes = Pick<DeliveryStore, 'queue' | 'unqueue' | 'delay' | 'hasten' | 'restart'>;

const readsIn = (queued: QueueOf): Reads => ({
  due: async (tenant, endpointId, now, limit) =>
    waiting(queued(tenant, endpointId))
      .filter(({ dueAt }) => dueAt <= now)
      .slice(0, limit),
  untried: async (tenant, endpointId, now, limit) =>
    waiting(queued(tenant, endpointId))
      .filter(({ dueAt, attempts }) => dueAt <= now && attempts === 0)
      .slice(0, limit),
  nextDue: async (tenant, endpointId) => waiting(queued(tenant, endpointId))[0]?.dueAt,
  queuedOf: async (tenant, endpointId, eventIds) => found(queued(tenant, endpointId), eventIds),
  tally: async (tenant, endpointId, limit) => {
    const all = [...queued(tenant, endpointId).values()];
    const due = all.filter(isWaiting).length;
    return { waiting: Math.min(due, limit), dead: Math.min(all.length - due, limit) };
  },
});

const writesIn = (unit: Unit, queued: QueueOf): Writes => ({
  queue: async (deliveries) => {
    for (const one of deliveries) unit.set(queued(one.tenant, one.endpointId), one.eventId, one);
  },
  unqueue: async (tenant, endpointId, eventIds) => {
    for (const eventId of eventIds) unit.delete(queued(tenant, endpointId), eventId);
  },
  delay: async (tenant, endpointId, now, until) => {
    const queue = queued(tenant, endpointId);
    for (const one of waiting(queue))
      if (one.dueAt <= now && one.attempts === 0)
        unit.set(queue, one.eventId, { ...one, dueAt: until, withEndpoint: true });
  },
  hasten: async (tenant, endpointId, now) => {
    const queue = queued(tenant, endpointId);
    for (const one of waiting(queue))
      if (one.dueAt > now && one.withEndpoint === true)
        unit.set(queue, one.eventId, { ...one, dueAt: now });
  },
  restart: async (tenant, endpointId, since, now) => {
    const queue = queued(tenant, endpointId);
    const again = [...queue.values()].filter(({ eventAt }) => eventAt >= since);
    for (const one of again) unit.set(queue, one.eventId, { ...one, attempts: 0, dueAt: now });
    return again.length;
  },
});

export const deliveryTables = (): ((unit: Unit) => DeliveryStore) => {
  const { of, all: everyTenants } = tablesByTenant(() => {
    const progress = new Map<string, DeliveryProgress>();
    const all = new Map<string, ReturnType<typeof lists>>();
    const listsOf = (endpointId: string) => {
      const known = all.get(endpointId) ?? lists();
      all.set(endpointId, known);
      return known;
    };
    return { progress, listsOf };
  });

  const attemptsIn = attemptTables();

  const queued: QueueOf = (tenant, endpointId) => of(tenant).listsOf(endpointId).queue;
  const reads = readsIn(queued);

  return (unit) => {
    const writes = writesIn(unit, queued);
    const tried = attemptsIn(unit, (tenant, endpointId) => of(tenant).listsOf(endpointId).attempts);

    return {
      progress: async (tenant, endpointId) => of(tenant).progress.get(endpointId),
      failing: async (limit) => {
        const every = everyTenants().flatMap(({ progress }) => [...progress.values()]);
        return Math.min(
          every.filter(({ failingSince }) => failingSince !== undefined).length,
          limit,
        );
      },
      putProgress: async (progress) => {
        unit.set(of(progress.tenant).progress, progress.endpointId, progress);
      },
      due: reads.due,
      untried: reads.untried,
      nextDue: reads.nextDue,
      queuedOf: reads.queuedOf,
      tally: reads.tally,
      queue: writes.queue,
      unqueue: writes.unqueue,
      delay: writes.delay,
      hasten: writes.hasten,
      restart: writes.restart,
      note: tried.note,
      attempts: tried.attempts,
      forgetAttempts: tried.forgetAttempts,
      forget: async (tenant, endpointId) => {
        const { queue, attempts } = of(tenant).listsOf(endpointId);
        unit.delete(of(tenant).progress, endpointId);
        for (const eventId of [...queue.keys()]) unit.delete(queue, eventId);
        for (const place of [...attempts.keys()]) unit.delete(attempts, place);
      },
    };
  };
};
