import { token } from '../kernel/token.js';

/** The only source of randomness. In production it must be cryptographically secure. */
export interface Entropy {
  /** So many bytes, and no fewer: the engine makes ids, keys and secrets of all of them. */
  readonly bytes: (count: number) => Uint8Array;
}
export const Entropy = token<Entropy>('Entropy');

/** The same source, which throws where it gives other than was asked for: a secret of fewer bytes could be guessed. */
export const exactly = (entropy: Entropy): Entropy => ({
  bytes: (count) => {
    const bytes = entropy.bytes(count);
    if (!ArrayBuffer.isView(bytes) || bytes.byteLength !== count)
      throw new TypeError(`Entropy.bytes(${String(count)}) must answer so many bytes`);
    return bytes;
  },
});
