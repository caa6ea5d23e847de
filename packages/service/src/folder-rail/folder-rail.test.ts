import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { E } from '@hundi/core';
import test from 'ava';
import type { Logger } from '../log/logger.js';
import { StartRefused } from '../config/start-refused.js';
import { lookAtFolderRail, openFolderRail } from './folder-rail.js';

test('a service whose ledger is not where it was refuses to start, makes no other in its place, and starts once it is back', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'hundi-rail-'));
  t.teardown(() => rm(home, { recursive: true, force: true }));
  const path = join(home, 'bank');
  const place = { path, peer: 'none', ledgerMark: join(home, 'mark') } as const;
  const logger = { info: () => undefined } as unknown as Logger;
  const open = () => openFolderRail(place, { bankTenants: [] }, logger);
  await (await open()).rail.query([]);
  await rename(path, join(home, 'not mounted'));

  for (const start of [open, () => lookAtFolderRail(place)])
    await t.throwsAsync(start(), {
      instanceOf: StartRefused,
      message: /^RAIL_FOLDER: .*Mount or put back that ledger/,
    });
  t.deepEqual(await readdir(home), ['mark', 'not mounted']);

  await rename(join(home, 'not mounted'), path);
  await t.notThrowsAsync(open());
});

test('the log says once that a folder cannot be used, and once that it can be again, and no file is lost', async (t) => {
  const path = await mkdtemp(join(tmpdir(), 'hundi-rail-'));
  t.teardown(() => rm(path, { recursive: true, force: true }));
  const said: (readonly unknown[])[] = [];
  const say: Logger['info'] = (event, fields) => void said.push([event, fields]);
  const logger = { info: say, warn: () => undefined, error: say } as unknown as Logger;
  const { folders, collect } = await openFolderRail(
    { path, peer: 'sandbox', ledgerMark: join(path, 'mark') },
    { bankTenants: [] },
    logger,
  );
  const engine = { raiseIncidents: async () => E.right({ raised: 0 }) } as never;
  const look = () => collect(engine, async () => undefined);
  await writeFile(join(folders.in, 'a.xml'), 'no message');
  await rename(folders.done, join(path, 'away'));

  t.deepEqual([await look(), await look()], [0, 0]);
  await mkdir(folders.done);
  t.is(await look(), 1);
  t.is(await look(), 0);

  t.deepEqual(await readdir(folders.in), []);
  t.deepEqual(
    said.filter(([event]) => !String(event).includes('broken')),
    [
      [
        'a folder of the bank cannot be used: no file is taken until somebody mends it',
        { folder: 'done', fault: 'missing' },
      ],
      ['the folders of the bank can be used again', undefined],
    ],
  );
});
