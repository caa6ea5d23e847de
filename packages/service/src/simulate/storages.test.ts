import { citusUrl, postgresUrl } from '@hundi/testkit/contract';
import { simulate } from '@hundi/testkit/simulator';
import test from 'ava';
import { openStorages, type StorageName } from './storages.js';

const SEEDS = [3, 7];

const hashes = async (name: StorageName): Promise<ReadonlyArray<string>> => {
  const storages = await openStorages(name);
  const found: string[] = [];
  for (const seed of SEEDS) {
    const { storage } = await storages.fresh();
    const { hash, violations } = await simulate({ seed, storage });
    found.push(violations.length === 0 ? hash : `broken: ${violations[0]?.invariant ?? ''}`);
  }
  await storages.close();
  return found;
};

const urls = { sqlite: 'none', postgres: await postgresUrl(), citus: await citusUrl() };

for (const name of ['sqlite', 'postgres', 'citus'] as const) {
  const run = urls[name] === undefined ? test.skip : test.serial;
  run(`a seed tells the same history on ${name} as on memory, to the letter`, async (t) => {
    t.deepEqual(await hashes(name), await hashes('memory'));
  });
}
