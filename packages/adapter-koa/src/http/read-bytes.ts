import { E, InvalidInput } from '@hundi/core';
import type { IncomingMessage } from 'node:http';
import { PayloadTooLarge } from '../refusal.js';

/** Reads a body of at most `maxBytes`. One that says it is longer is refused before a byte of it is read. */
export const readBytes = (
  request: IncomingMessage,
  maxBytes: number,
): Promise<E.Either<PayloadTooLarge | InvalidInput, Buffer>> => {
  const tooLarge = E.left(PayloadTooLarge(maxBytes));
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(tooLarge);

  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (result: E.Either<PayloadTooLarge | InvalidInput, Buffer>): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) {
        request.pause();
        settle(tooLarge);
      } else chunks.push(chunk);
    };
    const onEnd = (): void => {
      const [only] = chunks;
      settle(
        E.right(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size)),
      );
    };
    const onClose = (): void => {
      settle(E.left(InvalidInput([{ pointer: '', code: 'invalid', detail: 'ended too early' }])));
    };
    // A connection that breaks is an error event here, which would end the process if nobody listened.
    request.on('error', onClose);
    request.on('data', onData).once('end', onEnd).once('close', onClose);
  });
};
