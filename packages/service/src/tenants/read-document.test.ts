import test from 'ava';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocument } from './read-document.js';

test('a provision document may begin with a byte order mark', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-document-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = join(folder, 'tenants.json');
  await writeFile(file, '\ufeff{"bankTenants": []}');

  t.deepEqual(await readDocument(file), { bankTenants: [] });
});
