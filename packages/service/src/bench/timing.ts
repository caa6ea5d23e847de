import { User } from '@hundi/core/wire';
import { request, Agent } from 'node:http';
import type { MakeDatabase } from './database.js';
import { openStand, type Stand } from './stand.js';

const PAIRS = 3_000;
const WARM_UP = 200;
const WRONG = '0123456789abcdef'.repeat(3);

/** Two requests of a stranger: one with a known value, and one with an unknown value of the same form. */
interface Guess {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}
type Pair = (n: number) => { readonly known: Guess; readonly unknown: Guess };

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** How long one answer takes, in µs. */
const timed = (url: string, { path, headers = {}, body }: Guess): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request(`${url}${path}`, { agent, method, headers: { ...headers, ...type } });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      const { statusCode = 0 } = answer;
      if (statusCode !== 401 && statusCode >= 300) reject(new Error(`${path}: ${statusCode}`));
      answer.resume();
      answer.on('end', () => {
        resolve((performance.now() - startedAt) * 1_000);
      });
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });

const meanOf = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const varianceOf = (values: ReadonlyArray<number>): number => {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
};

/** Welch's t: how far two means are apart, in their standard error. */
const welch = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number =>
  Math.abs(meanOf(a) - meanOf(b)) / Math.sqrt(varianceOf(a) / a.length + varianceOf(b) / b.length);

/** Asks by pairs, each in an order of its own, so that a slow moment of the machine affects both equally. */
const compare = async ({ url }: Stand, pair: Pair): Promise<number> => {
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let n = 0; n < WARM_UP + PAIRS; n += 1) {
    const guesses = pair(n);
    const order =
      Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const which of order) {
      const time = await timed(url, guesses[which]);
      if (n >= WARM_UP) took[which].push(time);
    }
  }
  return welch(took.known, took.unknown);
};

const keyPair =
  (key: string, guess: (key: string) => Guess): Pair =>
  () => {
    const [prefix = '', keyId = ''] = key.split('_');
    return {
      known: guess(`${prefix}_${keyId}_${WRONG}`),
      unknown: guess(`${prefix}_${'0'.repeat(keyId.length)}_${WRONG}`),
    };
  };

/** People by the hundred, so that each login is the first one of its address. */
const bringPeople = async ({ database, tenant }: Stand): Promise<void> => {
  const people = Array.from({ length: WARM_UP + PAIRS }, (_, n) => {
    const user = User.decode({
      userId: `u-${String(n)}`,
      username: `p${String(n)}`,
      kind: 'human',
      approvalState: 'approved',
      roleCodes: ['maker'],
      email: addressOf('known', n),
    });
    if (user._tag === 'Left') throw new Error('no user');
    return user.right;
  });
  await database.storage.atomically(async ({ tenancy }) => {
    await tenancy.putUsers(tenant, people);
    return { _tag: 'Right', right: null } as const;
  });
};

const addressOf = (name: 'known' | 'other', n: number): string =>
  `${name}${String(n)}@bench.example`;

const login = (email: string): Guess => ({ path: '/portal/v1/login', body: { email } });

/** Welch's t between what is known and what is not, over 3,000 pairs: below 4.5 they cannot be distinguished. */
export const timingRound = async (make: MakeDatabase) => {
  const stand = await openStand(make);
  await bringPeople(stand);
  const { apiKey, secretKey } = stand;
  const figures = {
    partnerKey: await compare(
      stand,
      keyPair(apiKey, (key) => ({
        path: '/v1/partner/payments/transactions/none',
        headers: { 'x-api-key': key },
      })),
    ),
    secretKey: await compare(
      stand,
      keyPair(secretKey, (key) => ({
        path: '/v1/checkout/sessions/cs_none',
        headers: { authorization: `Bearer ${key}` },
      })),
    ),
    loginAddress: await compare(stand, (n) => ({
      known: login(addressOf('known', n)),
      unknown: login(addressOf('other', n)),
    })),
  };
  await stand.close();
  return figures;
};
