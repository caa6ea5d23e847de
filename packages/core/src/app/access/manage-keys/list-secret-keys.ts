import { token } from '../../../kernel/token.js';
import type { ListUseCase } from '../../../kernel/use-case/use-case.js';
import type { ActorInput } from '../../../model/access/actor-input.js';
import type { SecretKeyView } from '../../../model/access/key/secret-key-view.js';
import { SECRET_KEYS } from './key-kind.js';
import { listingKeys, type ListKeysError } from './list-keys.js';

type ListSecretKeysError = ListKeysError;

/** Every secret key that a corporate has or had, oldest first, to a person who may look at its settings. */
export type ListSecretKeys = ListUseCase<
  ActorInput,
  ListSecretKeysError,
  ReadonlyArray<SecretKeyView>
>;
export const ListSecretKeys = token<ListSecretKeys>('ListSecretKeys');

export const makeListSecretKeys = listingKeys(ListSecretKeys, SECRET_KEYS);
