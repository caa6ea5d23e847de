import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import test from 'ava';
import { openUnit } from './engine/unit.js';
import { storesOf, tables } from './unit-stores.js';

setFlagsFromString('--allow-natives-syntax');
const haveSameClass = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (
  a: unknown,
  b: unknown,
) => boolean;

/** So many that V8 has optimized the code that makes them: before, all code shares hidden classes. */
const MANY = 20_000;

test('each store of a unit shares its hidden class with those of other units', (t) => {
  const all = tables();
  for (let i = 0; i < MANY; i += 1) storesOf(all, openUnit());
  const [one, other] = [storesOf(all, openUnit()), storesOf(all, openUnit())];

  const differ = Object.entries(one).filter(
    ([name, store]) => !haveSameClass(store, other[name as keyof typeof other]),
  );

  t.deepEqual(
    differ.map(([name]) => name),
    [],
  );
});
