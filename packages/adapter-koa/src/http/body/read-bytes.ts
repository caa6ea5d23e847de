import { E, InvalidInput } from '@hundi/core';
import type { Context } from 'koa';
import type { IncomingMessage } from 'node:http';
import {
  PayloadTooLarge,
  type TooManyBodies,
  type TooManyBodiesOfCaller,
} from '../../problem/refusal.js';
import type { HeldBody } from './bodies-held.js';
import { keptBody } from './kept-body.js';

export type BytesRefusal = PayloadTooLarge | TooManyBodies | TooManyBodiesOfCaller | InvalidInput;

/** How a body is read. */
export interface Reading {
  readonly maxBytes: number;
  readonly held: Pick<HeldBody, 'take'>;
}

/** Whether the body may be read: it is neither too long nor too much beside the others on the way. */
const admit = (bytes: number, { maxBytes, held }: Reading): BytesRefusal | undefined =>
  bytes > maxBytes ? PayloadTooLarge(maxBytes, bytes) : held.take(bytes);

/**
 * Reads a body of at most `maxBytes`, or takes the bytes that a body parser kept. One that says it is longer is
 * refused before a byte of it is read.
 *
 * @throws BodyAlreadyRead when a parser has read it and kept nothing.
 */
export const readBytes = async (
  ctx: Pick<Context, 'req' | 'request'>,
  reading: Reading,
): Promise<E.Either<BytesRefusal, Buffer>> => {
  const { req } = ctx;
  const kept = keptBody(ctx);
  const said = kept?.length ?? Number(req.headers['content-length'] ?? 0);
  const refused = admit(said, reading);
  if (refused !== undefined) return E.left(refused);
  if (kept !== undefined) return E.right(kept);
  return req.destroyed ? endedEarly : readStream(req, said, reading);
};

const endedEarly = E.left(
  InvalidInput([{ pointer: '', code: 'invalid', detail: 'ended too early' }]),
);

const noted = (refused: BytesRefusal | undefined): E.Either<BytesRefusal, undefined> =>
  refused === undefined ? E.right(undefined) : E.left(refused);

const readStream = (
  request: IncomingMessage,
  said: number,
  reading: Reading,
): Promise<E.Either<BytesRefusal, Buffer>> =>
  new Promise((resolve) => {
    const gathered = gatherer(said);
    const finish = (result: E.Either<BytesRefusal, Buffer>): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      const size = gathered.add(chunk);
      const taken =
        size > reading.maxBytes
          ? E.left(PayloadTooLarge(reading.maxBytes))
          : noted(size > said ? reading.held.take(chunk.length) : undefined);
      if (E.isLeft(taken)) {
        request.pause();
        finish(taken);
      }
    };
    const onEnd = (): void => {
      finish(E.right(gathered.all()));
    };
    const onClose = (): void => {
      finish(endedEarly);
    };
    // A connection that breaks is an error event here, which would end the process without a listener.
    request.on('error', onClose);
    request.on('data', onData).once('end', onEnd).once('close', onClose);
  });

// Chunks of short bodies are few, and joined at the end.
const JOINED_MAX = 64 * 1_024;

/**
 * Puts the chunks of a body together. A long one is written where it belongs as it comes: joining megabytes takes
 * time.
 */
const gatherer = (said: number) => {
  const whole = said > JOINED_MAX ? Buffer.allocUnsafeSlow(said) : undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    /** Answers how many bytes there are now. */
    add: (chunk: Buffer): number => {
      if (whole === undefined) chunks.push(chunk);
      else chunk.copy(whole, size);
      size += chunk.length;
      return size;
    },
    all: (): Buffer => {
      if (whole !== undefined) return whole.subarray(0, size);
      const [only] = chunks;
      return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size);
    },
  };
};
