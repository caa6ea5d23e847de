import type { JournalEntry } from '../../journal/entry/entry.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import { tenantOf } from '../../../kernel/values/tenant.js';
import type { SettingsChange } from './settings-change.js';

/** The journal entry of the state that a change is now in. */
export const settingsChangeEntry = (change: SettingsChange): JournalEntry => ({
  tenant: tenantOf(change),
  subjectKind: 'settings_change',
  subjectId: change.changeId,
  sequence: change.revision,
  ...(change.state !== 'pending' && { from: 'pending' }),
  to: change.state,
  at: change.decidedAt ?? change.proposedAt,
  actor: change.decidedBy ?? change.proposedBy,
  changes:
    change.state === 'pending'
      ? {
          kind: change.kind,
          details: change.details as JsonObject,
          expiresAt: change.expiresAt,
        }
      : change.comment === undefined
        ? {}
        : { comment: change.comment },
});
