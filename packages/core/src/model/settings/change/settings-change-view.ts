import * as t from 'io-ts';
import { about, documented } from '../../../kernel/codecs/documented.js';
import { UserId } from '../../../kernel/values/ids.js';
import { describedRecord, shownAs } from '../../../kernel/codecs/record.js';
import { Comment } from '../../../kernel/values/text.js';
import { EpochMs } from '../../../kernel/values/time.js';
import {
  SettingsChangeName,
  SettingsChangeState,
  stateAt,
  type SettingsChange,
} from './settings-change.js';

/** A proposed change as people see it. Times in epoch ms. */
export const SettingsChangeView = describedRecord(
  'SettingsChange',
  'A change of settings that waits, or has waited, for approval by a second person.',
  {
    changeId: t.string,
    kind: SettingsChangeName,
    state: SettingsChangeState,
    details: documented(t.record(t.string, t.unknown), {
      type: 'object',
      description: 'The requested values, without secrets.',
    }),
    proposedBy: UserId,
    proposedAt: EpochMs,
    expiresAt: about(EpochMs, 'When the change expires if it is not approved. Epoch milliseconds.'),
  },
  { decidedBy: UserId, decidedAt: EpochMs, comment: Comment },
);
export type SettingsChangeView = t.TypeOf<typeof SettingsChangeView>;

/** The part of a result that is present when the change waits for approval by a second person. */
export interface AwaitsApproval {
  readonly settingsChange?: SettingsChangeView;
}

export const awaits = (change: SettingsChangeView | undefined): AwaitsApproval =>
  change === undefined ? {} : { settingsChange: change };

/** Shows a change as it stands at a moment. */
export const settingsChangeView = (change: SettingsChange, now: EpochMs): SettingsChangeView =>
  shownAs(SettingsChangeView, { ...change, state: stateAt(change, now) });
