import { token } from '../../../kernel/token.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import type { ApiKeyView } from '../../../model/access/key/api-key-view.js';
import type { KeyInput } from './key-input.js';
import { API_KEYS } from './key-kind.js';
import { revokingKey, type RevokeKeyError } from './revoke-key.js';

type RevokeApiKeyError = RevokeKeyError;

/** Ends a key from the next request on; revoking it again changes nothing and answers the same. */
export type RevokeApiKey = UseCase<KeyInput, RevokeApiKeyError, ApiKeyView>;
export const RevokeApiKey = token<RevokeApiKey>('RevokeApiKey');

export const makeRevokeApiKey = revokingKey(RevokeApiKey, API_KEYS);
