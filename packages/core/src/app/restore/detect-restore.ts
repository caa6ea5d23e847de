import { recipe, token } from '../../kernel/token.js';
import { Clock } from '../../ports/clock.js';
import { commit } from '../../storage/commit.js';
import { Storage } from '../../storage/storage.js';
import { skipTokens } from '../duty/claims.js';
import { GuardedSendMark } from '../duty/guarded-send-mark.js';

/**
 * Compares the mark with what the database knows. A token that was sent under and never given out here was given out
 * by a life of the database that a restored backup has ended: then the line of doubt is drawn. Asked each time: a
 * backup may be restored under a running process.
 */
export type DetectRestore = () => Promise<void>;
export const DetectRestore = token<DetectRestore>('DetectRestore');

export const makeDetectRestore = recipe(
  DetectRestore,
  { Storage, Clock, SendMark: GuardedSendMark },
  ({ storage, clock, sendMark }) =>
    async () => {
      const mark = await sendMark.read();
      if (mark === undefined) return;
      if (mark.token <= (await storage.read(({ work }) => work.lastToken()))) return;
      // The forgotten life may have had a clock that was ahead of this one.
      const at = Math.max(clock.now(), mark.at);
      await commit(storage, ({ doubts }) => doubts.draw(at));
      // Only now: until the line is drawn, only the mark shows the restore.
      await commit(storage, (stores) => skipTokens(stores, mark.token));
    },
);
