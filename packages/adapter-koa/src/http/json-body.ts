import { E, InvalidInput, type Json } from '@hundi/core';
import { isAscii, isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type * as t from 'io-ts';
import { UnsupportedMediaType, type PayloadTooLarge } from '../refusal.js';
import { readBytes } from './read-bytes.js';

/** How long a body may be: batches are large, everything else is small (decisions §2). */
export type BodySize = 'batch' | 'small';

/** The JSON body that a route takes. */
export interface JsonBody<B> {
  /** What callers are told to send. */
  readonly shape: t.Mixed;
  readonly decoder: t.Decoder<unknown, B>;
  readonly size: BodySize;
  /** Whether no body at all stands for an empty object. */
  readonly optional?: boolean;
  readonly example: Json;
}

/** A small body, decoded at the edge. */
export const jsonBody = <C extends t.Mixed>(shape: C, example: Json): JsonBody<t.TypeOf<C>> => ({
  shape,
  decoder: shape,
  size: 'small',
  example,
});

type BodyRefusal = PayloadTooLarge | UnsupportedMediaType | InvalidInput;

const CONTENT_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

// §4.5: the tenant comes from the key.
const TENANT_FIELDS = ['bankTenantId', 'corporateTenantId', 'corporateId', 'actorUsername'];

/** Reads a JSON body of at most `maxBytes`, and no longer than it takes to see that it is not one. */
export const readJson = async (
  request: IncomingMessage,
  maxBytes: number,
  optional = false,
): Promise<E.Either<BodyRefusal, unknown>> => {
  if (optional && hasNoBody(request)) return E.right({});
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding.toLowerCase() !== 'identity') {
    return E.left(UnsupportedMediaType('a body without content encoding'));
  }
  if (!CONTENT_TYPE.test(type)) {
    return E.left(UnsupportedMediaType('the content type application/json, in UTF-8'));
  }
  const bytes = await readBytes(request, maxBytes);
  return E.isLeft(bytes) ? bytes : parse(bytes.right);
};

const hasNoBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

const broken = (detail: string) => E.left(InvalidInput([{ pointer: '', code: 'invalid', detail }]));

const parse = (bytes: Buffer): E.Either<InvalidInput, unknown> => {
  if (!isUtf8(bytes)) return broken('expected UTF-8');
  try {
    // Most bodies are ASCII, and Latin-1 is several times faster to turn into a string than UTF-8.
    const body: unknown = JSON.parse(bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8'));
    return withoutTenant(body);
  } catch {
    return broken('expected JSON');
  }
};

const withoutTenant = (body: unknown): E.Either<InvalidInput, unknown> => {
  if (typeof body !== 'object' || body === null) return E.right(body);
  const sent = TENANT_FIELDS.filter((field) => Object.hasOwn(body, field));
  return sent.length === 0
    ? E.right(body)
    : E.left(
        InvalidInput(
          sent.map((field) => ({
            pointer: `/${field}`,
            code: 'forbidden',
            detail: 'must not be sent: the key or session says whose request it is',
          })),
        ),
      );
};
