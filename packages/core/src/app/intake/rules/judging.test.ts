import test from 'ava';
import { MINUTE } from '../../../kernel/values/time.js';
import type { BankRail } from '../../../ports/bank-rail.js';
import { NOW } from '../../../samples.test.data.js';
import { makeJudging } from './judging.js';

/** What an engine hears of a rail that says this of every order, and what it reports of it. */
const hearing = (says: () => unknown) => {
  const reported: string[] = [];
  let now = NOW;
  const rail = { name: 'Village Bank', refuses: says } as unknown as BankRail;
  const causes = {
    report: (of: string, error: unknown) => reported.push(`${of}: ${String(error)}`),
  };
  const { bankRail } = makeJudging({
    bankRail: rail,
    pacer: {} as never,
    clock: { now: () => now },
    causes: causes as never,
  });
  return {
    ask: () => bankRail.refuses?.({} as never),
    pass: (ms: number) => {
      now += ms;
    },
    reported,
  };
};

const NONSENSE =
  'judge-rows: NonsenseAnswer: Village Bank answered refuses with no usable word on what the bank does not take';

const nothing = {} as never;

test('of a rail the judging of rows has nothing that calls the bank', (t) => {
  const rail = { submit: () => Promise.reject(new Error('called')) } as unknown as BankRail;
  t.deepEqual(
    makeJudging({ bankRail: rail, pacer: nothing, clock: nothing, causes: nothing }).bankRail,
    {},
  );
});

test('what the port allows is heard, without what else the rail says', (t) => {
  const { ask, reported } = hearing(() => ({ of: 'ifsc', message: 'Closed.', more: 1 }));
  t.deepEqual(ask(), { of: 'ifsc', message: 'Closed.' });
  t.is(hearing(() => undefined).ask(), undefined);
  t.deepEqual(reported, []);
});

for (const said of [
  null,
  true,
  'no',
  { of: 'nothing', message: 'No.' },
  { of: 'toString', message: 'No.' },
  { of: 'ifsc' },
  { of: 'ifsc', message: ' ' },
  { of: 'ifsc', message: '\0' },
  { of: 'ifsc', message: '\ud800' },
])
  test(`a rail that says ${JSON.stringify(said)} is reported, and its order passes`, (t) => {
    const { ask, reported } = hearing(() => said);
    t.is(ask(), undefined);
    t.deepEqual(reported, [NONSENSE]);
  });

test('a rail that throws is reported once a minute, however many orders it is asked about', (t) => {
  const { ask, pass, reported } = hearing(() => {
    throw new TypeError('no such table');
  });
  for (let i = 0; i < 1_000; i += 1) t.is(ask(), undefined);
  pass(MINUTE);
  ask();
  t.deepEqual(
    reported,
    Array.from({ length: 2 }, () => 'judge-rows: TypeError: no such table'),
  );
});

test('a rail that answers later is reported, and a rejection ends no process', async (t) => {
  const { ask, reported } = hearing(() => Promise.reject(new Error('away')));
  t.is(ask(), undefined);
  await new Promise(setImmediate);
  t.deepEqual(reported, [NONSENSE, 'judge-rows: Error: away']);
});
