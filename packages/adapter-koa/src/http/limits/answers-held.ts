import type { Context } from 'koa';
import type { Socket } from 'node:net';
import { RateLimited, TooManyAnswers } from '../../problem/refusal.js';
import { HeldBytes, type HeldLimits } from '../held-bytes.js';

const MIB = 1_024 * 1_024;

export const ANSWERS_HELD: HeldLimits = { ofCaller: 8 * MIB, inAll: 32 * MIB };

const RETRY_AFTER_SECONDS = 1;

// However many parts of an engine are mounted, its answers are counted together.
const heldFor = new WeakMap<object, HeldBytes>();

/** Counts the bytes of answers that their clients have not taken. */
export interface AnswersHeld {
  /** Why a caller gets no answer now: as much waits as may. The last answer before may be of any length. */
  readonly refusal: (who: string) => RateLimited | TooManyAnswers | undefined;
  /** Counts the answer of a request until its client has taken it, or is gone. */
  readonly hold: (who: string, ctx: Pick<Context, 'req' | 'res'>, bytes: number) => void;
}

export const answersHeld = (engine: object, limits: HeldLimits): AnswersHeld => {
  const held = heldFor.get(engine) ?? new HeldBytes();
  heldFor.set(engine, held);
  // Node tells only the first of several answers that wait on a connection when that is gone.
  const bySocket = new WeakMap<Socket, Set<() => void>>();
  const waitingOn = (socket: Socket): Set<() => void> => {
    const known = bySocket.get(socket);
    if (known !== undefined) return known;
    const waiting = new Set<() => void>();
    bySocket.set(socket, waiting);
    socket.once('close', () => {
      for (const release of waiting) release();
    });
    return waiting;
  };
  return {
    refusal: (who) => {
      const over = held.over(who, 1, limits);
      if (over === 'ofCaller') return RateLimited(RETRY_AFTER_SECONDS, 'unread answers');
      return over === 'inAll' ? TooManyAnswers() : undefined;
    },
    hold: (who, { req: { socket }, res }, bytes) => {
      if (socket.destroyed) return;
      const waiting = waitingOn(socket);
      const release = (): void => {
        if (waiting.delete(release)) held.add(who, -bytes);
      };
      waiting.add(release);
      held.add(who, bytes);
      res.once('close', release);
    },
  };
};
