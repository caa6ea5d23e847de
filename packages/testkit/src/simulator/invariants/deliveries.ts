import { createHmac } from 'node:crypto';
import type { DeliveryAttempt } from '@hundi/core/wire';
import { KEYS, wants } from '../people/endpoints.js';
import type { Attempt } from '../receivers/receivers.js';
import type { EventBody } from './feed-evidence.js';
import type { FeedInvariant } from './feed.js';

const idOf = ({ message }: Attempt): string => message.headers['webhook-id'];

const textOf = ({ message }: Attempt): string => Buffer.from(message.body).toString();

const signatureFault = (attempt: Attempt): string | undefined => {
  const { message, sentAt } = attempt;
  const { 'webhook-timestamp': timestamp, 'webhook-signature': signature } = message.headers;
  if (timestamp !== String(Math.floor(sentAt / 1_000)))
    return 'carries the time of another attempt';
  const expected = createHmac('sha256', KEYS.get(message.endpointId) ?? '')
    .update(`${idOf(attempt)}.${timestamp}.`)
    .update(message.body)
    .digest('base64');
  return signature === `v1,${expected}` ? undefined : 'is not signed by the secret of its endpoint';
};

const sameBytes: FeedInvariant = {
  name: 'I27',
  promise: 'every attempt carries the bytes that were sealed, signed, with the time of the attempt',
  *broken({ simulation, sealed }) {
    const bodies = new Map<string, string>();
    for (const { events } of sealed)
      for (const { eventId, body } of events) bodies.set(`0 ${eventId}`, body);
    for (const attempt of simulation.receivers.attempts) {
      const id = idOf(attempt);
      const fault = signatureFault(attempt);
      if (fault !== undefined) yield `an attempt of ${id} ${fault}`;
      const text = textOf(attempt);
      // Events that a restored storage has forgotten are compared only with each other: no other record has them.
      const name = `${String(attempt.forgottenIn)} ${id}`;
      const known = bodies.get(name);
      if (known === undefined && attempt.forgottenIn === 0) yield `${id} is no event`;
      else if (known !== undefined && known !== text) yield `${id} was sent in other bytes`;
      if (!text.startsWith(`{"id":"${id}"`)) yield `${id} is not the id in its body`;
      bodies.set(name, text);
    }
  },
};

