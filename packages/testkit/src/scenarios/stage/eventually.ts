import assert from 'node:assert/strict';

/** How long a test looks: far longer than what it waits for takes on a busy machine. */
const PATIENCE_MS = 60_000;

/**
 * Looks until something that nobody waits for is there, such as a use that is noted or a worker's first look. It does
 * nothing between the looks: in memory a worker of the tests never waits for a timer, and would leave none to others.
 */
export const eventually = async (isSo: () => Promise<boolean>): Promise<void> => {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) if (await isSo()) return;
  assert.fail('it never came to be');
};
