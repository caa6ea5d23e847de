import type { Machine } from '../../../kernel/values/machine.js';
import { E } from '../../../kernel/fp.js';
import type { UserId } from '../../../kernel/values/ids.js';
import type { Comment } from '../../../kernel/values/text.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { OwnSettingsChange, SettingsChangeOver } from './settings-change-errors.js';
import { stateAt, type SettingsChange } from './settings-change.js';

/** The decision of a second person on a change, or the end of what it is about. */
export type SettingsChangeCommand =
  | {
      readonly type: 'approve' | 'reject';
      readonly by: UserId;
      readonly comment?: Comment | undefined;
      readonly at: EpochMs;
    }
  | {
      readonly type: 'withdraw';
      /** Who took away what it is about; undefined for an operator of the bank, whom the journal names. */
      readonly by: UserId | undefined;
      readonly at: EpochMs;
    };

/**
 * pending --approve (time left)---> approved: never by the person who proposed it
 * pending --reject (time left)----> rejected: never by the person who proposed it
 * pending --withdraw (time left)--> rejected: by whoever takes away what it is about
 * approved, rejected, and pending at or after expiresAt: nothing leads on
 */
export const stepSettingsChange: Machine<
  SettingsChange,
  SettingsChangeCommand,
  OwnSettingsChange | SettingsChangeOver
> = (change, command) => {
  const { type, by, at } = command;
  if (type !== 'withdraw' && change.proposedBy === by) return E.left(OwnSettingsChange());
  const state = stateAt(change, at);
  if (state !== 'pending') return E.left(SettingsChangeOver(state));
  const comment = type === 'withdraw' ? undefined : command.comment;
  return E.right({
    ...change,
    state: type === 'approve' ? 'approved' : 'rejected',
    revision: change.revision + 1,
    ...(by !== undefined && { decidedBy: by }),
    decidedAt: Math.max(at, change.proposedAt),
    ...(comment !== undefined && { comment }),
  });
};
