import type { RecordChanges } from '../writer/changes.js';
import { E } from '../../kernel/fp.js';
import { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import type { Factor } from '../../model/factor/held/factor.js';
import { settingsChangeEntry } from '../../model/settings/change/settings-change-entry.js';
import { stepSettingsChange } from '../../model/settings/change/settings-change-machine.js';
import type { SettingsChange } from '../../model/settings/change/settings-change.js';
import type { Making } from './change-kind.js';

/** The changes that wait for a second person to approve one of these factors. */
export const changesAbout = async (
  { settingsChanges }: Stores,
  tenant: Tenant,
  factors: ReadonlyArray<Factor>,
): Promise<ReadonlyArray<SettingsChange>> => {
  const found: SettingsChange[] = [];
  for (const { factorId, changeId } of factors) {
    if (changeId === undefined) continue;
    const change = await settingsChanges.find(tenant, changeId);
    if (change?.kind === 'enrol_factor' && change.details['factorId'] === factorId)
      found.push(change);
  }
  return found;
};

/**
 * Ends changes whose factors are taken away, in the same commit: nobody could approve them any more, and what waits keeps
 * others from proposing. One that is over already stays as it is.
 */
export const withdrawing = (
  changes: ReadonlyArray<SettingsChange>,
  { by, at }: Pick<Making, 'by' | 'at'>,
): Required<Pick<RecordChanges, 'saves' | 'entries'>> => {
  // An operator of the bank has no id of a user: the journal alone names them.
  const user = UserId.is(by) ? by : undefined;
  const over = changes.flatMap((change) => {
    const stepped = stepSettingsChange(change, { type: 'withdraw', by: user, at });
    return E.isLeft(stepped) ? [] : [stepped.right];
  });
  return {
    saves: over.map(
      (next) =>
        ({ settingsChanges }) =>
          settingsChanges.replace(next),
    ),
    entries: over.map((next) => ({ ...settingsChangeEntry(next), actor: by })),
  };
};
