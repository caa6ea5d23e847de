import type { IncomingMessage } from 'node:http';
import { isUtf8 } from 'node:buffer';
import { isUtf8Of, withoutMark } from '@hundi/adapter-koa';
import { E, InvalidInput } from '@hundi/core';
import { doubledMembers } from '@hundi/core/wire';
import { invalid, type Problem } from './problem.js';

const BYTES_MAX = 64 * 1_024;

const bytesOf = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Reads a JSON object of at most 64 KiB, in which no object has a member twice. */
export const readSmallJson = async (
  request: IncomingMessage,
): Promise<E.Either<Problem, Readonly<Record<string, unknown>>>> => {
  if (!isUtf8Of('application/json', request.headers['content-type'] ?? '')) {
    return E.left({
      type: 'unsupported_media_type_error',
      detail: 'Expected the content type application/json, in UTF-8.',
    });
  }
  const bytes = await bytesOf(request);
  if (bytes === undefined) {
    return E.left({
      type: 'payload_too_large_error',
      detail: `The body is longer than ${BYTES_MAX} bytes.`,
    });
  }
  const text = isUtf8(bytes) ? withoutMark(bytes).toString('utf8') : '';
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return E.left(invalid({ pointer: '', code: 'invalid', detail: 'expected a JSON object' }));
  const { issues } = InvalidInput(doubledMembers(text));
  return issues.length === 0
    ? E.right(value as Record<string, unknown>)
    : E.left(invalid(...issues));
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
