import type { RecordChanges } from '../../writer/changes.js';
import { writeRecords } from '../../writer/write-changes.js';
import { following } from '../../../model/journal/entry/entry.js';
import type { Incident } from '../../../model/journal/entry/incident.js';
import { E } from '../../../kernel/fp.js';
import { picked } from '../../../kernel/picked.js';
import { tenantOf } from '../../../kernel/values/tenant.js';
import { DAY, iso, SECOND, type EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import { stepBackoff, type Backoff } from '../../../model/webhook/endpoint/backoff-machine.js';
import {
  stepDelivery,
  type DeliveryStep,
} from '../../../model/webhook/endpoint/delivery-machine.js';
import type {
  DeliveryAttempt,
  DeliveryProgress,
  QueuedDelivery,
} from '../../../model/webhook/endpoint/delivery.js';
import {
  stepEndpoint,
  type EndpointState,
} from '../../../model/webhook/endpoint/endpoint-machine.js';
import { nextEndpointEntry } from './endpoint-entry.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import type { Consignment } from './outgoing.js';
import { queuePassedOver } from './probe.js';
import { isGone, isTaken, resultOf, type Sent } from './send-outgoing.js';

/** An endpoint whose deliveries take longer than this on average waits with others like it. */
const SLOW_FROM = SECOND;

/** How long attempts are kept to be looked at. */
const ATTEMPTS_KEPT = 30 * DAY;

/** The name that the journal gives to what disables an endpoint by itself. */
const DELIVERY = 'deliver-webhooks';

interface Stepped {
  readonly sent: Sent;
  readonly step: DeliveryStep;
}

/** The outcome of a consignment: the progress of the endpoint, and whether it may be sent anything. */
export interface Recorded {
  readonly progress: DeliveryProgress;
  readonly isEnabled: boolean;
}

/** Whether the record of a consignment disables its endpoint. */
export const isDisabledBy = (
  { progress }: Consignment,
  sent: ReadonlyArray<Sent>,
  at: EpochMs,
): boolean => afterAll(progress, sent, at).status === 'disabled';

/**
 * Writes what came of a consignment in one go: attempts, what is queued again, how far the endpoint has come. The unit
 * holds the corporate if {@link isDisabledBy} says that the endpoint is disabled.
 *
 * @param dice gives a number from 0 to 1, evenly spread, whenever it is called
 */
export const recordDeliveries = async (
  stores: Stores,
  read: Consignment,
  sent: ReadonlyArray<Sent>,
  { at, dice }: { readonly at: EpochMs; readonly dice: () => number },
): Promise<Recorded> => {
  const { endpoint, progress } = read;
  const { deliveries } = stores;
  const { tenant, endpointId } = progress;
  // A person may have changed the endpoint meanwhile: nothing is written over that.
  if (sent.length === 0 && read.upTo === progress.position) {
    const current = await deliveries.progress(tenant, endpointId);
    return { progress: current ?? progress, isEnabled: true };
  }
  const consignment = sent.every(isTaken) ? read : await asItIsNow(stores, read);
  const backoff = backoffAfter(consignment, sent, dice());
  const stepped = sent.map((one) => ({ sent: one, step: stepOf(one, backoff, dice()) }));
  await deliveries.note(stepped.map((one) => attemptOf(progress, one)));
  const ours = await unlessReplayed(stores, progress, stepped);
  await regulate(stores, consignment, backoff, at);
  await requeue(stores, progress, ours.filter(isInItsTurn), backoff !== undefined);
  const ahead = sent.find((one) => isTaken(one) && one.outgoing.isAhead === true);
  if (ahead !== undefined) {
    const tried = new Set(sent.map(({ outgoing }) => outgoing.eventId));
    await queuePassedOver(stores, consignment, ahead.outgoing, { tried, at });
  }
  await deliveries.forgetAttempts(tenant, endpointId, at - ATTEMPTS_KEPT, 2 * sent.length);

  const state = afterAll(consignment.progress, sent, at);
  const next = nextProgress(consignment, sent, state, backoff);
  await deliveries.putProgress(next);
  const isEnabled = state.status === 'enabled';
  const ending = isEnabled ? {} : await disabling(stores, endpoint, state);
  await writeRecords(stores, { incidents: deadAmong(progress, ours, at) }, ending);
  return { progress: next, isEnabled };
};

/** The consignment, with the endpoint and how long it has failed as a person may have changed them since it was read. */
const asItIsNow = async (
  { webhookEndpoints, deliveries }: Stores,
  read: Consignment,
): Promise<Consignment> => {
  const { tenant, endpointId } = read.progress;
  const endpoint = await webhookEndpoints.find(tenant, endpointId);
  const now = await deliveries.progress(tenant, endpointId);
  if (endpoint === undefined || now === undefined) return read;
  const { failingSince: _, backoff: __, ...progress } = read.progress;
  return {
    ...read,
    endpoint,
    progress: { ...progress, ...picked(now, ['failingSince', 'backoff']) },
  };
};

/** The endpoint's backoff from now on. Attempts that a person requested meanwhile lengthen no wait. */
const backoffAfter = (
  { progress, probes }: Consignment,
  sent: ReadonlyArray<Sent>,
  dice: number,
): Backoff | undefined => {
  const taken = sent.filter(isTaken).length;
  const asked = sent.flatMap((one) => {
    const result = resultOf(one);
    return result.type === 'failed' ? [result.retryAfter ?? 0] : [];
  });
  const isConclusive =
    probes !== 'while left alone' &&
    sent.some(({ outgoing, answer }) => outgoing.attempts === 0 || answer.kind === 'unanswered');
  return E.toUnion(
    stepBackoff(progress.backoff, {
      taken,
      failed: sent.length - taken,
      isConclusive,
      retryAfter: Math.max(0, ...asked),
      dice,
      at: Math.max(0, ...sent.map(({ at, durationMs }) => at + durationMs)),
    }),
  );
};

/**
 * Where a delivery is after an attempt. One that failed no oftener than its whole endpoint waits with it, and is
 * due as soon as the endpoint may be tried.
 */
const stepOf = (one: Sent, backoff: Backoff | undefined, dice: number): DeliveryStep => {
  const at = one.at + one.durationMs;
  const step = E.toUnion(stepDelivery(one.outgoing, { dice, at, ...resultOf(one) }));
  if (step.status !== 'waiting' || backoff === undefined) return step;
  const { failures, until } = backoff;
  return { ...step, dueAt: step.attempts <= failures ? until : Math.max(step.dueAt, until) };
};

/** An event that was tried ahead of others and failed is tried again in its turn. */
const isInItsTurn = ({ sent, step }: Stepped): boolean =>
  sent.outgoing.isAhead !== true || step.status === 'delivered';

/** Moves what waits in the queue of an endpoint that begins to answer, or does not. */
const regulate = async (
  { deliveries }: Stores,
  { progress: { tenant, endpointId, backoff: before }, readAt }: Consignment,
  backoff: Backoff | undefined,
  at: EpochMs,
): Promise<void> => {
  if (backoff !== undefined) await deliveries.delay(tenant, endpointId, readAt, backoff.until);
  else if (before !== undefined) await deliveries.hasten(tenant, endpointId, at);
};

/**
 * The outcomes to record in the queue. An event that was replayed during its attempt stays as the replay left it.
 */
const unlessReplayed = async (
  { deliveries }: Stores,
  { tenant, endpointId }: DeliveryProgress,
  stepped: ReadonlyArray<Stepped>,
): Promise<ReadonlyArray<Stepped>> => {
  const relevant = stepped.filter(
    ({ sent, step }) => step.status !== 'delivered' || sent.outgoing.queued !== undefined,
  );
  const ids = relevant.map(({ sent }) => sent.outgoing.eventId);
  const present = await deliveries.queuedOf(tenant, endpointId, ids);
  const now = new Map(present.map((queued) => [queued.eventId, queued]));
  return relevant.filter(({ sent: { outgoing } }) =>
    isSameTurn(now.get(outgoing.eventId), outgoing.queued),
  );
};

const isSameTurn = (now: QueuedDelivery | undefined, then: QueuedDelivery | undefined): boolean =>
  now?.attempts === then?.attempts && now?.dueAt === then?.dueAt;

const requeue = async (
  { deliveries }: Stores,
  progress: DeliveryProgress,
  stepped: ReadonlyArray<Stepped>,
  withEndpoint: boolean,
): Promise<void> => {
  const { tenant, endpointId } = progress;
  await deliveries.queue(stepped.flatMap((one) => queuedOf(progress, one, withEndpoint)));
  const taken = stepped.filter(({ step }) => step.status === 'delivered');
  await deliveries.unqueue(
    tenant,
    endpointId,
    taken.map(({ sent }) => sent.outgoing.eventId),
  );
};

const afterAll = (
  { failingSince }: DeliveryProgress,
  sent: ReadonlyArray<Sent>,
  at: EpochMs,
): EndpointState => {
  const taken = sent.filter(isTaken).length;
  return E.toUnion(
    stepEndpoint(
      { status: 'enabled', ...(failingSince !== undefined && { failingSince }) },
      { type: 'attempted', taken, failed: sent.length - taken, gone: sent.some(isGone), at },
    ),
  );
};

const nextProgress = (
  { progress: { tenant, endpointId, position, slow }, outgoing, upTo }: Consignment,
  sent: ReadonlyArray<Sent>,
  state: EndpointState,
  backoff: Backoff | undefined,
): DeliveryProgress => {
  const passed = sent.filter((one) => one.outgoing.isAhead !== true || isTaken(one));
  const isAll =
    sent.filter((one) => one.outgoing.isAhead !== true).length >=
    outgoing.filter(({ isAhead }) => isAhead !== true).length;
  const failingSince = state.status === 'enabled' ? state.failingSince : undefined;
  const spent = sent.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const isSlow = failingSince !== undefined || spent > SLOW_FROM * sent.length;
  return {
    tenant,
    endpointId,
    position: Math.max(
      isAll ? upTo : position,
      ...passed.map(({ outgoing: { position: place = 0 } }) => place),
    ),
    slow: sent.length === 0 ? slow : isSlow,
    ...(failingSince !== undefined && { failingSince }),
    ...(backoff !== undefined && { backoff }),
  };
};

const attemptOf = (
  { tenant, endpointId }: DeliveryProgress,
  { sent: { outgoing, at, durationMs, answer }, step }: Stepped,
): DeliveryAttempt => ({
  tenant,
  endpointId,
  eventId: outgoing.eventId,
  type: outgoing.type,
  attempt: step.attempts,
  at,
  durationMs,
  status: step.status,
  ...(answer.kind === 'answered'
    ? { code: answer.status, ...(answer.text !== '' && { answer: readable(answer.text) }) }
    : { fault: answer.fault }),
  ...(step.status === 'waiting' && { nextAt: step.dueAt }),
});

const ANSWER_MAX = 1024;
/** Control characters other than those that lay a text out, and halves of characters. */
const UNREADABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}/gu;

