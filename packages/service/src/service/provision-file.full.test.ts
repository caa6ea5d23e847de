import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '@hundi/core/wire';
import { demoDocument } from '@hundi/testkit';
import test from 'ava';
import { places } from '../testing/places.js';
import { emptyDataDir, runToEnd } from '../testing/running-service.js';
import { serveHere } from '../testing/serve-here.js';

const directory = await mkdtemp(join(tmpdir(), 'hundi-provision-'));
const fileOf = async (name: string, text: string): Promise<string> => {
  await writeFile(join(directory, name), text);
  return join(directory, name);
};

const SECRET = '0123456789abcdefABCDEF0123456789';
const TEXT = `pak_partner01_${SECRET}`;
const DIGESTED = {
  name: 'erp',
  scopes: ['payments' as const],
  createdByUserId: 'u-admin',
  keyId: 'partner01',
  keyDigest: sha256(SECRET),
};

/** The demo's bank with one corporate that has a key, brought as a digest, and no other secret. */
const digested = (): string => {
  const [bank] = demoDocument({ apiKeys: [DIGESTED], secretKeys: [] }).bankTenants;
  return JSON.stringify({ bankTenants: [{ ...bank, corporates: bank?.corporates.slice(0, 1) }] });
};

const rail = await fileOf(
  'rail.mjs',
  `export default () => ({
    traits: { deduplicates: true, canQuery: false, absenceFinalAfterMs: null },
    submit: async (orders) => orders.map(() => ({ kind: 'unknown' })),
    query: async (orders) => orders.map(() => ({ kind: 'unknown' })),
  });`,
);

const PRODUCTION = {
  SANDBOX: '0',
  BANK_RAIL: rail,
  HUNDI_KEK: Buffer.alloc(32, 7).toString('base64'),
  PROVISION_FILE: await fileOf('digested.json', digested()),
  PUBLIC_URL: 'https://pay.example',
  TRUSTED_PROXIES: 'none',
};

// Asked before the first test: tests are declared without a pause between them.
const everywhere = Object.entries(await places());

test.serial('a document with a member twice ends the start with one line', async (t) => {
  const text = digested().replace('"name":"Acme Traders"', '"name":"Acme","name":"Acme Traders"');
  const { code, stdout, stderr } = await runToEnd({
    DATA_DIR: await emptyDataDir(),
    PROVISION_FILE: await fileOf('doubled.json', text),
  });

  t.deepEqual(
    [code, stdout, stderr],
    [2, [], ['hundi: PROVISION_FILE: /bankTenants/0/corporates/0/name appears twice']],
  );
});

for (const [name, place] of everywhere) {
  test.serial(
    `${name}: outside a sandbox a key that came as a digest works, and no file holds a secret`,
    async (t) => {
      const { dataDir, variables } = await place(t);
      for (const start of ['first', 'second']) {
        const service = await serveHere(t, dataDir, { ...variables, ...PRODUCTION });
        const ask = (key: string) =>
          fetch(`${service.url}/v1/partner/beneficiaries`, { headers: { 'x-api-key': key } });
        t.is((await ask(TEXT)).status, 200, start);
        t.is((await ask(`${TEXT}0`)).status, 401);
        const stderr = await service.stop();
        t.notRegex(stderr.join('\n'), /in clear/);
        for (const file of await readdir(dataDir))
          t.notRegex(await readFile(join(dataDir, file), 'latin1'), /pak_|0123456789abcdefABCDEF/);
      }
    },
  );
}