/** The knowledge of a receiver of every payout event that sorts by sequence. */
const bySequence: FeedInvariant = {
  name: 'I29',
  promise:
    'a receiver that sorts by sequence sees every change of a payout, one following the other',
  *broken({ simulation, bodies: all }) {
    const seen = new Map<string, Map<number, EventBody>>();
    const { attempts, endpoints } = simulation.receivers;
    for (const attempt of attempts) {
      if (!attempt.taken || attempt.forgottenIn > 0) continue;
      const { message } = attempt;
      const endpoint = endpoints.find(({ endpointId }) => endpointId === message.endpointId);
      if (endpoint === undefined || !wants(endpoint, 'transaction.scheduled')) continue;
      const body = all.get(idOf(attempt));
      const id = body?.data.object['transactionId'];
      if (body === undefined || typeof id !== 'string') continue;
      const own = seen.get(id) ?? new Map<number, EventBody>();
      seen.set(id, own.set(body.sequence, body));
    }
    for (const [id, own] of seen) {
      for (let sequence = 1; sequence <= own.size; sequence += 1) {
        const body = own.get(sequence);
        const before = own.get(sequence - 1)?.data.object['status'];
        if (body === undefined) yield `${id} has no change ${String(sequence)}`;
        else if (body.data.previousStatus !== before)
          yield `${id} comes from ${String(body.data.previousStatus)} and was ${String(before)}`;
      }
    }
  },
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How long an attempt waits after so many failed ones. */
const WAITS = [
  0,
  5_000,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** The longest `Retry-After` of the receivers. */
const ASKED: Readonly<Record<number, number>> = { 429: HOUR, 503: 24 * HOUR };

/** Deliveries that are sent together begin within the lease. */
const BESIDE = 30_000;

const scheduleFault = (
  { attempt, at, durationMs, status, nextAt }: DeliveryAttempt,
  { asked, lastEnd }: { readonly asked: number; readonly lastEnd: number },
): string | undefined => {
  if (attempt > WAITS.length) return `was tried ${String(attempt)} times`;
  if (status === 'dead' && attempt < WAITS.length) return `was given up after ${String(attempt)}`;
  if (status !== 'waiting') return undefined;
  const wait = WAITS[attempt];
  if (wait === undefined || nextAt === undefined) return 'waits for nothing';
  const gap = nextAt - at - durationMs;
  // Its own wait, or a later one of its endpoint, which failed more often and was tried last later.
  const fits = WAITS.slice(attempt).some(
    (one) =>
      gap >= 0.8 * one - 1 && gap <= Math.max(1.2 * one, asked) + 1 + lastEnd - at - durationMs,
  );
  return fits ? undefined : `waits ${String(gap)} ms after ${String(attempt)} attempts`;
};

const onSchedule: FeedInvariant = {
  name: 'I30',
  promise: 'delivered is what the receiver said that it took; ten attempts at most, as scheduled',
  *broken({ recorded, simulation }) {
    const accepted = new Set<string>();
    for (const { message, sentAt, answer } of simulation.receivers.attempts) {
      if (answer?.kind !== 'answered' || answer.status >= 300) continue;
      accepted.add(`${message.endpointId} ${message.headers['webhook-id']} ${String(sentAt)}`);
    }
    for (const [endpointId, { attempts, dead }] of recorded) {
      const last = attempts.filter(({ status }) => status === 'dead').length;
      if (dead > last)
        yield `${endpointId} has ${String(dead)} given up, ${String(last)} tried to the end`;
      for (const one of attempts) {
        const beside = attempts.filter(({ at }) => Math.abs(at - one.at) <= BESIDE);
        const asked = Math.max(0, ...beside.map(({ code = 0 }) => ASKED[code] ?? 0));
        const lastEnd = Math.max(...beside.map(({ at, durationMs }) => at + durationMs));
        const fault = scheduleFault(one, { asked, lastEnd });
        if (fault !== undefined) yield `${one.eventId} ${fault}`;
        if (one.status !== 'delivered') continue;
        if (!accepted.has(`${endpointId} ${one.eventId} ${String(one.at)}`))
          yield `${one.eventId} is delivered, and ${endpointId} never said so`;
      }
    }
  },
};

const allArrive: FeedInvariant = {
  name: 'I37',
  promise: 'a month after the heal every endpoint has every event that it subscribes to',
  *broken({ sealed, simulation }) {
    const taken = new Set<string>();
    const { attempts, endpoints } = simulation.receivers;
    for (const attempt of attempts) {
      if (attempt.taken && attempt.forgottenIn === 0)
        taken.add(`${attempt.message.endpointId} ${idOf(attempt)}`);
    }
    for (const endpoint of endpoints) {
      const { endpointId, corporateTenantId } = endpoint;
      const own = sealed.find(({ tenant }) => tenant.corporateTenantId === corporateTenantId);
      const wanted = new Set<string>();
      for (const { eventId, type } of own?.events ?? []) {
        if (!wants(endpoint, type)) continue;
        wanted.add(eventId);
        if (!taken.has(`${endpointId} ${eventId}`))
          yield `${endpointId} never took ${eventId} (${type})`;
      }
      for (const attempt of attempts) {
        if (attempt.message.endpointId !== endpointId || attempt.forgottenIn > 0) continue;
        if (!wanted.has(idOf(attempt)))
          yield `${endpointId} was sent ${idOf(attempt)} without a subscription`;
      }
    }
  },
};

export const deliveryInvariants: ReadonlyArray<FeedInvariant> = [
  sameBytes,
  bySequence,
  onSchedule,
  allArrive,
];
