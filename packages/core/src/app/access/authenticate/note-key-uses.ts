import type { Causes } from '../../duty/causes.js';
import { groupCommit } from '../../../kernel/flow/group-commit.js';
import { MINUTE } from '../../../kernel/values/time.js';
import { commit } from '../../../storage/commit.js';
import { isStorageAway } from '../../../storage/storage-away.js';
import type { Storage } from '../../../storage/storage.js';
import type { KeyUse } from '../../../model/access/key/api-key.js';

/**
 * Notes uses of keys, each key's at most once a minute, those that come together in one write. No request waits
 * for it. In memory it remembers a number for each key that was used.
 */
export const noteKeyUses = (storage: Storage, causes: Causes): ((use: KeyUse) => void) => {
  const noted = new Map<string, number>();
  const write = groupCommit<KeyUse, undefined>(
    async (uses) => {
      await commit(storage, ({ access }) => access.noteUses(uses), { brief: true });
      return uses.map(() => undefined);
    },
    100,
    { onGroupFailure: (error) => causes.report('note-key-use', error), affectsAll: isStorageAway },
  );

  return (use) => {
    const last = noted.get(use.keyId);
    if (last !== undefined && use.usedAt - last < MINUTE) return;
    noted.set(use.keyId, use.usedAt);
    // A hint for people: the key's next minute brings a fresh one.
    write(use).catch((error: unknown) => {
      causes.report('note-key-use', error, [{ subjectId: use.keyId }]);
    });
  };
};
