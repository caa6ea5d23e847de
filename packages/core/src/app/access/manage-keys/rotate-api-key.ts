import { E } from '../../../kernel/fp.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { Entropy } from '../../../ports/entropy.js';
import { proposal, type NoProposal } from '../../settings/proposal.js';
import { token } from '../../../kernel/token.js';
import { rotateApiKeyChange } from './key-changes.js';
import { apiKeyView, type NewApiKey } from '../../../model/access/key/api-key-view.js';
import { newApiKey } from '../../../model/access/key/new-api-key.js';
import { rotatable, type NotRotatable } from '../../../model/access/key/rotatable.js';
import { KeyInput } from './key-input.js';
import { newKeyText } from './new-key.js';

type RotateApiKeyError = NoProposal | NotRotatable;

/**
 * Makes the key that takes the place of another: same name, scopes and acting user, a life of its own. The
 * old one stays good for 24 h, or until its own end if that is sooner; where the new one has to wait for a second
 * person, from their approval on.
 */
export type RotateApiKey = UseCase<KeyInput, RotateApiKeyError, NewApiKey>;
export const RotateApiKey = token<RotateApiKey>('RotateApiKey');

export const makeRotateApiKey = proposal(RotateApiKey, KeyInput, { Entropy }, ({ entropy }) => ({
  kind: rotateApiKeyChange,
  want: async ({ access }, { tenant, at, by }, { keyId }) => {
    const old = rotatable(await access.apiKeysOf(tenant), keyId, at);
    if (E.isLeft(old)) return old;
    const { createdByUserId, forebears: older = [] } = old.right;
    const forebears = [...older, { keyId, createdByUserId }];
    const terms = { ...old.right, tenant, createdByUserId: by, forebears };
    const text = newKeyText(entropy, 'pak');
    const key = newApiKey(text, terms, at);
    return E.right({
      payload: { key, replaces: keyId },
      answer: () => ({ text, key: apiKeyView(key) }),
    });
  },
}));
