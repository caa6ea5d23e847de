import { Causes } from '../../duty/causes.js';
import { E } from '../../../kernel/fp.js';
import { sameDigest, sha256 } from '../../../kernel/secrets/digest.js';
import { groupCommit } from '../../../kernel/flow/group-commit.js';
import type { UserId } from '../../../kernel/values/ids.js';
import { tenantOf, type Tenant } from '../../../kernel/values/tenant.js';
import { Clock } from '../../../ports/clock.js';
import { isStorageAway } from '../../../storage/storage-away.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { InvalidKey } from '../../../model/access/access-errors.js';
import { opens } from '../../../model/access/key/api-key-life.js';
import type { ApiKey } from '../../../model/access/key/api-key.js';
import { parseKey } from '../../../model/access/key/key-text.js';
import { noteKeyUses } from './note-key-uses.js';
import type { Scope } from '../../../model/access/scope.js';

/** The caller, identified by their key (§5). */
export interface Caller {
  readonly tenant: Tenant;
  readonly keyId: string;
  readonly scopes: ReadonlyArray<Scope>;
  readonly createdByUserId: UserId;
  readonly actsAsUserId?: UserId;
}

/**
 * Finds the owner of a partner key (§5). The store is asked at every request, so a revocation counts from the next
 * one on; requests that arrive together share one look-up. Notes the use of a good key, and waits for no note.
 */
export type Authenticate = (key: string | undefined) => Promise<E.Either<InvalidKey, Caller>>;
export const Authenticate = token<Authenticate>('Authenticate');

// Compared when there is no such key, so that an unknown id takes as long as a wrong secret.
const NO_DIGEST = sha256('');

export const makeAuthenticate = recipe(
  Authenticate,
  { Storage, Clock, Causes },
  ({ storage, clock, causes }) => {
    const lookUp = groupCommit<string, ApiKey | undefined>(
      async (keyIds) => {
        const keys = await storage.read(({ access }) => access.apiKeys([...new Set(keyIds)]));
        return keyIds.map((keyId) => keys.find((key) => key.keyId === keyId));
      },
      100,
      {
        onGroupFailure: (error) => causes.report('read-key', error),
        affectsAll: isStorageAway,
      },
    );

    const note = noteKeyUses(storage, causes);

    return async (text) => {
      const parts = parseKey('pak', text ?? '');
      if (parts === undefined) return E.left(InvalidKey());
      const key = await lookUp(parts.keyId);
      const secretFits = sameDigest(sha256(parts.secret), key?.secretDigest ?? NO_DIGEST);
      const now = clock.now();
      if (key === undefined || !secretFits || !opens(key, now)) return E.left(InvalidKey());
      note({ keyId: key.keyId, usedAt: now });
      return E.right(callerOf(key));
    };
  },
);

const callerOf = (key: ApiKey): Caller => ({
  tenant: tenantOf(key),
  keyId: key.keyId,
  scopes: key.scopes,
  createdByUserId: key.createdByUserId,
  ...(key.actsAsUserId !== undefined && { actsAsUserId: key.actsAsUserId }),
});
