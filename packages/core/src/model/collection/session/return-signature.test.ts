import { createHmac } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import { returnParameters, verifyReturn, type ReturnFacts } from './return-signature.js';
import { signTestReturn } from './sign-test-return.js';

const KEY = 'sk_0123456789abcdef_0123456789abcdef0123456789abcdef';
const NOW = 1_800_000_000_000;
const FACTS: ReturnFacts = {
  sessionId: 'cs_00ff',
  reference: 'ORDER-1.a_b',
  status: 'completed',
  timestamp: NOW / 1_000,
};

const queryOf = (facts: ReturnFacts, key = KEY): string => signTestReturn(facts, key);

/** Reads the text that is signed without the engine's help: four parameters between ampersands. */
const readSigned = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  text.split('&').map((parameter) => parameter.split('='));

const verify = (query: Parameters<typeof verifyReturn>[0], key = KEY, now = NOW) => {
  const verified = verifyReturn(query, key, { toleranceSeconds: 300, now });
  return E.isRight(verified) ? verified.right : verified.left.reason;
};

test('the signature is the HMAC-SHA256 of the four parameters as the interface writes them', (t) => {
  const text = `session_id=cs_00ff&reference=ORDER-1.a_b&status=completed&timestamp=${String(NOW / 1_000)}`;
  const signature = createHmac('sha256', KEY).update(text).digest('hex');

  t.deepEqual(returnParameters(FACTS, KEY).at(-1), ['signature', signature]);
});

test('a signed query is verified, as text and as parameters, together with the merchant’s own parameters', (t) => {
  const query = queryOf(FACTS);

  t.deepEqual(verify(query), FACTS);
  t.deepEqual(verify(`?order=7&${query}`), FACTS);
  t.deepEqual(verify({ order: '7', ...Object.fromEntries(new URLSearchParams(query)) }), FACTS);
});

test('the parameters are taken as platforms hold them: URLSearchParams, a Map, pairs', (t) => {
  const parameters = new URLSearchParams(`order=7&${queryOf(FACTS)}`);

  t.deepEqual(verify(parameters), FACTS);
  t.deepEqual(verify(new Map(parameters)), FACTS);
  t.deepEqual(verify([...parameters]), FACTS);
  t.is(verify(new URLSearchParams([...parameters, ['status', 'completed']])), 'malformed');
  t.is(verify(new URLSearchParams({ ...FACTS, timestamp: '1' })), 'malformed');
  t.is(verify(new Map()), 'malformed');
});

test('a promise in place of the query or the key is a TypeError that asks for await', (t) => {
  const promised = <A>(value: A): A => Promise.resolve(value) as unknown as A;

  t.throws(() => verify(promised(new URLSearchParams(queryOf(FACTS)))), {
    instanceOf: TypeError,
    message: /^query is a promise: await it/,
  });
  t.throws(() => verify(queryOf(FACTS), promised(KEY)), {
    instanceOf: TypeError,
    message: /^secretKey is a promise: await it/,
  });
});

test('any change to a parameter or the key is noticed', (t) => {
  const parameters = Object.fromEntries(returnParameters(FACTS, KEY));

  for (const change of [
    { session_id: 'cs_00fe' },
    { reference: 'ORDER-1.a_c' },
    { status: 'failed' },
    { timestamp: String(NOW / 1_000 + 1) },
    { signature: '0'.repeat(64) },
  ])
    t.is(verify({ ...parameters, ...change }), 'signature', JSON.stringify(change));
  t.is(verify(parameters, `${KEY}0`), 'signature');
});

test('a query that lacks a parameter, has one twice, or one that cannot be, is malformed', (t) => {
  const query = queryOf(FACTS);
  const parameters = Object.fromEntries(returnParameters(FACTS, KEY));

  for (const name of Object.keys(parameters)) {
    const { [name]: value = '', ...others } = parameters;
    t.is(verify(others), 'malformed', name);
    t.is(verify({ ...others, [name]: [value, value] }), 'malformed', name);
    t.is(verify(`${query}&${name}=${value}`), 'malformed', name);
  }
  for (const change of [
    { reference: 'a&status=completed' },
    { session_id: 'cs_1=' },
    { timestamp: '1e9' },
    { timestamp: '-1' },
    { signature: 'A'.repeat(64) },
    { signature: '' },
  ])
    t.is(verify({ ...parameters, ...change }), 'malformed', JSON.stringify(change));
  t.is(verify(''), 'malformed');
  t.is(verify('%'), 'malformed');
});

test('a key that is none, and a tolerance by which nothing or everything is fresh, are refused', (t) => {
  for (const key of ['', ' ', 'undefined'])
    t.throws(() => verify(queryOf(FACTS, key), key), { instanceOf: RangeError }, key);
  for (const toleranceSeconds of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    t.throws(() => verifyReturn(queryOf(FACTS), KEY, { toleranceSeconds, now: NOW }), {
      instanceOf: RangeError,
    });
});

test('a return is checked at a moment: a now that is no number of milliseconds is refused', (t) => {
  for (const now of [Number.NaN, Number.NEGATIVE_INFINITY, null, Date.now, String(NOW)])
    t.throws(() => verify(queryOf(FACTS), KEY, now as number), {
      instanceOf: RangeError,
      message: /^now must be a finite number of milliseconds/,
    });
});

test('a return is good for the tolerance, either way, and not for longer', (t) => {
  const query = queryOf(FACTS);

  t.deepEqual(verify(query, KEY, NOW + 300_000), FACTS);
  t.deepEqual(verify(query, KEY, NOW - 300_000), FACTS);
  t.is(verify(query, KEY, NOW + 300_001), 'timestamp');
  t.is(verify(query, KEY, NOW - 300_001), 'timestamp');
});

const facts: fc.Arbitrary<ReturnFacts> = fc.record({
  sessionId: fc.stringMatching(/^cs_[0-9a-f]{1,32}$/),
  reference: fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9._/-]{1,64}$/),
    // What path, host and parameter readers stumble over.
    fc.constantFrom('/', '//', '../..', '//evil.example', 'INV/24-25/0017', 'status/paid'),
  ),
  status: fc.constantFrom('completed', 'failed', 'cancelled', 'expired'),
  timestamp: fc.integer({ min: 0, max: 99_999_999_999 }),
});

test('a signed text parses to exactly four parameters, with slashes or without', (t) => {
  fc.assert(
    fc.property(facts, (one) => {
      const parameters = returnParameters(one, KEY);
      const [unsigned, signature] = [parameters.slice(0, -1), parameters.at(-1)?.[1]];
      const text = unsigned.map(([name, value]) => `${name}=${value}`).join('&');
      t.is(signature, createHmac('sha256', KEY).update(text).digest('hex'));
      t.deepEqual(readSigned(text), unsigned);
    }),
  );
});

test('no two returns share what is signed: reading what was written gives it back', (t) => {
  fc.assert(
    fc.property(facts, facts, (one, other) => {
      const read = verify(queryOf(one), KEY, one.timestamp * 1_000);
      if (JSON.stringify(read) !== JSON.stringify(one)) return false;
      const [first, second] = [one, other].map((each) => returnParameters(each, KEY).at(-1)?.[1]);
      return (first === second) === (JSON.stringify(one) === JSON.stringify(other));
    }),
  );
  t.pass();
});
