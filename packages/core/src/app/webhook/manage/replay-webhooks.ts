import * as t from 'io-ts';
import { writeRecords } from '../../writer/write-changes.js';
import { E } from '../../../kernel/fp.js';
import { InvalidInput, invalid } from '../../../kernel/codecs/decode.js';
import { about, documented } from '../../../kernel/codecs/documented.js';
import { list } from '../../../kernel/codecs/list.js';
import { record } from '../../../kernel/codecs/record.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { EpochMs } from '../../../kernel/values/time.js';
import { Clock } from '../../../ports/clock.js';
import { Storage, type Stores } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { EndpointInput } from './endpoint-input.js';
import { endpointFor, type EndpointDenied } from './endpoint-person.js';
import { queuedAnew } from '../deliver/outgoing.js';
import { deliveryWork } from '../deliver/wake-deliveries.js';

const EVENTS_MAX = 1_000;

const EVENT_ID = /^evt_[0-9a-f-]{1,60}$/;
const EventId = documented(
  t.refinement(t.string, (id) => EVENT_ID.test(id), 'the id of an event'),
  { type: 'string', pattern: EVENT_ID.source },
);

const EventIds = about(
  list(EventId, { min: 1, max: EVENTS_MAX }, `1 to ${String(EVENTS_MAX)} ids of events`),
  'The ids of events to send again, delivered or not; those of tests only while they are not delivered.',
);

/** The events to send again: either some by id, or all that were not delivered since a moment. */
export const WebhookReplay = record(
  'WebhookReplay',
  {},
  {
    eventIds: EventIds,
    since: about(
      EpochMs,
      'Epoch milliseconds. The service sends again every event since then that was not delivered.',
    ),
  },
);

const ReplayWebhooksInput = record(
  'ReplayWebhooksInput',
  EndpointInput.required,
  WebhookReplay.optional,
);
type ReplayWebhooksInput = t.TypeOf<typeof ReplayWebhooksInput>;

type ReplayWebhooksError = EndpointDenied | InvalidInput;

/** Sends events to an endpoint again, on a schedule of their own, under the same `webhook-id`; answers how many. */
export type ReplayWebhooks = UseCase<
  ReplayWebhooksInput,
  ReplayWebhooksError,
  { readonly queued: number }
>;
export const ReplayWebhooks = token<ReplayWebhooks>('ReplayWebhooks');

const EITHER = InvalidInput([invalid('', 'expected either eventIds or since')]);

export const makeReplayWebhooks = recipe(ReplayWebhooks, { Storage, Clock }, ({ storage, clock }) =>
  useCase(ReplayWebhooksInput, async (tenant, { actorUserId, endpointId, eventIds, since }) => {
    if ((eventIds === undefined) === (since === undefined)) return E.left(EITHER);
    const now = clock.now();
    return storage.atomically<ReplayWebhooksError, { readonly queued: number }>(async (stores) => {
      const endpoint = await endpointFor(stores, tenant, actorUserId, endpointId);
      if (E.isLeft(endpoint)) return endpoint;
      // First, and also if it is disabled: a running delivery records before this, or sees all of it.
      const wakes = [deliveryWork(tenant, endpointId, now)];
      await writeRecords(stores, { wakes });
      if (eventIds !== undefined) return queueEvents(stores, { tenant, endpointId }, eventIds, now);
      const queued = await stores.deliveries.restart(tenant, endpointId, since ?? now, now);
      return E.right({ queued });
    });
  }),
);

const NO_EVENT = 'expected the id of an event; a delivered test is not kept: send another test';

const queueEvents = async (
  { events, deliveries }: Stores,
  endpoint: { readonly tenant: Tenant; readonly endpointId: string },
  eventIds: ReadonlyArray<string>,
  dueAt: EpochMs,
): Promise<E.Either<InvalidInput, { readonly queued: number }>> => {
  const { tenant, endpointId } = endpoint;
  const found = await events.of(tenant, [...new Set(eventIds)]);
  const known = new Set(found.map(({ eventId }) => eventId));
  // No journal holds a test: it is there as long as it is queued.
  const others = [...new Set(eventIds)].filter((eventId) => !known.has(eventId));
  const tests = others.length === 0 ? [] : await deliveries.queuedOf(tenant, endpointId, others);
  for (const { eventId } of tests) known.add(eventId);
  const issues = eventIds.flatMap((eventId, i) =>
    known.has(eventId) ? [] : [invalid(`/eventIds/${String(i)}`, NO_EVENT)],
  );
  if (issues.length > 0) return E.left(InvalidInput(issues));
  const anew = found.map((event) => queuedAnew(endpoint, event, dueAt));
  const again = tests.map(({ withEndpoint: _, ...test }) => ({ ...test, attempts: 0, dueAt }));
  await deliveries.queue([...anew, ...again]);
  return E.right({ queued: known.size });
};
