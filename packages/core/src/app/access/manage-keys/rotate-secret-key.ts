import { E } from '../../../kernel/fp.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { Entropy } from '../../../ports/entropy.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { Proposing } from '../../settings/make-or-propose.js';
import { recipe, token } from '../../../kernel/token.js';
import { rotatable, type NotRotatable } from '../../../model/access/key/rotatable.js';
import { KeyInput } from './key-input.js';
import { makeOrProposeKey, newKeyText, type NoNewKey } from './make-or-propose-key.js';
import { rotateSecretKeyChange } from './key-changes.js';
import { newSecretKey } from '../../../model/access/key/secret-key.js';
import { sealKey } from '../authenticate/sealed-key.js';
import { secretKeyView, type NewSecretKey } from '../../../model/access/key/secret-key-view.js';

type RotateSecretKeyError = NoNewKey | NotRotatable;

/**
 * Makes the secret key that takes the place of another, which stays good for 24 h or until its own end if that
 * is sooner; where the new one has to wait for a second person, from their approval on. Sessions go on signing their
 * returns with the key that created them, however long they last.
 */
export type RotateSecretKey = UseCase<KeyInput, RotateSecretKeyError, NewSecretKey>;
export const RotateSecretKey = token<RotateSecretKey>('RotateSecretKey');

export const makeRotateSecretKey = recipe(
  RotateSecretKey,
  { Storage, Entropy, Sealer: GuardedSealer, Proposing },
  ({ storage, entropy, sealer, proposing }) =>
    useCase(KeyInput, async (tenant, { actorUserId, keyId }) => {
      const text = newKeyText(entropy, 'sk');
      const sealed = await sealKey(text, sealer);
      return makeOrProposeKey({ storage, proposing }, tenant, {
        actorUserId,
        text,
        kind: rotateSecretKeyChange,
        changeFor: async ({ access }, at) => {
          const old = rotatable(await access.secretKeysOf(tenant), keyId, at);
          if (E.isLeft(old)) return old;
          const terms = { tenant, name: old.right.name, createdByUserId: actorUserId };
          return E.right({ key: newSecretKey(sealed, terms, at), replaces: keyId });
        },
        view: ({ key }) => secretKeyView(key),
      });
    }),
);
