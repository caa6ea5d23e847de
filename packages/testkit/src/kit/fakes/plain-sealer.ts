import type { Sealer } from '@hundi/core';
import { sha256 } from '@hundi/core/wire';

const encode = (text: string): string => Buffer.from(text).toString('base64url');
const decode = (text: string): string => Buffer.from(text, 'base64url').toString();

const checkOf = (key: string, secret: string, context: string): string =>
  sha256(JSON.stringify([key, secret, context])).slice(0, 16);

/** The text that {@link plainSealer} makes of a secret under a key. */
export const sealPlainly = (key: string, secret: string, context: string): string =>
  `plain.${encode(key)}.${encode(secret)}.${checkOf(key, secret, context)}`;

/** The key of a plain sealer that is given none. */
export const PLAIN_KEY = 'key';

/**
 * Seals nothing: anybody can read the secret. It notices a changed text, a foreign context and a key that is not here as
 * a real one does. Of several keys it seals with the first, and opens with any.
 *
 * @param keys names of keys. Default: one.
 */
export const plainSealer = (...keys: ReadonlyArray<string>): Sealer => {
  const [first = PLAIN_KEY, ...others] = keys;
  const all = [first, ...others];
  return {
    seal: async (secret, context) => sealPlainly(first, secret, context),
    open: async (sealed, context) => {
      const [scheme, name = '', text = '', check] = sealed.split('.');
      const [key, secret] = [decode(name), decode(text)];
      const isOurs = scheme === 'plain' && all.includes(key);
      return isOurs && check === checkOf(key, secret, context) ? secret : undefined;
    },
    isCurrent: async (sealed) => sealed.startsWith(`plain.${encode(first)}.`),
  };
};
