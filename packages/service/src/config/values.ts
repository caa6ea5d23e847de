import { isAbsolute, resolve } from 'node:path';
import type { Pooler } from '@hundi/adapter-knex';
import { proxiesOf, type TrustedProxies } from '@hundi/adapter-koa';
import { KEK_BYTES } from '@hundi/adapter-node';
import type { Keks, RailFolder } from './config.js';
import { networksOf } from '@hundi/adapter-undici';
import { DEFAULT_RATE_LIMITS, E, type RateLimits } from '@hundi/core';
import type { DatabasePlace, LogLevel } from './config.js';
import type { Plaintext } from './encrypted.js';

/** Reads one value, or says what was expected; never repeats the value, which may hold a password. */
export type Reader<A> = (text: string) => E.Either<string, A>;

const WHOLE = /^\d{1,9}$/;

const wholeNumber =
  (min: number, max: number): Reader<number> =>
  (text) => {
    const value = WHOLE.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max
      ? E.right(value)
      : E.left(`a whole number from ${min} to ${max}`);
  };

/** TCP port; 0 takes a free one. */
export const port = wholeNumber(0, 65_535);
export const workers = wholeNumber(0, 64);
/** Background work and requests share it: with one connection alone, each would wait for the other. */
export const databasePool = wholeNumber(2, 1_000);
export const maxConnections = wholeNumber(1, 1_000_000);

const POOLERS: ReadonlyArray<Pooler> = ['none', 'session', 'transaction'];
export const databasePooler: Reader<Pooler> = (text) => {
  const pooler = POOLERS.find((one) => one === text);
  return pooler === undefined ? E.left(`one of ${POOLERS.join(', ')}`) : E.right(pooler);
};

const HOST = /^[A-Za-z0-9.:_-]{1,255}$/;
export const host: Reader<string> = (text) =>
  HOST.test(text) ? E.right(text) : E.left('a host name or an IP address');

export const flag: Reader<boolean> = (text) =>
  text === '0' || text === '1' ? E.right(text === '1') : E.left('0 or 1');

const LEVELS: ReadonlyArray<LogLevel> = [
  'trace',
  'debug',
  'info',
  'warn',
  'error',
  'fatal',
  'silent',
];
export const logLevel: Reader<LogLevel> = (text) => {
  const level = LEVELS.find((one) => one === text);
  return level === undefined ? E.left(`one of ${LEVELS.join(', ')}`) : E.right(level);
};

/** A path, seen from the directory that the service was started in. */
export const path =
  (base: string): Reader<string> =>
  (text) =>
    text.includes('\0') ? E.left('a path') : E.right(isAbsolute(text) ? text : resolve(base, text));

