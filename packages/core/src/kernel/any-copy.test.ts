import test from 'ava';
import { ArchiveUnusable } from '../ports/archive.js';
import { KeptTextLost } from '../ports/open-kept.js';
import { SealerAway } from '../ports/sealer-away.js';
import { LostRace } from '../storage/host-transaction.js';
import { StorageAway } from '../storage/storage-away.js';
import { Secret } from './secrets/secret.js';

type Class = new (...args: ReadonlyArray<unknown>) => object;

/** The same class of another copy of the package: Node runs a module once for each query. */
const ofAnotherCopy = async (path: string, name: string): Promise<Class> => {
  const module = (await import(`${path}?another-copy`)) as Readonly<Record<string, Class>>;
  const found = module[name];
  if (found === undefined) throw new Error(`${path} exports no ${name}`);
  return found;
};

for (const [path, own] of [
  ['../ports/archive.js', ArchiveUnusable],
  ['../ports/open-kept.js', KeptTextLost],
  ['../ports/sealer-away.js', SealerAway],
  ['../storage/storage-away.js', StorageAway],
  ['../storage/host-transaction.js', LostRace],
  ['./secrets/secret.js', Secret],
] as const) {
  test(`${own.name} is recognised from another copy of the package`, async (t) => {
    const Other = await ofAnotherCopy(path, own.name);

    t.false(Object.is(Other, own));
    t.true(new Other('the same', undefined) instanceof own);
  });
}

test('a subclass is not taken for its sibling, nor for what it extends', (t) => {
  class DiskFull extends StorageAway {}
  class CutOff extends StorageAway {}

  t.true(new DiskFull('full', undefined) instanceof StorageAway);
  t.true(new DiskFull('full', undefined) instanceof DiskFull);
  t.false(new DiskFull('full', undefined) instanceof CutOff);
  t.false(new StorageAway('away', undefined) instanceof DiskFull);
});

test('another error, a text and nothing are no StorageAway', (t) => {
  for (const it of [new Error('away'), 'StorageAway', undefined, null])
    t.false((it as unknown) instanceof StorageAway);
});
