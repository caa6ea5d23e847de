import { refuse } from './file-refused.js';

/** About a millisecond of work. */
const PIECE_BYTES = 16 * 1_024;

const MEBIBYTE = 1_048_576;

/** A file whose first bytes are read. */
export interface Opened {
  readonly head: Uint8Array;
  readonly rest: AsyncIterable<Uint8Array>;
}

/** All bytes of a file, a few at a time. @throws FileRefused past so many MiB, without reading on. */
export async function* pieces(
  { head, rest }: Opened,
  mebibytes: number,
): AsyncGenerator<Uint8Array> {
  let count = 0;
  let chunk = head;
  const chunks = rest[Symbol.asyncIterator]();
  try {
    for (;;) {
      count += chunk.length;
      if (count > mebibytes * MEBIBYTE)
        refuse('too_large', `the file is larger than ${String(mebibytes)} MiB: split it`);
      for (let at = 0; at < chunk.length; at += PIECE_BYTES)
        yield chunk.subarray(at, at + PIECE_BYTES);
      const next = await chunks.next();
      if (next.done === true) return;
      chunk = next.value;
    }
  } finally {
    await chunks.return?.();
  }
}

/** The bytes in chunks, of which the first one has at least so many, if there are. */
export async function* withHead(
  bytes: AsyncIterable<Uint8Array>,
  least: number,
): AsyncGenerator<Uint8Array, void> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (head === undefined) yield chunk;
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < least) continue;
      yield head;
      head = undefined;
    }
  }
  if (head !== undefined) yield head;
}
