import { readFile } from 'node:fs/promises';
import test from 'ava';
import { BOUNDS, checkBounds, checkedLine } from './bounds.js';
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
    checkBounds(runOf(2, 1), 1).map(({ figure, holds }) => [figure, holds]),
    [
      ['acceptSqlite.ratio', true],
      ['smallWrites.ratio', true],
    ],
  );
  t.deepEqual(
    checkBounds(runOf(2.01, 0.99), 1).map(({ holds }) => holds),
    [false, false],
  );
});

test('slack widens every bound in its own direction', (t) => {
  t.deepEqual(
    checkBounds(runOf(2.9, 0.7), 1.5).map(({ holds }) => holds),
    [true, true],
  );
});

test('a figure that is no number breaks its bound', (t) => {
  t.deepEqual(
    checkBounds(runOf(NaN, NaN), 1).map(({ holds }) => holds),
    [false, false],
  );
});

test('the line of a figure says its bound', (t) => {
  const [checked] = checkBounds(runOf(2.5, 1), 1);
  t.is(checked && checkedLine(checked), 'BROKEN acceptSqlite.ratio 2.5, at most 2');
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
