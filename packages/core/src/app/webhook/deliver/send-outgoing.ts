import { SECOND, type EpochMs } from '../../../kernel/values/time.js';
import type { Clock } from '../../../ports/clock.js';
import { inTime, NoAnswerInTime } from '../../../ports/in-time.js';
import type { Pacer } from '../../../ports/pacer.js';
import type {
  WebhookAnswer,
  WebhookMessage,
  WebhookSender,
} from '../../../ports/webhook-sender.js';
import type { AttemptResult } from '../../../model/webhook/endpoint/delivery-machine.js';
import type { Consignment, Outgoing } from './outgoing.js';
import { readRetryAfter } from '../../../model/webhook/endpoint/retry-schedule.js';
import { sign } from '../../../model/webhook/receiver/signature.js';

/** One attempt that was made. */
export interface Sent {
  readonly outgoing: Outgoing;
  readonly at: EpochMs;
  readonly durationMs: number;
  readonly answer: WebhookAnswer;
}

export interface Recipient {
  readonly endpointId: string;
  readonly url: string;
  readonly keys: ReadonlyArray<Uint8Array>;
}

/** Requests that one endpoint has under way at once. */
const CONCURRENCY = 8;

/** How long a request may take. The sender gives up before (15 s). */
const ANSWERED_WITHIN = 16 * SECOND;

/** How long new requests are begun: what is under way then ends within the lease (25 s). */
export const BEGIN_WITHIN = 8 * SECOND;

/** How often a consignment asks whether its endpoint is still the same. */
const LOOK_EVERY = SECOND;

const GONE = 410;

/** Whether the receiver took the event: it said so, with a 2xx. */
export const isTaken = ({ answer }: Sent): boolean =>
  answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;

/** Whether the receiver wants no more events. */
export const isGone = ({ answer }: Sent): boolean =>
  answer.kind === 'answered' && answer.status === GONE;

const isTimedOut = ({ answer }: Sent): boolean =>
  answer.kind === 'unanswered' && answer.fault === 'timed_out';

export const resultOf = (sent: Sent): AttemptResult => {
  if (isTaken(sent)) return { type: 'taken' };
  const { answer, at, durationMs } = sent;
  const header = answer.kind === 'answered' ? answer.retryAfter : undefined;
  const retryAfter = header === undefined ? undefined : readRetryAfter(header, at + durationMs);
  return { type: 'failed', ...(retryAfter !== undefined && { retryAfter }) };
};

/** What sending needs of the host, and where it reports what went wrong. */
export interface Sending {
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly pacer: Pacer;
  readonly report: (error: unknown) => void;
  /** Whether the endpoint is still to be sent this, and there. */
  readonly isStillSo: () => Promise<boolean>;
}

const TIMED_OUT = { kind: 'unanswered', fault: 'timed_out' } as const;

/** What became of a message. A sender that does not answer holds up no other event. */
const answerTo = async (
  message: WebhookMessage,
  { sender, pacer, report }: Pick<Sending, 'sender' | 'pacer' | 'report'>,
): Promise<WebhookAnswer> => {
  try {
    return await inTime('webhook sender', () => sender.send(message), {
      pacer,
      report,
      withinMs: ANSWERED_WITHIN,
    });
  } catch (error) {
    if (!(error instanceof NoAnswerInTime)) throw error;
    report(error);
    return TIMED_OUT;
  }
};

const attemptOne = async (
  { clock: { now }, ...sending }: Sending,
  { endpointId, url, keys }: Recipient,
  outgoing: Outgoing,
): Promise<Sent> => {
  const at = now();
  const body = new TextEncoder().encode(outgoing.body);
  const headers = sign(keys, outgoing.eventId, at, body);
  const answer = await answerTo({ endpointId, url, headers, body }, sending);
  return { outgoing, at, durationMs: Math.max(now() - at, 0), answer };
};

/**
 * Sends one after another, several at once, in order. Ends early after some time, when the receiver is gone, within a
 * second after a person has changed or disabled the endpoint, and when it fails at as many in a row as are under way:
 * the rest has lost nothing by not being tried. A probe
 * sends one at a time, until one is taken, or takes all the time there is.
 *
 * @returns the attempts that were made: a beginning of what was to be sent
 */
export const sendOutgoing = async (
  sending: Sending,
  recipient: Recipient,
  { outgoing, probes, readAt }: Pick<Consignment, 'outgoing' | 'probes' | 'readAt'>,
): Promise<ReadonlyArray<Sent>> => {
  const lines = probes === undefined ? CONCURRENCY : 1;
  const { clock } = sending;
  const until = clock.now() + BEGIN_WITHIN;
  const sent: Sent[] = [];
  let [lookedAt, isSame] = [readAt, true];
  let [next, taken, failedInARow, gone, isSilent] = [0, 0, 0, false, false];
  const isOver = (): boolean =>
    gone || (probes === undefined ? failedInARow >= CONCURRENCY : taken > 0 || isSilent);
  const goesOn = (): boolean => isSame && !isOver() && (next < lines || clock.now() < until);
  const isLookDue = (): boolean => clock.now() - lookedAt >= LOOK_EVERY;
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    isSame = await sending.isStillSo();
    lookedAt = clock.now();
    looking = undefined;
  };

  const line = async (): Promise<void> => {
    for (let mine = outgoing[next]; mine !== undefined && goesOn(); mine = outgoing[next]) {
      if (isLookDue()) {
        await (looking ??= look());
        continue;
      }
      const place = next;
      next += 1;
      const one = await attemptOne(sending, recipient, mine);
      sent[place] = one;
      if (isTaken(one)) taken += 1;
      failedInARow = isTaken(one) ? 0 : failedInARow + 1;
      gone ||= isGone(one);
      isSilent ||= isTimedOut(one);
    }
  };
  await Promise.all(Array.from({ length: lines }, line));
  return sent;
};
