import { DAY, iso, SECOND, type EpochMs } from '../kernel/time.js';
import type { Stores } from '../ports/storage.js';
import { stepDelivery, type DeliveryStep } from './delivery-machine.js';
import type { DeliveryAttempt, DeliveryProgress, QueuedDelivery } from './delivery.js';
import { stepEndpoint, type EndpointState } from './endpoint-machine.js';
import { journalEndpoint } from './endpoint-entry.js';
import type { WebhookEndpoint } from './endpoint.js';
import type { Consignment } from './outgoing.js';
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

/** What came of a consignment: how far the endpoint is, and whether anything may be sent to it. */
export interface Recorded {
  readonly progress: DeliveryProgress;
  readonly isEnabled: boolean;
}

/**
 * Writes what came of a consignment in one go: attempts, what is queued again, how far the endpoint has come.
 *
 * @param dice gives a number from 0 to 1, evenly spread, whenever it is called
 */
export const recordDeliveries = async (
  stores: Stores,
  consignment: Consignment,
  sent: ReadonlyArray<Sent>,
  at: EpochMs,
  dice: () => number,
): Promise<Recorded> => {
  const { endpoint, progress } = consignment;
  const { deliveries } = stores;
  const { tenant, endpointId } = progress;
  const stepped = sent.map((one) => ({
    sent: one,
    step: stepDelivery(one.outgoing, resultOf(one), one.at + one.durationMs, dice()),
  }));
  await deliveries.note(stepped.map((one) => attemptOf(progress, one)));
  const ours = await unlessReplayed(stores, progress, stepped);
  await requeue(stores, progress, ours);
  await deliveries.forgetAttempts(tenant, endpointId, at - ATTEMPTS_KEPT, 2 * sent.length);
  await raiseDead(stores, progress, ours, at);

  const state = afterAll(progress, sent, at);
  const next = nextProgress(consignment, sent, state);
  await deliveries.putProgress(next);
  if (state.status === 'enabled') return { progress: next, isEnabled: true };
  await disable(stores, endpoint, state);
  return { progress: next, isEnabled: false };
};

/**
 * What the queue is to be told of. What was replayed while it was on its way stays as the replay left it: whoever
 * asked for it was told so.
 */
const unlessReplayed = async (
  { deliveries }: Stores,
  { tenant, endpointId }: DeliveryProgress,
  stepped: ReadonlyArray<Stepped>,
): Promise<ReadonlyArray<Stepped>> => {
  const told = stepped.filter(
    ({ sent, step }) => step.status !== 'delivered' || sent.outgoing.queued !== undefined,
  );
  const ids = told.map(({ sent }) => sent.outgoing.eventId);
  const present = await deliveries.queuedOf(tenant, endpointId, ids);
  const now = new Map(present.map((queued) => [queued.eventId, queued]));
  return told.filter(({ sent: { outgoing } }) =>
    isSameTurn(now.get(outgoing.eventId), outgoing.queued),
  );
};

const isSameTurn = (now: QueuedDelivery | undefined, then: QueuedDelivery | undefined): boolean =>
  now?.attempts === then?.attempts && now?.dueAt === then?.dueAt;

const requeue = async (
  { deliveries }: Stores,
  progress: DeliveryProgress,
  stepped: ReadonlyArray<Stepped>,
): Promise<void> => {
  const { tenant, endpointId } = progress;
  await deliveries.queue(stepped.flatMap((one) => queuedOf(progress, one)));
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
  return stepEndpoint(
    { status: 'enabled', ...(failingSince !== undefined && { failingSince }) },
    { type: 'heard', taken, failed: sent.length - taken, gone: sent.some(isGone), at },
  );
};

const nextProgress = (
  { progress: { tenant, endpointId, position, slow }, outgoing, upTo }: Consignment,
  sent: ReadonlyArray<Sent>,
  state: EndpointState,
): DeliveryProgress => {
  const failingSince = state.status === 'enabled' ? state.failingSince : undefined;
  const spent = sent.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const isSlow = failingSince !== undefined || spent > SLOW_FROM * sent.length;
  return {
    tenant,
    endpointId,
    position:
      sent.length === outgoing.length
        ? upTo
        : Math.max(position, ...sent.map(({ outgoing: { position: place = 0 } }) => place)),
    slow: sent.length === 0 ? slow : isSlow,
    ...(failingSince !== undefined && { failingSince }),
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
): ReadonlyArray<QueuedDelivery> => {
  if (step.status === 'delivered') return [];
  const { eventId, type, eventAt, queued } = outgoing;
  return [
    {
      ...{ tenant, endpointId, eventId, type, eventAt, attempts: step.attempts },
      ...(step.status === 'waiting' && { dueAt: step.dueAt }),
      ...(queued?.body !== undefined && { body: queued.body }),
    },
  ];
};

/** One incident a day for each endpoint that has dead letters: its list of attempts names them all. */
const raiseDead = async (
  { journal }: Stores,
  { tenant, endpointId }: DeliveryProgress,
  stepped: ReadonlyArray<Stepped>,
  at: EpochMs,
): Promise<void> => {
  const dead = stepped.find(({ step }) => step.status === 'dead');
  if (dead === undefined) return;
  const subjectId = `${endpointId}/${iso(at).slice(0, 10)}`;
  const detail = `${dead.sent.outgoing.eventId} was not taken after ${String(dead.step.attempts)} attempts`;
  await journal.raise([{ tenant, kind: 'delivery_dead', subjectId, at, detail }]);
};

const disable = async (
  stores: Stores,
  endpoint: WebhookEndpoint,
  { by, at }: Extract<EndpointState, { readonly status: 'disabled' }>,
): Promise<void> => {
  const { bankTenantId, corporateTenantId, endpointId } = endpoint;
  const tenant = { bankTenantId, corporateTenantId };
  // Whoever else changes endpoints of this corporate waits from here on.
  await stores.tenancy.holdCorporate(tenant);
  const known = await stores.webhookEndpoints.find(tenant, endpointId);
  if (known === undefined || known.disabled !== undefined) return;
  await stores.webhookEndpoints.put([{ ...known, disabled: { by, at } }]);
  const next = { to: 'disabled', at, actor: DELIVERY, changes: { disabledBy: by } } as const;
  const sequence = await journalEndpoint(stores, known, next);
  const subjectId = `${endpointId}/${String(sequence)}`;
  await stores.journal.raise([{ tenant, kind: 'endpoint_disabled', subjectId, at, detail: by }]);
};
