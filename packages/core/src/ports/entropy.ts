import { token } from '../kernel/token.js';

/** The only source of randomness. In production it must be cryptographically secure. */
export interface Entropy {
  /** Exactly so many bytes: the engine makes ids, keys and secrets of all of them. */
  readonly bytes: (count: number) => Uint8Array;
}
export const Entropy = token<Entropy>('Entropy');

/** The same source, which throws where it gives more or fewer bytes than asked for: a short secret could be guessed. */
export const exactly = (entropy: Entropy): Entropy => ({
  bytes: (count) => {
    const bytes = entropy.bytes(count);
    const length = ArrayBuffer.isView(bytes) ? bytes.byteLength : 'no';
    if (length !== count)
      throw new TypeError(
        `Entropy.bytes(${String(count)}) answered ${String(length)} bytes: answer exactly so many`,
      );
    return bytes;
  },
});
