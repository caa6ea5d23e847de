import { refuse } from './message-refused.js';

/** Two milliseconds of work, about. */
const PIECE_BYTES = 32 * 1_024;
export const BYTES_MAX = 1_024 ** 3;

/** Every byte, a few at a time. @throws BrokenMessage */
export async function* pieces(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  max: number,
): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const chunk of bytes) {
    count += chunk.length;
    if (count > max) refuse('too_large', `the file is larger than ${String(max)} bytes`);
    for (let at = 0; at < chunk.length; at += PIECE_BYTES)
      yield chunk.subarray(at, at + PIECE_BYTES);
  }
}
