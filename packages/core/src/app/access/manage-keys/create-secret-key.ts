import type * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import { record } from '../../../kernel/codecs/record.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { UserId } from '../../../kernel/values/ids.js';
import { Name } from '../../../kernel/values/text.js';
import { Entropy } from '../../../ports/entropy.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { Proposing } from '../../settings/make-or-propose.js';
import { recipe, token } from '../../../kernel/token.js';
import type { TooManyLiveKeys } from '../../../model/access/access-errors.js';
import { createSecretKeyChange } from './key-changes.js';
import { makeOrProposeKey, newKeyText, type NoNewKey } from './make-or-propose-key.js';
import { newSecretKey } from '../../../model/access/key/secret-key.js';
import { sealKey } from '../authenticate/sealed-key.js';
import { secretKeyView, type NewSecretKey } from '../../../model/access/key/secret-key-view.js';

/** The acting user, and the name of the new key. */
export const CreateSecretKeyInput = record('CreateSecretKeyInput', {
  actorUserId: UserId,
  name: Name,
});
export type CreateSecretKeyInput = t.TypeOf<typeof CreateSecretKeyInput>;

type CreateSecretKeyError = NoNewKey | TooManyLiveKeys;

/**
 * Makes a secret key for a person who may edit the corporate's settings; a third live one of a name is refused.
 * Where it has to wait for a second person its text is shown all the same, and opens nothing before the approval.
 */
export type CreateSecretKey = UseCase<CreateSecretKeyInput, CreateSecretKeyError, NewSecretKey>;
export const CreateSecretKey = token<CreateSecretKey>('CreateSecretKey');

export const makeCreateSecretKey = recipe(
  CreateSecretKey,
  { Storage, Entropy, Sealer: GuardedSealer, Proposing },
  ({ storage, entropy, sealer, proposing }) =>
    useCase(CreateSecretKeyInput, async (tenant, { actorUserId, name }) => {
      const text = newKeyText(entropy, 'sk');
      const sealed = await sealKey(text, sealer);
      return makeOrProposeKey({ storage, proposing }, tenant, {
        actorUserId,
        text,
        kind: createSecretKeyChange,
        changeFor: async (_stores, at) => {
          const terms = { tenant, name, createdByUserId: actorUserId };
          return E.right({ key: newSecretKey(sealed, terms, at) });
        },
        view: ({ key }) => secretKeyView(key),
      });
    }),
);
