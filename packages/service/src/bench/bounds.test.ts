import { readFile } from 'node:fs/promises';
import test from 'ava';
import { BOUNDS, checkBounds, checkedTable } from './bounds.js';
import { figuresOf } from './figures.js';

const runOf = (accept: number, small: number) =>
  figuresOf({ acceptSqlite: { ratio: accept }, smallWrites: { ratio: small, perSecond: 4_000 } });

test('figures are named by their places in the JSON of a run', (t) => {
  t.deepEqual(
    [...runOf(1.5, 1.2)],
    [
      ['acceptSqlite.ratio', 1.5],
      ['smallWrites.ratio', 1.2],
      ['smallWrites.perSecond', 4_000],
    ],
  );
});

test('a figure at its bound holds, one beyond it does not', (t) => {
  t.deepEqual(
    checkBounds(runOf(1.5, 1.5)).map(({ figure, holds }) => [figure, holds]),
    [
      ['acceptSqlite.ratio', true],
      ['smallWrites.ratio', true],
    ],
  );
  t.deepEqual(
    checkBounds(runOf(1.51, 1.49)).map(({ holds }) => holds),
    [false, false],
  );
});

test('a short run may be so many times what is reached, in the direction of each bound', (t) => {
  const most = (BOUNDS['acceptSqlite.ratio']?.reached ?? NaN) * 1.5;
  const least = 0.5 / 1.5;
  const holding = (accept: number, read: number) =>
    checkBounds(
      figuresOf({ acceptSqlite: { ratio: accept }, getTransaction: { ratio: read } }),
      1.5,
    ).map(({ holds }) => holds);
  t.deepEqual(holding(most - 0.1, least + 0.1), [true, true]);
  t.deepEqual(holding(most + 0.1, least - 0.1), [false, false]);
});

test('a short run leaves out what depends on the machine, and compares a ratio of two computations', (t) => {
  const stalled = figuresOf({
    loopStallMs: 51,
    loopStall: { ratio: 1.4 },
    smallWrites: { ratio: 0.1 },
  });
  const told = (slack?: number) =>
    checkBounds(stalled, slack).map(({ figure, holds }) => [figure, holds]);
  t.deepEqual(told(), [
    ['loopStall.ratio', true],
    ['loopStallMs', false],
    ['smallWrites.ratio', false],
  ]);
  t.deepEqual(told(1.5), [['loopStall.ratio', true]]);
});

test('what is reached is said of figures alone that do not hold their bound', (t) => {
  for (const [figure, bound] of Object.entries(BOUNDS))
    if (bound.reached !== undefined)
      t.true(
        'atMost' in bound ? bound.reached > bound.atMost : bound.reached < bound.atLeast,
        figure,
      );
});

test('a figure that is no number breaks its bound', (t) => {
  t.deepEqual(
    checkBounds(runOf(NaN, NaN)).map(({ holds }) => holds),
    [false, false],
  );
});

test('the table of a run says each figure, its bound, and whether it holds', (t) => {
  t.deepEqual(
    checkedTable(checkBounds(runOf(2.5, 1.6)))
      .split('\n')
      .slice(2),
    [
      '| `acceptSqlite.ratio` | 2.5 | at most 1.5 | **no** |',
      '| `smallWrites.ratio` | 1.6 | at least 1.5 | yes |',
    ],
  );
});

test('the page on benchmarks gives every bound', async (t) => {
  const page = await readFile(new URL('../../../../docs/benchmarks.md', import.meta.url), 'utf8');
  for (const [figure, bound] of Object.entries(BOUNDS)) {
    const row = page.split('\n').find((line) => line.includes(`\`${figure}\``));
    const said =
      'atMost' in bound ? `at most ${String(bound.atMost)}` : `at least ${String(bound.atLeast)}`;
    t.true(row?.includes(said), `${figure}: ${said}`);
  }
});
