import type { Clock, Pacer } from '@hundi/core';

/** How a worker waits. All in ms. */
export interface NodePacing {
  /** How long it sleeps at most: another process may have added work without a call from here. Default 1,000. */
  readonly pollMs?: number;
  /** Work is taken once no more has been added for this many milliseconds. Default 2. */
  readonly quietMs?: number;
  /** How long work gathers at most where more keeps coming: one commit then serves many. Default 100. */
  readonly gatherMs?: number;
}

/** So many wake-ups within one gathering are a stream; a payment by itself makes four on its way to the bank. */
const STREAM_WAKES = 6;

const alarm: Pacer['alarm'] = (ms, ring) => {
  const timer = setTimeout(ring, ms);
  return () => {
    clearTimeout(timer);
  };
};

/** Paces work on Node's event loop. A worker that waits for work does not keep the process alive. */
export const nodePacer = (
  clock: Clock,
  { pollMs = 1_000, quietMs = 2, gatherMs = 100 }: NodePacing = {},
): Pacer => {
  const waiting = new Set<() => void>();
  const recent: number[] = [];
  const computing: (() => void)[] = [];
  let wakes = 0;

  const nextTurn = (): void => {
    const resolve = computing.shift();
    if (computing.length > 0) setImmediate(nextTurn);
    resolve?.();
  };

  /** Whether work has been coming in as a stream: then more is on its way, though it is quiet now. */
  const isStream = (): boolean =>
    recent.length === STREAM_WAKES && performance.now() - (recent[0] ?? 0) < gatherMs;

  /** Resolves when it has been quiet for a while, or after the longest gathering there is. */
  const gather = (resolve: () => void): void => {
    const wait = isStream() ? gatherMs : quietMs;
    const latest = performance.now() + gatherMs - wait;
    const more = (): void => {
      if (performance.now() < latest) timer.refresh();
    };
    const timer = setTimeout(() => {
      waiting.delete(more);
      resolve();
    }, wait);
    waiting.add(more);
  };

  const sleep = (ms: number, resolve: () => void): void => {
    const rouse = (): void => {
      clearTimeout(timer);
      waiting.delete(rouse);
      gather(resolve);
    };
    const timer = setTimeout(rouse, ms).unref();
    waiting.add(rouse);
  };

  return {
    // One turn for each round of the event loop, however many wait: side by side, long computations hold requests up
    // no longer than one of them does.
    breathe: () =>
      new Promise((resolve) => {
        computing.push(resolve);
        if (computing.length === 1) setImmediate(nextTurn);
      }),
    wake: () => {
      wakes += 1;
      recent.push(performance.now());
      if (recent.length > STREAM_WAKES) recent.shift();
      for (const goOn of [...waiting]) goOn();
    },
    wakes: () => wakes,
    idle: (until, seen) =>
      new Promise((resolve) => {
        const wait = until === undefined ? pollMs : Math.min(until - clock.now(), pollMs);
        if (seen !== wakes || wait <= 0) gather(resolve);
        else sleep(wait, resolve);
      }),
    alarm,
  };
};
