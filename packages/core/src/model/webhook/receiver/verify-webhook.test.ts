import test from 'ava';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { MINUTE, SECOND } from '../../../kernel/values/time.js';
import { SECRET_ENTROPY_BYTES, writeSecret } from './secret.js';
import { signTestWebhook } from './sign-test-webhook.js';
import { verifyWebhook, type ReceivedHeaders, type VerifyOptions } from './verify-webhook.js';

const secretOf = (fill: number) => writeSecret(new Uint8Array(SECRET_ENTROPY_BYTES).fill(fill));
const [OLD, NEW, OTHER] = [secretOf(1), secretOf(2), secretOf(3)];

const AT = Date.UTC(2030, 0, 15, 12);
const BODY =
  '{"id":"evt_1","type":"transaction.paid","created":1,"data":{"object":{"name":"ﬀ é 日本"}}}';
const HEADERS = signTestWebhook({ secrets: [OLD], webhookId: 'evt_1', body: BODY, at: AT });
const FRESH: VerifyOptions = { toleranceSeconds: 300, now: AT };

const reasonOf = (
  body: string | Uint8Array,
  headers: ReceivedHeaders,
  secrets: ReadonlyArray<string> = [OLD],
  options: VerifyOptions = FRESH,
) => {
  const verified = verifyWebhook(body, headers, secrets, options);
  return verified._tag === 'Left' ? verified.left.reason : 'verified';
};

test('a signed query is verified and read', (t) => {
  t.deepEqual(verifyWebhook(BODY, { ...HEADERS }, [OLD], FRESH), {
    _tag: 'Right',
    right: { webhookId: 'evt_1', sentAt: AT, event: JSON.parse(BODY) as unknown },
  });
  t.is(reasonOf(new TextEncoder().encode(BODY), { ...HEADERS }), 'verified');
});

test('names of headers count in any case, and values as lists', (t) => {
  const shouted = Object.fromEntries(
    Object.entries(HEADERS).map(([name, value]) => [name.toUpperCase(), [value]]),
  );

  t.is(reasonOf(BODY, shouted), 'verified');
});

test('headers are taken as platforms hold them: Headers, a Map, pairs', (t) => {
  const raised = Object.entries(HEADERS).map(
    ([name, value]) => [name.toUpperCase(), value] as const,
  );

  for (const headers of [new Headers({ ...HEADERS }), new Map(raised), raised, raised.values()])
    t.is(reasonOf(BODY, headers), 'verified');
  t.is(reasonOf(BODY, new Map(raised.map(([name, value]) => [name, [value]]))), 'verified');
  t.is(reasonOf(`${BODY} `, new Headers({ ...HEADERS })), 'signature_mismatch');
  t.is(reasonOf(BODY, new Headers()), 'header_missing');
});

test('a promise in place of body, headers or secrets is a TypeError that asks for await, and so is nothing', (t) => {
  for (const [args, message] of [
    [[Promise.resolve(BODY), HEADERS, [OLD]], /^rawBody is a promise: await it/],
    [[BODY, Promise.resolve(HEADERS), [OLD]], /^headers is a promise: await it/],
    [[BODY, HEADERS, Promise.resolve([OLD])], /^secrets is a promise: await it/],
    [[BODY, HEADERS, [Promise.resolve(OLD)]], /^secrets\[0\] is a promise: await it/],
    [[undefined, HEADERS, [OLD]], /^rawBody is undefined: give what was received/],
    [[BODY, null, [OLD]], /^headers is null: give what was received/],
    [[BODY, undefined, [OLD]], /^headers is undefined: give what was received/],
    [[BODY, HEADERS, undefined], /^secrets is undefined: give what was received/],
    [[BODY, HEADERS, [undefined]], /^secrets\[0\] is undefined: give what was received/],
  ] as const) {
    const [body, headers, secrets] = args as unknown as [string, ReceivedHeaders, string[]];
    t.throws(() => verifyWebhook(body, headers, secrets, FRESH), {
      instanceOf: TypeError,
      message,
    });
  }
});

test('any byte that was changed is noticed', (t) => {
  fc.assert(
    fc.property(
      fc.nat({ max: Buffer.byteLength(BODY) - 1 }),
      fc.integer({ min: 1, max: 255 }),
      (at, flip) => {
        const bytes = Buffer.from(BODY);
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        return reasonOf(bytes, { ...HEADERS }) === 'signature_mismatch';
      },
    ),
  );
  t.is(reasonOf(`${BODY} `, { ...HEADERS }), 'signature_mismatch');
  t.is(reasonOf(BODY, { ...HEADERS, 'webhook-id': 'evt_2' }), 'signature_mismatch');
  const later = String(AT / SECOND + 1);
  t.is(reasonOf(BODY, { ...HEADERS, 'webhook-timestamp': later }), 'signature_mismatch');
});

test('while a secret is rotated either one verifies, and a foreign one does not', (t) => {
  const both = signTestWebhook({ secrets: [OLD, NEW], webhookId: 'evt_1', body: BODY, at: AT });

  for (const secrets of [[OLD], [NEW], [OTHER, NEW]])
    t.is(reasonOf(BODY, { ...both }, secrets), 'verified');
  t.is(reasonOf(BODY, { ...both }, [OTHER]), 'signature_mismatch');
});

