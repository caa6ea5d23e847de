import { E } from '../../../kernel/fp.js';
import type { UserId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Entropy } from '../../../ports/entropy.js';
import type { SettingsChangeKind } from '../../settings/change-kind.js';
import type { TooManySettingsChanges } from '../../../model/settings/change/settings-change-errors.js';
import {
  awaits,
  type AwaitsApproval,
} from '../../../model/settings/change/settings-change-view.js';
import { makeOrPropose, type Proposing } from '../../settings/make-or-propose.js';
import type { Storage, Stores } from '../../../storage/storage.js';
import type { ActorNotFound, SettingsDenied } from '../../../model/access/access-errors.js';
import { KEY_ENTROPY_BYTES, writeKey, type KeyPrefix } from '../../../model/access/key/key-text.js';

interface KeyPorts {
  readonly storage: Storage;
  readonly proposing: Proposing;
}

/** The text of a new key, from random bytes. */
export const newKeyText = ({ bytes }: Entropy, prefix: KeyPrefix): string =>
  writeKey(prefix, bytes(KEY_ENTROPY_BYTES));

/** A key that a person wants. `P` is the change that brings it, `V` what people see of it. */
export interface WantedKey<P, L, F, M, V> {
  readonly actorUserId: UserId;
  readonly text: string;
  readonly kind: SettingsChangeKind<P, L, F>;
  /** The change that brings the key, or why there can be none. */
  readonly changeFor: (stores: Stores, at: EpochMs) => Promise<E.Either<M, P>>;
  readonly view: (change: P) => V;
}

/** Why no key is made or proposed, of either kind (decisions §3). */
export type NoNewKey = ActorNotFound | SettingsDenied | TooManySettingsChanges;

/**
 * Makes a key with a new text for a person who may edit the corporate's settings, or proposes it where a second person
 * has to approve it. Either way the answer is the only one with the text.
 */
export const makeOrProposeKey = <P, L, F, M, V extends object>(
  { storage, proposing }: KeyPorts,
  tenant: Tenant,
  { actorUserId, text, kind, changeFor, view }: WantedKey<P, L, F, M, V>,
) =>
  proposing<NoNewKey | L | M, { readonly text: string } & V & AwaitsApproval>(
    storage,
    { tenant, by: actorUserId, permissions: kind.permissions },
    async (stores, proposal) => {
      const change = await changeFor(stores, proposal.at);
      if (E.isLeft(change)) return change;
      const made = await makeOrPropose(stores, kind, change.right, proposal);
      if (E.isLeft(made)) return made;
      return E.right({ text, ...view(change.right), ...awaits(made.right) });
    },
  );
