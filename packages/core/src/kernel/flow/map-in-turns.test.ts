import test from 'ava';
import { mapInTurns } from './map-in-turns.js';

test('a long list is mapped in order, and others have a turn after each thousand items', async (t) => {
  const turns: number[] = [];
  let mapped = 0;
  const breathe = async () => void turns.push(mapped);
  const items = Array.from({ length: 2_500 }, (_, n) => n);

  const doubled = await mapInTurns(items, { breathe }, (item, index) => {
    mapped += 1;
    return item + index;
  });

  t.deepEqual(
    doubled,
    items.map((n) => 2 * n),
  );
  t.deepEqual(turns, [1_000, 2_000]);
  t.deepEqual(await mapInTurns([], { breathe }, String), []);
});
