import type { Duty } from '../duty/duty.js';
import type { Clock } from '../ports/clock.js';
import { commit } from '../storage/commit.js';
import type { SendMark } from '../ports/send-mark.js';
import type { Storage } from '../storage/storage.js';
import { token } from '../kernel/token.js';

/**
 * Compares the mark with what the database knows, once. A token that was sent under and never given out here
 * was given out by a life of the database that a restored backup has ended: then the line of doubt is drawn.
 */
export type DetectRestore = () => Promise<void>;
export const DetectRestore = token<DetectRestore>('DetectRestore');

export const makeDetectRestore = (
  storage: Storage,
  clock: Clock,
  sendMark: SendMark,
): DetectRestore => {
  let met: Promise<void> | undefined;
  return () => {
    met ??= meet(storage, clock, sendMark).catch((error: unknown) => {
      met = undefined;
      throw error;
    });
    return met;
  };
};

const meet = async (storage: Storage, clock: Clock, sendMark: SendMark): Promise<void> => {
  const mark = await sendMark.read();
  if (mark === undefined) return;
  if (mark.token <= (await storage.read(({ work }) => work.lastToken()))) return;
  // The forgotten life may have had a clock that was ahead of this one.
  const at = Math.max(clock.now(), mark.at);
  await commit(storage, ({ doubts }) => doubts.draw(at));
  // Only now: until the line is drawn, only the mark shows the restore.
  await commit(storage, ({ work }) => work.skipTokens(mark.token));
};

/**
 * The same duty, which claims nothing before the mark is met: a claim gives out tokens, and they would hide the
 * doubt.
 */
export const afterDetection = (duty: Duty, detectRestore: DetectRestore): Duty => ({
  ...duty,
  run: async (onFull) => {
    await detectRestore();
    return duty.run(onFull);
  },
});
