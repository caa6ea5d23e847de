import { E } from '../../../kernel/fp.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { Entropy } from '../../../ports/entropy.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { proposal, type NoProposal } from '../../settings/proposal.js';
import { token } from '../../../kernel/token.js';
import { rotatable, type NotRotatable } from '../../../model/access/key/rotatable.js';
import { KeyInput } from './key-input.js';
import { newSealedKey } from './new-key.js';
import { rotateSecretKeyChange } from './key-changes.js';
import { newSecretKey } from '../../../model/access/key/secret-key.js';
import { secretKeyView, type NewSecretKey } from '../../../model/access/key/secret-key-view.js';

type RotateSecretKeyError = NoProposal | NotRotatable;

/**
 * Makes the secret key that takes the place of another, which stays good for 24 h or until its own end if that
 * is sooner; where the new one has to wait for a second person, from their approval on. Sessions go on signing their
 * returns with the key that created them, however long they last.
 */
export type RotateSecretKey = UseCase<KeyInput, RotateSecretKeyError, NewSecretKey>;
export const RotateSecretKey = token<RotateSecretKey>('RotateSecretKey');

export const makeRotateSecretKey = proposal(
  RotateSecretKey,
  KeyInput,
  { Entropy, Sealer: GuardedSealer },
  ({ entropy, sealer }) => ({
    kind: rotateSecretKeyChange,
    prepare: async (_tenant) => E.right(await newSealedKey(entropy, sealer)),
    want: async ({ access }, { tenant, by, at }, { keyId }, { text, sealed }) => {
      const old = rotatable(await access.secretKeysOf(tenant), keyId, at);
      if (E.isLeft(old)) return old;
      const { name } = old.right;
      const key = newSecretKey(sealed, { tenant, name, createdByUserId: by }, at);
      return E.right({
        payload: { key, replaces: keyId },
        answer: () => ({ text, ...secretKeyView(key) }),
      });
    },
  }),
);
