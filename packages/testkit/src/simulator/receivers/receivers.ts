import type { EpochMs, WebhookAnswer, WebhookMessage } from '@hundi/core';
import type { WebhookEndpoint } from '@hundi/core/wire';
import type { Fate } from '../engine/crossing.js';
import { befallsReceivers, type ReceiverFault } from '../world/faults.js';
import { LEFT_DEAD } from '../people/endpoints.js';
import { note, type World } from '../world/world.js';

/** One attempt that reached a receiver, or would have if it lived. */
export interface Attempt {
  readonly message: WebhookMessage;
  /** The clock of the process that sent it. */
  readonly sentAt: EpochMs;
  /** Whether the receiver has the event now. A liar has not, and says so. */
  readonly taken: boolean;
  /** The answer that the engine got; undefined while it has not, or when its process died over it. */
  answer: WebhookAnswer | undefined;
  /** The life of the storage that a restored backup made it forget; 0: it has not. */
  forgottenIn: number;
}

/** Those who receive webhooks, with a memory of their own. */
export interface Receivers {
  /** The endpoints behind which they wait for events. */
  readonly endpoints: ReadonlyArray<WebhookEndpoint>;
  readonly attempts: ReadonlyArray<Attempt>;
  /** A message arrives; answers what was made of it, before the engine gets its answer. */
  readonly meet: (message: WebhookMessage, sentAt: EpochMs, fate: Fate) => Met;
  /** Returns a function that marks later deliveries as sent by a storage that has forgotten them. */
  readonly remember: () => () => void;
  /** Every receiver lives again, also one that stayed dead for days. */
  readonly revive: () => void;
}

export interface Met {
  readonly attempt: Attempt;
  readonly answer: WebhookAnswer;
  /** The fault that it fell to. */
  readonly fate: Fate;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DEAD_FOR = [10 * SECOND, 10 * SECOND, 10 * MINUTE, 120 * MINUTE];

const NOBODY: WebhookAnswer = { kind: 'unanswered', fault: 'connection_failed' };
export const TIMED_OUT: WebhookAnswer = { kind: 'unanswered', fault: 'timed_out' };

const said = (status: number, retryAfter?: string): WebhookAnswer => ({
  kind: 'answered',
  status,
  text: '',
  ...(retryAfter !== undefined && { retryAfter }),
});

const REFUSALS = [
  said(500),
  said(302),
  said(429, '30'),
  said(429, '3600'),
  said(503, 'Mon, 05 Jan 2026 12:00:00 GMT'),
];

type Reaction = readonly [WebhookAnswer, boolean];

export const newReceivers = (
  world: World,
  endpoints: ReadonlyArray<WebhookEndpoint>,
): Receivers => {
  const { receivers: dice } = world.random;
  const attempts: Attempt[] = [];
  const deadUntil = new Map<string, EpochMs>(
    world.climate.staysDead ? [[LEFT_DEAD, Infinity]] : [],
  );
  let lives = 0;

  const isDead = (endpointId: string): boolean => {
    const until = deadUntil.get(endpointId) ?? 0;
    return until === Infinity || (!world.calm && until > world.now);
  };

  const healthy = (): Reaction => [said(204), true];

  /** The answer, and whether the receiver takes the event. */
  const reactions: Readonly<Record<ReceiverFault, (endpointId: string) => Reaction>> = {
    receiver_slow: () => [TIMED_OUT, dice.chance(0.5)],
    receiver_refuses: () => [dice.pick(REFUSALS), false],
    receiver_lies: () => [said(200), false],
    receiver_answer_lost: () => [NOBODY, true],
    receiver_dead: (endpointId) => {
      if (!isDead(endpointId)) deadUntil.set(endpointId, world.now + dice.pick(DEAD_FOR));
      return [NOBODY, false];
    },
    receiver_gone: () => [said(410), false],
  };

  return {
    endpoints,
    attempts,
    meet: (message, sentAt, drawn) => {
      const { endpointId, headers } = message;
      const fate = isDead(endpointId) ? 'receiver_dead' : drawn;
      const [answer, taken] = befallsReceivers(fate) ? reactions[fate](endpointId) : healthy();
      const attempt: Attempt = { message, sentAt, taken, answer: undefined, forgottenIn: 0 };
      attempts.push(attempt);
      // After the heal endpoints are delivered to side by side, in an order that is the storage's own.
      if (!world.calm) note(world, `${endpointId} ${headers['webhook-id']} ${fate}`);
      return { attempt, answer, fate };
    },
    remember: () => {
      const count = attempts.length;
      return () => {
        lives += 1;
        for (const attempt of attempts.slice(count)) {
          if (attempt.forgottenIn === 0) attempt.forgottenIn = lives;
        }
      };
    },
    revive: () => {
      deadUntil.clear();
    },
  };
};
