import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a test looks: far longer than what it waits for takes on a busy machine. */
const PATIENCE_MS = 60_000;

/** Looks until something that nobody waits for is there, such as a use that is noted or a worker's first look. */
export const eventually = async (isSo: () => Promise<boolean>): Promise<void> => {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    if (await isSo()) return;
    await pause(1);
  }
  assert.fail('it never came to be');
};
