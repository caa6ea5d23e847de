import { token } from '../kernel/token.js';

/** The only source of randomness. In production it must be cryptographically secure. */
export interface Entropy {
  readonly bytes: (count: number) => Uint8Array;
}
export const Entropy = token<Entropy>('Entropy');
