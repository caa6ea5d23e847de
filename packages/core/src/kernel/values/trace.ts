import * as t from 'io-ts';
import type { Brand } from '../codecs/brand.js';

const VERSION_00 = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
// A version to come may say more behind a further hyphen; ff never is one.
const ANY_VERSION = /^(?!ff)[0-9a-f]{2}(-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2})(?:-.*)?$/;
const NO_TRACE = '0'.repeat(32);
const NO_PARENT = '0'.repeat(16);
const SAMPLED = 1;

const isTraceparent = (s: string): s is Traceparent =>
  VERSION_00.test(s) && s.slice(3, 35) !== NO_TRACE && s.slice(36, 52) !== NO_PARENT;

/** From a later version, the engine reads only what it shares with 00: the ids, and whether it is sampled. */
const asVersion00 = (sent: string): string => {
  const [, shared] = ANY_VERSION.exec(sent) ?? [];
  if (shared === undefined || sent.startsWith('00')) return sent;
  const flags = Number.parseInt(shared.slice(-2), 16) & SAMPLED;
  return `00${shared.slice(0, -2)}0${String(flags)}`;
};

/** The position of a request in a distributed trace: `traceparent` of W3C Trace Context, in version 00. */
export type Traceparent = t.Branded<string, Brand<'Traceparent'>>;
export const Traceparent: t.Type<Traceparent, string> = new t.Type<Traceparent, string>(
  'Traceparent',
  (u): u is Traceparent => typeof u === 'string' && isTraceparent(u),
  (u, context) => {
    const read = typeof u === 'string' ? asVersion00(u) : '';
    return isTraceparent(read) ? t.success(read) : t.failure(u, context, 'a W3C traceparent');
  },
  t.identity,
);

/** The id of the whole trace: 32 hexadecimal digits. */
export const traceIdOf = (traceparent: Traceparent): string => traceparent.slice(3, 35);
