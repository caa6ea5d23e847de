import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Sealer } from '@hundi/core';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_LETTERS = 16;

/** How long each key of {@link aesSealer} is. */
export const KEK_BYTES = 32;

/**
 * The id of a key: 16 hexadecimal digits that reveal nothing of it. Sealed texts carry it, and logs may.
 */
export const kekId = (kek: Uint8Array): string =>
  createHmac('sha256', kek).update('hundi kek id v1').digest('hex').slice(0, ID_LETTERS);

// The way of sealing, the id of the key, and nonce, tag and text. The way before carried no id: v1.<body>
const SEALED = /^(?:v1|v2\.(?<id>[0-9a-f]{16}))\.(?<body>[\w-]*)$/;

interface Parts {
  readonly id?: string | undefined;
  readonly bytes: Buffer;
}

const partsOf = (sealed: string): Parts | undefined => {
  const { id, body = '' } = SEALED.exec(sealed)?.groups ?? {};
  const bytes = Buffer.from(body, 'base64url');
  // The last letter of base64 has bits to spare: only one spelling is ours.
  const isOurs = bytes.toString('base64url') === body && bytes.length >= NONCE_BYTES + TAG_BYTES;
  return isOurs ? { id, bytes } : undefined;
};

const opened = (kek: Uint8Array, bytes: Buffer, context: string): string | undefined => {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, kek, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context, 'utf8'));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};

interface Keys {
  readonly all: ReadonlyArray<Uint8Array>;
  readonly byId: ReadonlyMap<string, Uint8Array>;
  readonly current: Uint8Array;
}

const keysOf = (keks: Uint8Array | ReadonlyArray<Uint8Array>): Keys => {
  const all = keks instanceof Uint8Array ? [keks] : keks;
  const [current] = all;
  if (current === undefined || all.some(({ length }) => length !== KEK_BYTES))
    throw new Error(`a key of ${String(KEK_BYTES)} bytes is needed`);
  const byId = new Map(all.map((kek) => [kekId(kek), kek]));
  if (byId.size !== all.length) throw new Error('a key is given twice');
  return { all, byId, current };
};

/** The {@link kekId} of the key under which {@link aesSealer} sealed a text; undefined where the text does not say. */
export const kekIdOf = (sealed: string): string | undefined => partsOf(sealed)?.id;

/**
 * Seals with AES-256-GCM: a fresh nonce each time, the context authenticated beside the secret. Of several keys it seals
 * with the first, and opens with any; each text carries the id of its key. It is never away.
 *
 * @param keks one key, or several.
 * @throws when a key is not 32 bytes long, none is given, or one is given twice.
 */
export const aesSealer = (keks: Uint8Array | ReadonlyArray<Uint8Array>): Sealer => {
  const { all, byId, current } = keysOf(keks);
  const id = kekId(current);
  return {
    seal: async (secret, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context, 'utf8'));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const body = Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
      return `v2.${id}.${body}`;
    },
    open: async (sealed, context) => {
      const parts = partsOf(sealed);
      if (parts === undefined) return undefined;
      const fitting = parts.id === undefined ? all : [byId.get(parts.id)];
      for (const one of fitting) {
        const secret = one && opened(one, parts.bytes, context);
        if (secret !== undefined) return secret;
      }
      return undefined;
    },
    isCurrent: async (sealed) => partsOf(sealed)?.id === id,
  };
};
