import { E, type Json } from '@hundi/core';
import type * as t from 'io-ts';
import type { Context } from 'koa';
import { UnsupportedMediaType, type RateLimited } from '../../problem/refusal.js';
import type { HeldBody } from './bodies-held.js';
import type { Rows } from './json-look.js';
import { hasNoBody } from './kept-body.js';
import { isUtf8Of } from './media-type.js';
import { parseJson } from './parse-json.js';
import { readBytes, type BytesRefusal } from './read-bytes.js';

/** How long a body may be: batches are large, everything else is small (decisions §2). */
export type BodySize = 'batch' | 'small';

/** The JSON body that a route takes. */
export interface JsonBody<B> {
  /** The media type in the answer to a wrong one. */
  readonly shape: t.Mixed;
  readonly decoder: t.Decoder<unknown, B>;
  readonly size: BodySize;
  /** Whether no body at all stands for an empty object. */
  readonly optional?: boolean;
  /** The list in it that may be long, if there is one. */
  readonly rows?: Rows;
  readonly example: Json;
}

/** A small body, decoded at the edge. */
export const jsonBody = <C extends t.Mixed>(shape: C, example: Json): JsonBody<t.TypeOf<C>> => ({
  shape,
  decoder: shape,
  size: 'small',
  example,
});

type BodyRefusal = BytesRefusal | UnsupportedMediaType | RateLimited;

// So short a body is paid for by its call.
const BYTES_OF_A_CALL = 4_096;

/** What reading must know of a body; a route without one has a small body, which is not decoded. */
type ReadBody = Pick<JsonBody<unknown>, 'size' | 'optional' | 'rows'> &
  Partial<Pick<JsonBody<unknown>, 'shape'>>;

/** How the body of one request is read. */
export interface JsonReading {
  readonly limits: Readonly<Record<BodySize, number>>;
  readonly held: HeldBody;
  /** Counts bytes against the rate of their sender. */
  readonly spendBytes: (bytes: number) => Promise<E.Either<RateLimited, undefined>>;
}

const mediaRefused = ({ req }: Pick<Context, 'req'>): E.Either<UnsupportedMediaType, undefined> => {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = req.headers;
  if (encoding.toLowerCase() !== 'identity') {
    return E.left(UnsupportedMediaType('a body without content encoding'));
  }
  return isUtf8Of('application/json', type)
    ? E.right(undefined)
    : E.left(UnsupportedMediaType('the content type application/json, in UTF-8'));
};

/**
 * Reads the JSON body of a request, no longer than it takes to see that it is not one, and parses it so that no other
 * request waits for it. The large bodies of one caller are parsed and answered one at a time.
 *
 * @throws BodyAlreadyRead when a body parser has read it and kept nothing.
 */
export const readJson = async (
  ctx: Pick<Context, 'req' | 'request'>,
  { size, optional = false, rows, shape }: ReadBody,
  { limits, held, spendBytes }: JsonReading,
): Promise<E.Either<BodyRefusal, unknown>> => {
  if (optional && hasNoBody(ctx.req)) return E.right({});
  const media = mediaRefused(ctx);
  if (E.isLeft(media)) return media;
  const bytes = await readBytes(ctx, { maxBytes: limits[size], held });
  if (E.isLeft(bytes)) return bytes;
  const { length } = bytes.right;
  const spent = length > BYTES_OF_A_CALL ? await spendBytes(length) : E.right(undefined);
  if (E.isLeft(spent)) return spent;
  if (length > limits.small) await held.alone();
  return parseJson(bytes.right, limits.small, rows, shape);
};
