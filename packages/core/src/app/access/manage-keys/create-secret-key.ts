import type * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import { record } from '../../../kernel/codecs/record.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { UserId } from '../../../kernel/values/ids.js';
import { Name } from '../../../kernel/values/text.js';
import { Entropy } from '../../../ports/entropy.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { proposal, type NoProposal } from '../../settings/proposal.js';
import { token } from '../../../kernel/token.js';
import type { TooManyLiveKeys } from '../../../model/access/access-errors.js';
import { createSecretKeyChange } from './key-changes.js';
import { newSealedKey } from './new-key.js';
import { newSecretKey } from '../../../model/access/key/secret-key.js';
import { secretKeyView, type NewSecretKey } from '../../../model/access/key/secret-key-view.js';

/** The acting user, and the name of the new key. */
export const CreateSecretKeyInput = record('CreateSecretKeyInput', {
  actorUserId: UserId,
  name: Name,
});
export type CreateSecretKeyInput = t.TypeOf<typeof CreateSecretKeyInput>;

type CreateSecretKeyError = NoProposal | TooManyLiveKeys;

/**
 * Makes a secret key for a person who may edit the corporate's settings; a third live one of a name is refused.
 * Where it has to wait for a second person its text is shown all the same, and opens nothing before the approval.
 */
export type CreateSecretKey = UseCase<CreateSecretKeyInput, CreateSecretKeyError, NewSecretKey>;
export const CreateSecretKey = token<CreateSecretKey>('CreateSecretKey');

export const makeCreateSecretKey = proposal(
  CreateSecretKey,
  CreateSecretKeyInput,
  { Entropy, Sealer: GuardedSealer },
  ({ entropy, sealer }) => ({
    kind: createSecretKeyChange,
    prepare: async (_tenant) => E.right(await newSealedKey(entropy, sealer)),
    want: async (_stores, { tenant, by, at }, { name }, { text, sealed }) => {
      const key = newSecretKey(sealed, { tenant, name, createdByUserId: by }, at);
      return E.right({ payload: { key }, answer: () => ({ text, ...secretKeyView(key) }) });
    },
  }),
);
