import { token } from '../../../kernel/token.js';
import type { ListUseCase } from '../../../kernel/use-case/use-case.js';
import type { ActorInput } from '../../../model/access/actor-input.js';
import type { ApiKeyView } from '../../../model/access/key/api-key-view.js';
import { API_KEYS } from './key-kind.js';
import { listingKeys, type ListKeysError } from './list-keys.js';

type ListApiKeysError = ListKeysError;

/** Every partner key that a corporate has or had, oldest first, to a person who may look at its settings. */
export type ListApiKeys = ListUseCase<ActorInput, ListApiKeysError, ReadonlyArray<ApiKeyView>>;
export const ListApiKeys = token<ListApiKeys>('ListApiKeys');

export const makeListApiKeys = listingKeys(ListApiKeys, API_KEYS);
