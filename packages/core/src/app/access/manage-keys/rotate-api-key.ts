import { E } from '../../../kernel/fp.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { Entropy } from '../../../ports/entropy.js';
import { Storage } from '../../../storage/storage.js';
import { Proposing } from '../../settings/make-or-propose.js';
import { recipe, token } from '../../../kernel/token.js';
import { rotateApiKeyChange } from './key-changes.js';
import { apiKeyView, type NewApiKey } from '../../../model/access/key/api-key-view.js';
import { newApiKey } from '../../../model/access/key/new-api-key.js';
import { rotatable, type NotRotatable } from '../../../model/access/key/rotatable.js';
import { KeyInput } from './key-input.js';
import { makeOrProposeKey, newKeyText, type NoNewKey } from './make-or-propose-key.js';

type RotateApiKeyError = NoNewKey | NotRotatable;

/**
 * Makes the key that takes the place of another: same name, scopes and acting user, a life of its own. The
 * old one stays good for 24 h, or until its own end if that is sooner; where the new one has to wait for a second
 * person, from their approval on.
 */
export type RotateApiKey = UseCase<KeyInput, RotateApiKeyError, NewApiKey>;
export const RotateApiKey = token<RotateApiKey>('RotateApiKey');

export const makeRotateApiKey = recipe(
  RotateApiKey,
  { Storage, Entropy, Proposing },
  ({ storage, entropy, proposing }) =>
    useCase(KeyInput, (tenant, { actorUserId, keyId }) => {
      const text = newKeyText(entropy, 'pak');
      return makeOrProposeKey({ storage, proposing }, tenant, {
        actorUserId,
        text,
        kind: rotateApiKeyChange,
        changeFor: async ({ access }, at) => {
          const old = rotatable(await access.apiKeysOf(tenant), keyId, at);
          if (E.isLeft(old)) return old;
          const { createdByUserId, forebears = [] } = old.right;
          const terms = {
            ...old.right,
            tenant,
            createdByUserId: actorUserId,
            forebears: [...forebears, { keyId, createdByUserId }],
          };
          return E.right({ key: newApiKey(text, terms, at), replaces: keyId });
        },
        view: ({ key }) => ({ key: apiKeyView(key) }),
      });
    }),
);
