import { Clock } from '../../../ports/clock.js';
import { commit } from '../../../storage/commit.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';

/**
 * Lets the engine ask the bank about every payout that there is now before it sends it. For operators, after
 * they restored a backup with which the mark was restored too (decisions §8).
 */
export type AskBeforeSending = () => Promise<void>;
export const AskBeforeSending = token<AskBeforeSending>('AskBeforeSending');

export const makeAskBeforeSending = recipe(
  AskBeforeSending,
  { Storage, Clock },
  ({ storage, clock }) =>
    () =>
      commit(storage, ({ doubts }) => doubts.draw(clock.now())),
);