const urlOf = (text: string, protocols: ReadonlyArray<string>): URL | undefined => {
  if (/\s/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return protocols.includes(url.protocol) && url.hostname !== '' ? url : undefined;
};

const isPostgres = (text: string): boolean =>
  (urlOf(text, ['postgres:', 'postgresql:'])?.pathname.length ?? 0) > 1;

const DATABASE = 'sqlite:PATH or postgres://user:password@host:port/name';
const SQLITE = 'sqlite:';

/** Where the records are kept. */
export const database =
  (base: string): Reader<DatabasePlace> =>
  (text) => {
    if (text.startsWith(SQLITE)) {
      const file = text.slice(SQLITE.length);
      // A database in memory would lose what was promised with a 202.
      if (file === '' || file.startsWith(':') || file.startsWith('//') || file.includes('\0'))
        return E.left(DATABASE);
      return E.right({ kind: 'sqlite', file: resolve(base, file) });
    }
    return isPostgres(text) ? E.right({ kind: 'postgres', url: text }) : E.left(DATABASE);
  };

export const directUrl: Reader<string> = (text) =>
  isPostgres(text) ? E.right(text) : E.left('postgres://user:password@host:port/name');

/** The base of links: no query, no fragment, no user, and no slash at its end. */
export const publicUrl: Reader<string> = (text) => {
  const url = urlOf(text, ['http:', 'https:']);
  return url === undefined || url.username !== '' || url.password !== '' || /[?#]/.test(text)
    ? E.left('an http or https URL without user, query and fragment')
    : E.right(url.href.replace(/\/+$/, ''));
};

export const smtpUrl: Reader<string> = (text) =>
  urlOf(text, ['smtp:', 'smtps:']) === undefined
    ? E.left('smtp://host:port or smtps://user:password@host:port')
    : E.right(text);

const PEERS: ReadonlyArray<RailFolder['peer']> = ['sandbox', 'none'];
export const railPeer: Reader<RailFolder['peer']> = (text) => {
  const peer = PEERS.find((one) => one === text);
  return peer === undefined ? E.left(`one of ${PEERS.join(', ')}`) : E.right(peer);
};

const PLAINTEXT: ReadonlyArray<Plaintext> = ['postgres', 'smtp'];

/** The services that may be reached without TLS. */
export const plaintext: Reader<ReadonlyArray<Plaintext>> = (text) => {
  const named = text.split(',').map((part) => PLAINTEXT.find((one) => one === part));
  const known = named.filter((one) => one !== undefined);
  return known.length === named.length ? E.right(known) : E.left(`some of ${PLAINTEXT.join(',')}`);
};

const KEKS_MAX = 4;

/** Keys in base64, the one that seals first; a text that decodes to one in another spelling is refused. */
export const keks: Reader<Keks> = (text) => {
  const read = text.split(',').map((part) => ({ part, bytes: Buffer.from(part, 'base64') }));
  const wrong = read.findIndex(
    ({ part, bytes }) => bytes.toString('base64') !== part || bytes.length !== KEK_BYTES,
  );
  const expected = `${String(KEK_BYTES)} bytes in base64`;
  if (wrong >= 0)
    return E.left(read.length === 1 ? expected : `${expected} as key ${String(wrong + 1)}`);
  if (new Set(read.map(({ part }) => part)).size < read.length)
    return E.left('no key twice: list each once, the one that seals first');
  const [first, ...others] = read.map(({ bytes }) => bytes);
  return first === undefined || others.length >= KEKS_MAX
    ? E.left(`at most ${String(KEKS_MAX)} keys`)
    : E.right([first, ...others]);
};

const HOPS = /^[1-9]\d?$/;

/** The value, if what is made of it does not throw. */
const readable = <A>(
  value: A,
  read: (value: A) => unknown,
  expected: string,
): E.Either<string, A> =>
  E.tryCatch(
    () => {
      read(value);
      return value;
    },
    () => expected,
  );

const listed = (text: string): ReadonlyArray<string> => text.split(',').map((one) => one.trim());

/** `none`, a number of proxies that every request comes through, or their addresses and networks. */
export const trustedProxies: Reader<TrustedProxies> = (text) =>
  text === 'none'
    ? E.right([])
    : readable(
        HOPS.test(text) ? Number(text) : listed(text),
        proxiesOf,
        'none, a number of proxies from 1 to 32, or addresses and networks: 10.0.0.0/8,192.0.2.7',
      );

export const networks: Reader<ReadonlyArray<string>> = (text) =>
  readable(listed(text), networksOf, 'addresses and networks: 203.0.114.0/24,2a00:1::/32');

const LIMIT = /^(reads|writes|logins|codes|bytes)=([1-9]\d{0,8})$/;

/** `off`, or how many calls a second; a kind that is not named keeps its default. */
export const rateLimits: Reader<RateLimits | 'off'> = (text) => {
  if (text === 'off') return E.right(text);
  const parts = text.split(',').map((part) => LIMIT.exec(part));
  const names = parts.flatMap((part) => part?.[1] ?? []);
  if (names.length !== parts.length || new Set(names).size !== names.length)
    return E.left('off, or reads=500,writes=200,logins=2,codes=1,bytes=16777216');
  const given = Object.fromEntries(
    parts.flatMap((part) => (part?.[1] === undefined ? [] : [[part[1], Number(part[2])]])),
  );
  return E.right({ ...DEFAULT_RATE_LIMITS, ...given });
};
