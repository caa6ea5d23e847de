import { token } from '../kernel/token.js';

/**
 * Keeps secrets that must be read again (signing keys) under a key that the database does not hold.
 * `context` is authenticated: what was sealed for one purpose does not open for another.
 */
export interface Sealer {
  readonly seal: (secret: string, context: string) => string;
  /** @throws when the text was changed, or sealed under another key or context. */
  readonly open: (sealed: string, context: string) => string;
}
export const Sealer = token<Sealer>('Sealer');
