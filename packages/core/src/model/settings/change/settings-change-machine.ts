import type { Machine } from '../../../kernel/values/machine.js';
import { E } from '../../../kernel/fp.js';
import type { UserId } from '../../../kernel/values/ids.js';
import type { Comment } from '../../../kernel/values/text.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { OwnSettingsChange, SettingsChangeOver } from './settings-change-errors.js';
import { stateAt, type SettingsChange } from './settings-change.js';

/** The decision of a second person on a change. */
export interface SettingsChangeCommand {
  readonly type: 'approve' | 'reject';
  readonly by: UserId;
  readonly comment?: Comment | undefined;
  readonly at: EpochMs;
}

/**
 * pending --approve (time left)--> approved
 * pending --reject (time left)---> rejected
 * approved, rejected, and pending at or after expiresAt: nothing leads on; never by the person who proposed it
 */
export const stepSettingsChange: Machine<
  SettingsChange,
  SettingsChangeCommand,
  OwnSettingsChange | SettingsChangeOver
> = (change, { type, by, comment, at }) => {
  if (change.proposedBy === by) return E.left(OwnSettingsChange());
  const state = stateAt(change, at);
  if (state !== 'pending') return E.left(SettingsChangeOver(state));
  return E.right({
    ...change,
    state: type === 'approve' ? 'approved' : 'rejected',
    revision: change.revision + 1,
    decidedBy: by,
    decidedAt: Math.max(at, change.proposedAt),
    ...(comment !== undefined && { comment }),
  });
};
