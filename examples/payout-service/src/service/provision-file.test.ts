import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoDocument } from '@hundi/testkit';
import test from 'ava';
import { emptyDataDir, runToEnd } from '../testing/running-service.js';

const directory = await mkdtemp(join(tmpdir(), 'hundi-provision-'));
const fileOf = async (name: string, text: string): Promise<string> => {
  await writeFile(join(directory, name), text);
  return join(directory, name);
};

test.serial('a document with a member twice ends the start with one line', async (t) => {
  const text = JSON.stringify(demoDocument()).replace(
    '"name":"Acme Traders"',
    '"name":"Acme","name":"Acme Traders"',
  );
  const { code, stdout, stderr } = await runToEnd({
    DATA_DIR: await emptyDataDir(),
    PROVISION_FILE: await fileOf('doubled.json', text),
  });

  t.deepEqual(
    [code, stdout, stderr],
    [2, [], ['hundi: PROVISION_FILE: /bankTenants/0/corporates/0/name appears twice']],
  );
});