/** Without what no database and no screen takes. */
const readable = (text: string): string => text.slice(0, ANSWER_MAX).replace(UNREADABLE, '\ufffd');

const queuedOf = (
  { tenant, endpointId }: DeliveryProgress,
  { sent: { outgoing }, step }: Stepped,
  withEndpoint: boolean,
): ReadonlyArray<QueuedDelivery> => {
  if (step.status === 'delivered') return [];
  const { eventId, type, eventAt, queued } = outgoing;
  return [
    {
      tenant,
      endpointId,
      eventId,
      type,
      eventAt,
      attempts: step.attempts,
      ...(step.status === 'waiting' && { dueAt: step.dueAt }),
      ...(withEndpoint && { withEndpoint }),
      ...(queued?.body !== undefined && { body: queued.body }),
    },
  ];
};

/** One incident a day for each endpoint that has dead letters: its list of attempts names them all. */
const deadAmong = (
  { tenant, endpointId }: DeliveryProgress,
  stepped: ReadonlyArray<Stepped>,
  at: EpochMs,
): ReadonlyArray<Incident> => {
  const dead = stepped.find(({ step }) => step.status === 'dead');
  if (dead === undefined) return [];
  const subjectId = `${endpointId}/${iso(at).slice(0, 10)}`;
  const detail = `${dead.sent.outgoing.eventId} was not taken after ${String(dead.step.attempts)} attempts`;
  return [{ tenant, kind: 'delivery_dead', subjectId, at, detail }];
};

const disabling = async (
  { webhookEndpoints, journal }: Stores,
  endpoint: WebhookEndpoint,
  { by, at }: Extract<EndpointState, { readonly status: 'disabled' }>,
): Promise<RecordChanges> => {
  const { endpointId } = endpoint;
  const tenant = tenantOf(endpoint);
  const known = await webhookEndpoints.find(tenant, endpointId);
  if (known === undefined || known.disabled !== undefined) return {};
  const next = { to: 'disabled', at, actor: DELIVERY, changes: { disabledBy: by } } as const;
  const last = await journal.last(tenant, endpointId);
  const entry = following(last, nextEndpointEntry(known, next));
  const subjectId = `${endpointId}/${String(entry.sequence)}`;
  return {
    saves: [(stores) => stores.webhookEndpoints.put([{ ...known, disabled: { by, at } }])],
    entries: [entry],
    incidents: [{ tenant, kind: 'endpoint_disabled', subjectId, at, detail: by }],
  };
};
