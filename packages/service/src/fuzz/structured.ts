import type { Dice } from '../crash/dice.js';
import { changed } from './change.js';
import { heavyBody } from './heavy.js';
import type { Caller, Operation } from './operations.js';
import type { Pool } from './pool.js';
import { textOf } from './text.js';
import { asText, NASTY } from './values.js';

/** A request as it is sent. */
export interface Asked {
  /** The request as text for people. */
  readonly label: string;
  readonly caller: Caller;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** One body in so many is as large as it may be; batches may be larger than all others. */
const HEAVY_ONE_IN = { batch: 25, small: 200 };

const printable = (value: unknown): string => {
  try {
    return encodeURIComponent(asText(value));
  } catch {
    // Half a surrogate pair.
    return '%ED%A0%80';
  }
};

const pathOf = ({ path }: Operation, dice: Dice, pool: Pool): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    dice.chance(0.8)
      ? printable(pool.known(name, dice) ?? pool.known('id', dice) ?? 'x')
      : printable(dice.pick(NASTY)),
  );

const queryOf = ({ query }: Operation, dice: Dice, pool: Pool): string => {
  const names = query.filter(() => dice.chance(0.3));
  if (dice.chance(0.1)) names.push(asText(dice.pick(NASTY)));
  const pairs = names.map((name) => {
    const value = dice.chance(0.5) ? (pool.known(name, dice) ?? '10') : dice.pick(NASTY);
    return `${printable(name)}=${printable(value)}`;
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
};

const HEADERS: ReadonlyArray<Readonly<Record<string, string>>> = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br, gzip' },
  { accept: 'text/csv' },
  { accept: 'application/problem+json' },
  { 'x-api-key': 'pak_0000000000000000_000000000000000000000000000000000000000000000000' },
  { 'x-api-key': 'x' },
  { authorization: 'Bearer x' },
  { authorization: 'Basic eDp5' },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'a'.repeat(300) },
  { cookie: '__Host-payout=x; a=b;;;=;' },
  { traceparent: '00-x' },
  { 'x-request-id': 'a'.repeat(500) },
  { 'x-forwarded-for': '1.2.3.4, x' },
  { 'x-http-method-override': 'DELETE' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { expect: '100-continue' },
  { range: 'bytes=0-1' },
  { 'if-none-match': '*' },
];

const formOf = (body: unknown): string =>
  Object.entries(typeof body === 'object' && body !== null ? body : { body })
    .map(([key, value]) => `${printable(key)}=${printable(value)}`)
    .join('&');

const bodyOf = (
  operation: Operation,
  dice: Dice,
  pool: Pool,
  take: number,
): readonly [what: string, body: Buffer | undefined] => {
  if (operation.example === undefined) return ['', undefined];
  if (operation.isForm) return ['', Buffer.from(formOf(changed(operation.example, dice, pool)))];
  const takes = operation.path.endsWith('/batches') ? 'batch' : 'small';
  if (dice.int(1, HEAVY_ONE_IN[takes]) === 1) {
    const [name, text] = heavyBody(takes, dice, pool, take);
    return [`, heavy: ${name}`, Buffer.from(text)];
  }
  return ['', Buffer.from(textOf(changed(operation.example, dice, pool), dice))];
};

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];

/**
 * A request much like one that the service describes.
 *
 * @param take how often it was sent before: what must be new in each request is new in each take
 */
export const structured = (
  operation: Operation,
  credentials: Readonly<Record<string, string>>,
  dice: Dice,
  pool: Pool,
  take: number,
): Asked => {
  const method = dice.chance(0.03) ? dice.pick(METHODS) : operation.method;
  const path = pathOf(operation, dice, pool) + queryOf(operation, dice, pool);
  const [what, body] = bodyOf(operation, dice, pool, take);
  const key = operation.takesKey
    ? { 'idempotency-key': `f${String(take)}-${String(dice.int(0, 10 ** 9))}` }
    : undefined;
  return {
    label: `${method} ${operation.path}${what}`,
    caller: operation.caller,
    method,
    path,
    headers: {
      ...credentials,
      ...(body !== undefined && {
        'content-type': operation.isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
      ...key,
      ...(dice.chance(0.08) && dice.pick(HEADERS)),
    },
    body,
  };
};
