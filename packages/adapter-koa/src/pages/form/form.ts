import { E, InvalidInput } from '@hundi/core';
import { isAscii } from 'node:buffer';
import type { Context } from 'koa';
import { isUtf8Of } from '../../http/body/media-type.js';
import { readBytes, type BytesRefusal } from '../../http/body/read-bytes.js';
import { UnsupportedMediaType } from '../../problem/refusal.js';

/** The fields that a form sent: each once, by its name. */
export type Form = ReadonlyMap<string, string>;

/** Why a body was not taken as a form. */
export type FormRefusal = BytesRefusal | UnsupportedMediaType;

/** How much a form may be. */
export interface FormLimits {
  readonly bytes: number;
  readonly fields: number;
}

const SHORT: FormLimits = { bytes: 8 * 1_024, fields: 32 };

/** Forms are so short that connections bound their number well enough. */
const UNCOUNTED = { take: () => undefined };

const CONTENT_TYPE = 'application/x-www-form-urlencoded';

const broken = (detail: string) => E.left(InvalidInput([{ pointer: '', code: 'invalid', detail }]));

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** Reads the fields of an encoded form. */
export const parseForm = (text: string, fieldsMax: number): E.Either<InvalidInput, Form> => {
  const fields = new Map<string, string>();
  const pairs = text === '' ? [] : text.split('&');
  if (pairs.length > fieldsMax) return broken(`expected at most ${String(fieldsMax)} fields`);
  try {
    for (const pair of pairs) {
      const at = pair.indexOf('=');
      if (at < 1) return broken('expected name=value pairs');
      const name = decoded(pair.slice(0, at));
      if (fields.has(name)) return broken('a field was sent twice');
      fields.set(name, decoded(pair.slice(at + 1)));
    }
  } catch {
    return broken('expected percent-encoded UTF-8');
  }
  return E.right(fields);
};

/** Reads what a browser sends for a form of ours; anything that only resembles it is refused. */
export const readForm = async (
  ctx: Pick<Context, 'req' | 'request'>,
  { bytes: maxBytes, fields }: FormLimits = SHORT,
): Promise<E.Either<FormRefusal, Form>> => {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = ctx.req.headers;
  if (!isUtf8Of(CONTENT_TYPE, type) || encoding.toLowerCase() !== 'identity')
    return E.left(UnsupportedMediaType('the form of the page'));
  const bytes = await readBytes(ctx, { maxBytes, held: UNCOUNTED });
  if (E.isLeft(bytes)) return bytes;
  return isAscii(bytes.right)
    ? parseForm(bytes.right.toString('latin1'), fields)
    : broken('expected percent-encoded text');
};
