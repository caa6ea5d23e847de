import { hex } from '../../../kernel/secrets/hex.js';

/** The prefixes of partner keys and secret keys (decisions §3). */
export type KeyPrefix = 'pak' | 'sk';

const KEY_ID_BYTES = 8;
const SECRET_BYTES = 24;

/** Random bytes that one new key takes. */
export const KEY_ENTROPY_BYTES = KEY_ID_BYTES + SECRET_BYTES;

export interface KeyParts {
  readonly keyId: string;
  readonly secret: string;
}

const KEY_ID = /^[A-Za-z0-9]{4,40}$/;
const SHAPE = /^(pak|sk)_([A-Za-z0-9]{4,40})_([A-Za-z0-9]{32,128})$/;

/** Whether a key could have this id. */
export const isKeyId = (text: string): boolean => KEY_ID.test(text);

/** Splits a key into its parts; undefined when it is not a key of that kind. */
export const parseKey = (prefix: KeyPrefix, text: string): KeyParts | undefined => {
  const [, kind, keyId, secret] = SHAPE.exec(text) ?? [];
  return kind === prefix && keyId !== undefined && secret !== undefined
    ? { keyId, secret }
    : undefined;
};

/** A key that a bank brings along must be hard to guess: enough different characters, not one run. */
export const isStrong = ({ secret }: KeyParts): boolean => new Set(secret).size >= 10;

/** Writes a new key from random bytes. */
export const writeKey = (prefix: KeyPrefix, random: Uint8Array): string =>
  `${prefix}_${hex(random.subarray(0, KEY_ID_BYTES))}_${hex(random.subarray(KEY_ID_BYTES, KEY_ENTROPY_BYTES))}`;
