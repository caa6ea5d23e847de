import type { Clock, WebhookAnswer, WebhookMessage, WebhookSender } from '@hundi/core';
import type { Crossing } from '../engine/crossing.js';
import { STRUCK_STATES, type StruckState } from '../world/faults.js';
import { strike, type World } from '../world/world.js';
import { TIMED_OUT, type Receivers } from './receivers.js';

export interface SenderParts {
  readonly world: World;
  readonly crossing: Crossing;
  readonly receivers: Receivers;
}

/** The adapter's own promise, by a monotonic timer. */
const GIVES_UP_AFTER = 15_000;

/** How often a message waits before it arrives, and its answer before it arrives: turns are dear. */
const WAITS_TO_ARRIVE = 0.2;
const WAITS_TO_ANSWER = 0.1;

const TYPE = /"type":"transaction\.(\w+)"/;
/** The type is at the beginning. */
const HEAD = 120;

/** The state of a payout that a message reports, however late: a fault of the message is a fault of this state. */
const statesIn = ({ body }: WebhookMessage): ReadonlyArray<StruckState> => {
  const [, type] = TYPE.exec(Buffer.from(body.subarray(0, HEAD)).toString()) ?? [];
  const reached = type === 'returned' ? 'failed' : type;
  return STRUCK_STATES.filter((state) => state === reached);
};

/** The receivers as one process reaches them: messages wait for the scheduler, and so do their answers. */
export const simulatedSender = (
  process: string,
  clock: Clock,
  { world, crossing, receivers }: SenderParts,
): WebhookSender => {
  const waits = (likely: number): boolean => !world.calm && world.random.schedule.chance(likely);

  const send = async (message: WebhookMessage): Promise<WebhookAnswer> => {
    const sentAt = clock.now();
    const calledAt = world.now;
    const inHand = async () => statesIn(message);
    const drawn = waits(WAITS_TO_ARRIVE)
      ? await crossing.arrive(process, 'webhook', inHand)
      : crossing.fateAt('webhook');
    if (world.now - calledAt > GIVES_UP_AFTER) return TIMED_OUT;
    const { attempt, answer, fate } = receivers.meet(message, sentAt, drawn);
    if (fate !== 'none' && !world.calm) strike(world, fate, statesIn(message));
    if (waits(WAITS_TO_ANSWER)) await crossing.arrive(process, 'webhook_answer', inHand);
    attempt.answer = world.now - calledAt > GIVES_UP_AFTER ? TIMED_OUT : answer;
    return attempt.answer;
  };

  return { objection: () => Promise.resolve(undefined), send };
};
