import { memoryStorage } from '@hundi/adapter-memory';
import { inProcessRateLimiter, StorageAway, type RateLimits } from '@hundi/core';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { serve, type Answer, type Served } from '../../testing/serve.js';

const READ = '/v1/partner/beneficiaries';
const WRITE = '/v1/partner/payments/batches';

/** A sandbox whose keys are counted on a clock that is moved by hand. */
const counted = async (
  t: ExecutionContext,
  limits: RateLimits = { reads: 2, writes: 1 },
  document = demoDocument(),
) => {
  let now = 0;
  const rateLimits = inProcessRateLimiter(limits, { now: () => now });
  const served = await serve(t, memoryStorage(), { rateLimits }, { document });
  return {
    ...served,
    pass: (ms: number) => {
      now += ms;
    },
  };
};

const times = async (count: number, ask: () => Promise<Answer>): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (let i = 0; i < count; i += 1) answers.push(await ask());
  return answers;
};

const statuses = (answers: ReadonlyArray<Answer>) => answers.map(({ status }) => status);

const limitsIn = ({ headers }: Answer) => [
  headers.get('ratelimit-policy'),
  headers.get('ratelimit'),
  headers.get('retry-after'),
];

/** A write that is refused for what it says: enough to be counted. */
const write = ({ post }: Pick<Served, 'post'>, call: object = {}) => post(WRITE, {}, call);

test('a burst is answered, and calls beyond it are refused until time has passed', async (t) => {
  const { get, pass } = await counted(t);
  const answers = await times(6, () => get(READ));

  t.deepEqual(statuses(answers), [200, 200, 200, 200, 429, 429]);
  pass(500);
  t.deepEqual(statuses(await times(2, () => get(READ))), [200, 429]);
  pass(60_000);
  t.deepEqual(statuses(await times(5, () => get(READ))), [200, 200, 200, 200, 429]);
});

test('every answer says what is left, and a refusal when to come back', async (t) => {
  const served = await counted(t);
  const answers = await times(5, () => served.get(READ));

  t.deepEqual(answers.map(limitsIn), [
    ['"reads";q=4;w=2', '"reads";r=3;t=1', null],
    ['"reads";q=4;w=2', '"reads";r=2;t=1', null],
    ['"reads";q=4;w=2', '"reads";r=1;t=2', null],
    ['"reads";q=4;w=2', '"reads";r=0;t=2', null],
    ['"reads";q=4;w=2', '"reads";r=0;t=1', '1'],
  ]);
  t.deepEqual(limitsIn(await write(served)), ['"writes";q=2;w=2', '"writes";r=1;t=1', null]);
});

test('the refusal is a problem like every other', async (t) => {
  const { get } = await counted(t, { reads: 1, writes: 1, burst: 1 });
  const [, { headers, json }] = (await times(2, () => get(READ))) as [Answer, Answer];

  t.is(headers.get('content-type'), 'application/problem+json');
  t.is(headers.get('cache-control'), 'no-store');
  t.is(json.type, 'rate_limit_error');
  t.is(json.status, 429);
  t.is(json.detail, 'Too many calls; try again in 1 s.');
  t.is(json.instance, headers.get('x-request-id') ?? '');
});

test('reads and writes are counted apart, HEAD as a read', async (t) => {
  const served = await counted(t, { reads: 1, writes: 1, burst: 1 });

  t.is((await served.send('HEAD', READ)).status, 200);
  t.is((await served.get(READ)).status, 429);
  t.is((await write(served)).status, 400);
  t.is((await write(served)).status, 429);
});

test('each key has its own rate, and no key spends the calls of another', async (t) => {
  const served = await counted(t, { reads: 1, writes: 1, burst: 1 });
  const { get, acmeKey, globexKey } = served;
  const guess = `${acmeKey.slice(0, -1)}${acmeKey.endsWith('a') ? 'b' : 'a'}`;
  const guesses = await times(5, () => get(READ, { key: guess }));

  t.deepEqual(statuses(guesses), [401, 401, 401, 401, 401]);
  t.deepEqual(limitsIn(guesses[0] as Answer), [null, null, null]);
  t.is((await get(READ)).status, 200);
  t.is((await get(READ)).status, 429);
  t.is((await get(READ, { key: globexKey })).status, 200);
});

