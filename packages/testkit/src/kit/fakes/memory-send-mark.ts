import type { Mark, SendMark } from '@hundi/core';

/** A mark in memory: it outlives an engine, and a storage that is restored, but no process. */
export const memorySendMark = (): SendMark => {
  let kept: Mark | undefined;
  return {
    read: async () => kept,
    raise: async (mark) => {
      if (kept === undefined || mark.token > kept.token) kept = mark;
    },
  };
};
