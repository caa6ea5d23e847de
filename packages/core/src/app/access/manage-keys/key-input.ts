import * as t from 'io-ts';
import { record } from '../../../kernel/codecs/record.js';
import { UserId } from '../../../kernel/values/ids.js';

/** The acting user, and the key that they change: a partner key or a secret key. An unknown id is not found. */
export const KeyInput = record('KeyInput', { actorUserId: UserId, keyId: t.string });
export type KeyInput = t.TypeOf<typeof KeyInput>;
