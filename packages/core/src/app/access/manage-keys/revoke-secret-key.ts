import { token } from '../../../kernel/token.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import type { SecretKeyView } from '../../../model/access/key/secret-key-view.js';
import type { KeyInput } from './key-input.js';
import { SECRET_KEYS } from './key-kind.js';
import { revokingKey, type RevokeKeyError } from './revoke-key.js';

type RevokeSecretKeyError = RevokeKeyError;

/**
 * Ends a secret key from the next request on: one that leaked, be it in its last 24 h. Revoking it again changes
 * nothing. Sessions that it created go on, and sign their returns with it.
 */
export type RevokeSecretKey = UseCase<KeyInput, RevokeSecretKeyError, SecretKeyView>;
export const RevokeSecretKey = token<RevokeSecretKey>('RevokeSecretKey');

export const makeRevokeSecretKey = revokingKey(RevokeSecretKey, SECRET_KEYS);