test('calls that are refused for their scope or their body count too', async (t) => {
  const [acme] = demoDocument().bankTenants[0]?.corporates ?? [];
  const served = await counted(
    t,
    { reads: 1, writes: 1, burst: 1 },
    demoDocument({
      apiKeys: [
        ...(acme?.apiKeys ?? []),
        { name: 'reader', scopes: ['beneficiaries:read'], createdByUserId: 'u-admin' },
      ],
    }),
  );
  const key = served.sandbox.credentials.corporates['acme']?.apiKeys['reader'] ?? '';

  t.deepEqual(statuses(await times(2, () => write(served, { key }))), [403, 429]);
  t.deepEqual(statuses(await times(2, () => served.post(WRITE, '{'))), [400, 429]);
});

test('the body of a call that comes on top is not read', async (t) => {
  const served = await counted(t, { reads: 1, writes: 1, burst: 1 });
  await write(served);
  const answer = await served.raw(
    `POST ${WRITE} HTTP/1.1\r\nhost: x\r\nx-api-key: ${served.acmeKey}\r\n` +
      'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
  );

  t.regex(answer, /^HTTP\/1\.1 429 /);
  t.regex(answer, /\r\nRetry-After: 1\r\n/);
});

test('without a word about limits a key may make a thousand reads and four hundred writes at once', async (t) => {
  const served = await serve(t, memoryStorage());

  t.is((await served.get(READ)).headers.get('ratelimit-policy'), '"reads";q=1000;w=2');
  t.is((await write(served)).headers.get('ratelimit-policy'), '"writes";q=400;w=2');
});

test('limits of its own count in real time', async (t) => {
  const { get } = await serve(t, memoryStorage(), {
    rateLimits: { reads: 1, writes: 1, burst: 60 },
  });

  t.deepEqual(limitsIn(await get(READ)), ['"reads";q=60;w=60', '"reads";r=59;t=1', null]);
});

test('limits that are off say and refuse nothing', async (t) => {
  const { get } = await serve(t, memoryStorage(), { rateLimits: 'off' });

  t.deepEqual(limitsIn(await get(READ)), [null, null, null]);
});

test('a failing rate limiter is a failure, and lets no call through', async (t) => {
  const outage = new Error('the counts are gone');
  const { get, incidents } = await serve(t, memoryStorage(), {
    rateLimits: { take: () => Promise.reject(outage) },
  });

  t.is((await get(READ)).status, 500);
  t.deepEqual(incidents, [outage]);
});

test('while the counts cannot be had, the answer is 503, and the call is not let through', async (t) => {
  const away = new StorageAway('no database answers', undefined);
  const { get } = await serve(t, memoryStorage(), {
    rateLimits: { take: () => Promise.reject(away) },
  });

  t.is((await get(READ)).status, 503);
});

test('after too many bad keys, further ones are refused before the storage is asked; good ones keep working', async (t) => {
  const { get } = await counted(t, { reads: 1_000, writes: 1_000, logins: 1 });
  const bad = (i: number) => get(READ, { key: `pak_guess${String(i)}_${'x'.repeat(32)}` });
  t.is((await get(READ)).status, 200);

  const answers: Answer[] = [];
  while (answers.at(-1)?.status !== 429) answers.push(await bad(answers.length));
  const refused = answers.at(-1);

  t.deepEqual(new Set(statuses(answers.slice(0, -1))), new Set([401]));
  t.true(answers.length >= 62);
  t.is(refused?.json.detail, 'Too many bad keys; try again in 1 s.');
  t.is(refused?.headers.get('retry-after'), '1');
  t.is((await get(READ)).status, 200);
});
