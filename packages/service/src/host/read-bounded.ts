import { createReadStream } from 'node:fs';

/** A file that goes on past what it may hold. The message says so without the path. */
class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/**
 * The bytes of a file that may be endless, as a device is.
 *
 * @throws FileTooLarge, without reading on; what the file system answers.
 */
export const readBounded = async (path: string, mebibytes: number): Promise<Buffer> => {
  const max = mebibytes * 1_048_576;
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The stream reads one byte past the bound, and never more.
  for await (const chunk of createReadStream(path, { end: max }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
  }
  if (bytes > max) throw new FileTooLarge(`is larger than ${String(mebibytes)} MiB`);
  return Buffer.concat(chunks, bytes);
};

/** Why a file cannot be read, behind its name. */
export const unreadable = (error: unknown): string =>
  error instanceof FileTooLarge
    ? error.message
    : `cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`;