test('a delivery is fresh up to its tolerance, before and after', (t) => {
  const at = (now: number) => reasonOf(BODY, { ...HEADERS }, [OLD], { toleranceSeconds: 300, now });

  t.is(at(AT + 5 * MINUTE), 'verified');
  t.is(at(AT + 5 * MINUTE + 1), 'timestamp_too_old');
  t.is(at(AT - 5 * MINUTE), 'verified');
  t.is(at(AT - 5 * MINUTE - 1), 'timestamp_too_new');
});

for (const toleranceSeconds of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
  test(`a tolerance of ${String(toleranceSeconds)} is refused`, (t) => {
    t.throws(() => verifyWebhook(BODY, { ...HEADERS }, [OLD], { toleranceSeconds, now: AT }), {
      instanceOf: RangeError,
    });
  });
}

for (const now of [Number.NaN, Number.POSITIVE_INFINITY, undefined, null, Date.now, 'today'])
  test(`a now that is no number of milliseconds is refused: ${String(now)}`, (t) => {
    const options = { toleranceSeconds: 300, now: now as number };

    t.throws(() => verifyWebhook(BODY, { ...HEADERS }, [OLD], options), {
      instanceOf: RangeError,
      message: /^now must be a finite number of milliseconds/,
    });
  });

test('secrets that are none are refused, and so is having none', (t) => {
  for (const secrets of [[], [''], ['secret'], [OLD, 'whsec_']]) {
    t.throws(() => verifyWebhook(BODY, { ...HEADERS }, secrets, FRESH), { instanceOf: RangeError });
    t.throws(() => signTestWebhook({ secrets, webhookId: 'evt_1', body: BODY, at: AT }), {
      instanceOf: RangeError,
    });
  }
});

for (const name of Object.keys(HEADERS)) {
  test(`without ${name} there is nothing to verify`, (t) => {
    t.is(reasonOf(BODY, { ...HEADERS, [name]: undefined }), 'header_missing');
    t.is(reasonOf(BODY, { ...HEADERS, [name]: '' }), 'header_missing');
  });
}

for (const timestamp of ['-1', '1.5', 'soon', ' 1', '0x10', '1e9', '9'.repeat(13)]) {
  test(`"${timestamp}" is no timestamp`, (t) => {
    t.is(reasonOf(BODY, { ...HEADERS, 'webhook-timestamp': timestamp }), 'timestamp_invalid');
  });
}

test('a signature of another version, or none, is no signature', (t) => {
  const [, base64 = ''] = HEADERS['webhook-signature'].split(',');

  for (const signature of [base64, `v1a,${base64}`, `V1,${base64}`, 'v1,', 'v1'])
    t.is(reasonOf(BODY, { ...HEADERS, 'webhook-signature': signature }), 'signature_mismatch');
  t.is(
    reasonOf(BODY, { ...HEADERS, 'webhook-signature': `v1a,x ${HEADERS['webhook-signature']}` }),
    'verified',
  );
});

test('a signed body that is not JSON has its own result', (t) => {
  for (const body of ['', '{', new Uint8Array([0x22, 0xff, 0x22])]) {
    const headers = signTestWebhook({ secrets: [OLD], webhookId: 'evt_1', body, at: AT });
    t.is(reasonOf(body, { ...headers }), 'body_not_json');
  }
});

test('a signed body that is not an event has its own result', (t) => {
  const event = JSON.parse(BODY) as Readonly<Record<string, unknown>>;
  for (const faulty of [
    null,
    [],
    {},
    { ...event, id: 7 },
    { ...event, created: '2030-01-15' },
    { ...event, data: { object: null } },
    { ...event, sequence: -1 },
  ]) {
    const body = JSON.stringify(faulty);
    const headers = signTestWebhook({ secrets: [OLD], webhookId: 'evt_1', body, at: AT });
    t.is(reasonOf(body, { ...headers }), 'body_not_an_event');
  }
});

test('an event of a type that this version does not know is verified', (t) => {
  const body = BODY.replace('transaction.paid', 'transaction.celebrated');
  const headers = signTestWebhook({ secrets: [OLD], webhookId: 'evt_1', body, at: AT });
  t.is(reasonOf(body, { ...headers }), 'verified');
});

test('verification returns a result for any input', (t) => {
  const text = fc.string({ unit: 'binary' });
  const headers = fc.record({
    'webhook-id': text,
    'webhook-timestamp': fc.oneof(text, fc.nat().map(String)),
    'webhook-signature': fc.oneof(text, fc.array(text)),
  });
  fc.assert(
    fc.property(text, headers, (body, received) => reasonOf(body, received) !== 'verified'),
  );
  t.pass();
});

test('the public library of Standard Webhooks verifies what is signed here, under each secret', (t) => {
  const now = Date.now();
  fc.assert(
    fc.property(fc.json(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (body, random) => {
      const secret = writeSecret(random);
      const headers = signTestWebhook({
        secrets: [OTHER, secret],
        webhookId: 'evt_1',
        body,
        at: now,
      });
      new Webhook(secret).verify(body, { ...headers });
      new Webhook(OTHER).verify(body, { ...headers });
      return true;
    }),
  );
  t.throws(() => new Webhook(OLD).verify(BODY, { ...HEADERS }));
});

test('a signature of the public library verifies', (t) => {
  const at = new Date(AT);
  const signature = new Webhook(OLD).sign('evt_1', at, BODY);

  t.is(signature, HEADERS['webhook-signature']);
  t.is(reasonOf(BODY, { ...HEADERS, 'webhook-signature': signature }), 'verified');
});
