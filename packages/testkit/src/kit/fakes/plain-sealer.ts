import { sha256, type Sealer } from '@hundi/core';

const encode = (text: string): string => Buffer.from(text).toString('base64url');
const decode = (text: string): string => Buffer.from(text, 'base64url').toString();

const checkOf = (secret: string, context: string): string =>
  sha256(JSON.stringify([secret, context])).slice(0, 16);

/** Seals nothing: anybody can read the secret. It notices a changed text and a foreign context as a real one does. */
export const plainSealer = (): Sealer => ({
  seal: (secret, context) => `plain.${encode(secret)}.${checkOf(secret, context)}`,
  open: (sealed, context) => {
    const [scheme, text = '', check] = sealed.split('.');
    const secret = decode(text);
    if (scheme !== 'plain' || check !== checkOf(secret, context)) {
      throw new Error('the secret was changed, or sealed for another purpose');
    }
    return secret;
  },
});
