import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { E } from '@hundi/core';
import test from 'ava';
import { readConfig } from '../config/read-config.js';
import { blockIn, everyBlock } from './blocks.test.support.js';

const ROOT = new URL('../../../../', import.meta.url);

const workspacesIn = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await readdir(new URL(`${folder}/`, ROOT))).map((name) => `${folder}/${name}`);

test('the image installs from the manifest of every workspace, before it has the source', async (t) => {
  const dockerfile = await readFile(new URL('Dockerfile', ROOT), 'utf8');
  const [before = '', after = ''] = dockerfile.split('RUN npm ci\n');
  const copied = [...before.matchAll(/^COPY (.+)\/package\.json \1\/$/gm)].map(([, path]) => path);
  const workspaces = [...(await workspacesIn('packages')), ...(await workspacesIn('examples'))];

  t.deepEqual(copied.sort(), workspaces.sort());
  t.regex(before, /^COPY package\.json package-lock\.json \.\/$/m);
  t.notRegex(before, /^COPY \. /m);
  t.regex(after, /^COPY \. \.$/m);
});

test('with the settings of the page on containers, its files and a key a service starts', async (t) => {
  const bank = await mkdtemp(join(tmpdir(), 'hundi-bank-'));
  t.teardown(() => rm(bank, { recursive: true }));
  for (const name of ['rail.mjs', 'acquirer.mjs', 'tenants.json'])
    await writeFile(join(bank, name), '');
  const { code } = blockIn(await everyBlock(), 'docs/containers.md ini 1');
  const lines = code.trim().split('\n');
  const env = Object.fromEntries(
    lines.map((line): [string, string] => {
      const [name = '', ...value] = line.split('=');
      return [name, value.join('=').replace('/bank/', `${bank}/`)];
    }),
  );
  const config = readConfig({ ...env, HUNDI_KEK: randomBytes(32).toString('base64') }, '/');

  t.deepEqual(E.isLeft(config) ? config.left : [], []);
  t.deepEqual(readConfig(env, '/'), E.left(['HUNDI_KEK: expected a value; or do not set it']));
});
