import { E, type WebhookMessage, type WebhookSender } from '@hundi/core';
import { NOTHING_SEALED, type DeliveryProgress } from '@hundi/core/wire';
import type { DeliveryStore, EventStore, SealStore } from '@hundi/core/storage';
import { instead } from '../engine/instead.js';
import type { Mutant, Planting } from './mutant.js';
import { withStores } from './plant.js';

const sealing =
  (change: (store: SealStore) => Partial<SealStore>): Planting =>
  () =>
    withStores(({ seals }) => ({ seals: instead(seals, change(seals)) }));

const queues =
  (change: (store: DeliveryStore) => Partial<DeliveryStore>): Planting =>
  () =>
    withStores(({ deliveries }) => ({ deliveries: instead(deliveries, change(deliveries)) }));

const reading =
  (change: (store: EventStore) => Partial<EventStore>): Planting =>
  () =>
    withStores(({ events }) => ({ events: instead(events, change(events)) }));

const sending =
  (change: () => (sender: WebhookSender) => WebhookSender['send']): Planting =>
  () => {
    const changed = change();
    return ({ webhookSender, ...ports }) =>
      webhookSender === undefined
        ? ports
        : { ...ports, webhookSender: { ...webhookSender, send: changed(webhookSender) } };
  };

const nameOf = ({ endpointId, headers }: WebhookMessage): string =>
  `${endpointId} ${headers['webhook-id']}`;

const isConsignment = (found: unknown): found is { upTo: number; progress: DeliveryProgress } =>
  typeof found === 'object' && found !== null && 'upTo' in found && 'progress' in found;

/** Writes how far an endpoint will have come, before anything is sent to it. */
const cursorFirst: Planting =
  () =>
  ({ storage, ...ports }) => ({
    ...ports,
    storage: {
      ...storage,
      read: async (work) => {
        const found = await storage.read(work);
        if (isConsignment(found)) {
          const { progress, upTo: position } = found;
          await storage.atomically<never, undefined>(async ({ deliveries }) => {
            await deliveries.putProgress({ ...progress, position });
            return E.right(undefined);
          });
        }
        return found;
      },
    },
  });

export const feedMutants: ReadonlyArray<Mutant> = [
  {
    name: 'seal-skips-entry',
    bug: 'some entries are passed over when the journal is sealed',
    ports: sealing((seals) => ({
      unsealed: async (...asked) => {
        const found = await seals.unsealed(...asked);
        const entries = found.entries.filter(({ entry }) => entry.to !== 'scheduled');
        return { ...found, entries, isAll: true };
      },
      nextDue: async (now) => {
        for (const tenant of await seals.waiting(now, undefined, 1)) {
          const { entries } = await seals.unsealed(tenant, 1_000);
          if (entries.some(({ entry }) => entry.to !== 'scheduled')) return now;
        }
        return undefined;
      },
    })),
  },
  {
    name: 'event-never-written',
    bug: 'a change is sealed, and its event is not written',
    ports: sealing((seals) => ({
      write: (held, all) =>
        seals.write(held, {
          ...all,
          events: all.events.filter(({ type }) => type !== 'transaction.paid'),
        }),
    })),
  },
  {
    name: 'two-sealers',
    bug: 'the next sealer does not see the head that another has moved on',
    ports: sealing((seals) => ({
      claim: async (...asked) =>
        (await seals.claim(...asked)).map((held) => ({
          ...held,
          head: { ...held.head, hash: NOTHING_SEALED.hash, eventHash: NOTHING_SEALED.eventHash },
        })),
    })),
  },
  {
    name: 'body-made-at-delivery',
    bug: 'a body is made when it is sent, and shows the payout as it is by then',
    ports: () =>
      withStores(({ events, payouts }) => ({
        events: instead(events, {
          after: async (tenant, ...asked) => {
            const found = await events.after(tenant, ...asked);
            const made: (typeof found)[number][] = [];
            for (const event of found) {
              const body = JSON.parse(event.body) as {
                data: { object: { transactionId?: string; status?: string } };
              };
              const id = body.data.object.transactionId;
              const [payout] = id === undefined ? [] : await payouts.findAnywhere([id as never]);
              if (payout !== undefined && payout.intake !== 'undecided')
                body.data.object.status = payout.progress.status;
              made.push({ ...event, body: JSON.stringify(body) });
            }
            return made;
          },
        }),
      })),
  },
  {
    name: 'cursor-moves-first',
    bug: 'how far an endpoint has come is written before anything is sent to it',
    ports: cursorFirst,
  },
  {
    name: 'failed-delivery-dropped',
    bug: 'what a receiver did not take is not queued again',
    ports: queues(() => ({ queue: async () => undefined })),
  },
  {
    name: 'given-up-early',
    bug: 'a delivery is dead after three attempts',
    ports: queues((store) => ({
      queue: (all) =>
        store.queue(
          all.map(({ dueAt, ...one }) =>
            one.attempts >= 3 || dueAt === undefined ? one : { ...one, dueAt },
          ),
        ),
    })),
  },
  {
    name: 'refusal-is-taken',
    bug: 'any answer of a receiver counts as taken',
    ports: sending(() => (sender) => async (message) => {
      const answer = await sender.send(message);
      return answer.kind === 'answered' && answer.status >= 300
        ? { ...answer, status: 200 }
        : answer;
    }),
  },
  {
    name: 'signature-kept',
    bug: 'later attempts carry the time and signature of the first',
    ports: sending(() => {
      const first = new Map<string, WebhookMessage['headers']>();
      return (sender) => (message) => {
        const headers = first.get(nameOf(message)) ?? message.headers;
        first.set(nameOf(message), headers);
        return sender.send({ ...message, headers });
      };
    }),
  },
  {
    name: 'new-id-for-each-attempt',
    bug: 'a second attempt looks like a second event',
    ports: reading((events) => ({
      of: async (...asked) =>
        (await events.of(...asked)).map((event) => ({
          ...event,
          body: event.body.replace('{"id":"evt_', '{"id":"evt_again'),
        })),
    })),
  },
];
