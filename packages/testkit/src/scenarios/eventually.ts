import assert from 'node:assert/strict';

/** A use is noted without waiting: a test that wants to see it looks until it is there. */
export const eventually = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (let looks = 0; looks < 1_000; looks += 1) if (await isSo()) return;
  assert.fail('it never came to be');
};
