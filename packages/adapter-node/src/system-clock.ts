import type { Clock } from '@hundi/core';

/** The clock of the operating system, in epoch ms. */
export const systemClock: Clock = { now: () => Date.now() };
