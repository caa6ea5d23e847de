import { setTimeout as sleep } from 'node:timers/promises';
import { E } from '@hundi/core';
import type { Called } from './call.js';

const FIRST_WAIT_MS = 250;
const WAIT_MAX_MS = 60_000;

/** The wait that an answer asks for, in ms; undefined if it asks for none. */
export const retryAfterMs = (headers: Headers, now: number): number | undefined => {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const until = /^\d{1,6}$/.test(text) ? now + Number(text) * 1_000 : Date.parse(text);
  return Number.isNaN(until) ? undefined : Math.min(Math.max(until - now, 0), WAIT_MAX_MS);
};

/** Statuses of a service that is busy or on its way up again. */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const isOver = (called: Called): boolean =>
  E.isLeft(called) ? called.left.isFinal === true : !LATER.has(called.right.status);

/** How often, and how it waits in between; resolves early where a signal stops the wait. */
export interface Patience {
  readonly tries: number;
  readonly wait: (ms: number) => Promise<void>;
  readonly stop: AbortSignal;
}

/** Waits until the time is over or a signal comes. */
export const waitFor =
  (stop: AbortSignal) =>
  async (ms: number): Promise<void> => {
    await sleep(ms, undefined, { signal: stop }).catch(() => undefined);
  };

/**
 * Calls again, later each time, while the service is busy or does not answer, and no sooner than it asks for. Only for
 * calls that may be repeated.
 */
export const callPatiently = async (
  call: () => Promise<Called>,
  { tries, wait, stop }: Patience,
): Promise<Called> => {
  const isStopped = (): boolean => stop.aborted;
  let pause = FIRST_WAIT_MS;
  for (let left = tries - 1; ; left -= 1) {
    const called = await call();
    if (isOver(called) || left <= 0 || isStopped()) return called;
    const asked = E.isRight(called) ? retryAfterMs(called.right.headers, Date.now()) : undefined;
    await wait(Math.max(asked ?? 0, pause));
    if (isStopped()) return called;
    pause *= 2;
  }
};
