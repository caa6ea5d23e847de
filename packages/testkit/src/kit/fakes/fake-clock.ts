import type { Clock, EpochMs } from '@hundi/core';

/** A clock that stands still until it is moved, in either direction. */
export interface FakeClock extends Clock {
  readonly advance: (ms: number) => void;
  readonly set: (at: EpochMs) => void;
}

/** Monday, 5 January 2026, 10:00 in India: banks are open. */
const MONDAY_MORNING: EpochMs = Date.UTC(2026, 0, 5, 4, 30);

/** Starts on a Monday morning in India by default. */
export const fakeClock = (start: EpochMs = MONDAY_MORNING): FakeClock => {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    set: (at) => {
      now = at;
    },
  };
};
