import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { demoDocument } from '@hundi/testkit';
import test from 'ava';
import { emptyDataDir, runService, type Variables } from '../testing/running-service.js';

const dir = await mkdtemp(join(tmpdir(), 'hundi-without-sandbox-'));

const fileOf = async (name: string, text: string): Promise<string> => {
  await writeFile(join(dir, name), text);
  return join(dir, name);
};

/** Has Node write down the address of every module that it loads. */
const writingDown = async (name: string) => {
  const loaded = join(dir, `${name}.loaded`);
  const hook = await fileOf(
    `${name}-hook.mjs`,
    `import { appendFileSync } from 'node:fs';
    export const load = (url, context, next) => {
      appendFileSync(${JSON.stringify(loaded)}, url + '\\n');
      return next(url, context);
    };`,
  );
  const start = await fileOf(
    `${name}-start.mjs`,
    `import { register } from 'node:module';
    register(${JSON.stringify(pathToFileURL(hook).href)});`,
  );
  return {
    variables: { NODE_OPTIONS: `--import ${pathToFileURL(start).href}` },
    loaded: async () => (await readFile(loaded, 'utf8')).split('\n'),
  };
};

/** What was loaded by a service that served, and stopped. */
const loadedBy = async (name: string, variables: Variables): Promise<ReadonlyArray<string>> => {
  const { variables: hooked, loaded } = await writingDown(name);
  const service = await runService(await emptyDataDir(), { ...hooked, ...variables });
  const { code, stderr } = await service.end('SIGTERM');
  if (code !== 0) throw new Error(stderr.join('\n'));
  return loaded();
};

/** The sources that the loaded bundles hold: the map of each names its own. */
const sourcesIn = async (loaded: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const maps = loaded
    .filter((url) => /\/packages\/[\w-]+\/dist\/esm\//.test(url))
    .map((url) => new URL(`${url}.map`))
    // A file that only passes on what another one exports has none.
    .filter((map) => existsSync(map));
  const found = await Promise.all(
    maps.map(async (map) => {
      const { sources } = JSON.parse(await readFile(map, 'utf8')) as { sources: string[] };
      return sources.map((source) => new URL(source, map).pathname);
    }),
  );
  return found.flat().filter((source) => /\/packages\/[\w-]+\/src\//.test(source));
};

const isTestkit = (source: string): boolean => /\/(packages|@hundi)\/testkit\//.test(source);

/** A service with a bank of its own. */
const realBank = async (
  name: string,
  document: unknown,
  more: Variables = {},
): Promise<Variables> => ({
  SANDBOX: '0',
  BANK_RAIL: await fileOf(
    `${name}-rail.mjs`,
    `export default () => ({
      traits: { deduplicates: true, canQuery: false, absenceFinalAfterMs: null },
      submit: async (orders) => orders.map(() => ({ kind: 'unknown' })),
      query: async (orders) => orders.map(() => ({ kind: 'unknown' })),
    });`,
  ),
  HUNDI_KEK: Buffer.alloc(32, 7).toString('base64'),
  PROVISION_FILE: await fileOf(`${name}.json`, JSON.stringify(document)),
  PUBLIC_URL: 'https://pay.example',
  TRUSTED_PROXIES: 'none',
  ...more,
});

test('with SANDBOX=0 no module of the testkit is loaded, nor what opens the sandbox', async (t) => {
  const acquirer = await fileOf(
    'acquirer.mjs',
    `export default () => ({
      traits: { absenceFinalAfterMs: null },
      charge: async () => ({ kind: 'declined', code: 'card_declined' }),
      query: async () => ({ kind: 'unknown' }),
      reverse: async () => ({ kind: 'unknown' }),
    });`,
  );
  const variables = await realBank('cards', demoDocument(), { CARD_ACQUIRER: acquirer });
  const loaded = await loadedBy('real', variables);

  const sources = await sourcesIn(loaded);
  t.true(sources.some((source) => source.endsWith('/service/start-service.ts')));
  t.deepEqual(loaded.filter(isTestkit), []);
  t.deepEqual(
    sources.filter((source) => /\/sandbox\/sandbox\.ts$|\/bank\/sql-/.test(source)),
    [],
  );
});

test('with a sandbox its bank comes from the integrator’s part of the testkit, and from no other', async (t) => {
  const loaded = (await loadedBy('sandbox', {})).filter(isTestkit);
  const sources = await sourcesIn(loaded);

  t.true(sources.some((source) => source.endsWith('/kit/bank/sandbox-bank.ts')));
  t.deepEqual(
    sources.filter((source) => !/\/src\/(index\.ts$|kit\/)/.test(source)),
    [],
  );
});

test('without an acquirer a service takes no cards, and has or describes nothing that would ask for one', async (t) => {
  const { bankTenants } = demoDocument();
  const document = {
    bankTenants: bankTenants.map((bank) => ({
      ...bank,
      corporates: bank.corporates.map(({ secretKeys: _, ...corporate }) => corporate),
    })),
  };
  const service = await runService(await emptyDataDir(), await realBank('no-cards', document));
  t.teardown(() => service.end('SIGKILL'));

  for (const path of ['/v1/checkout/sessions/cs_1', '/portal/v1/payment-links', '/pay/cs_1'])
    t.is((await service.get(path)).status, 404, path);
  t.is((await service.get('/portal/v1/approvals')).status, 401);
  for (const path of ['/openapi.json', '/portal/openapi.json']) {
    const described = JSON.parse((await service.get(path)).text) as { readonly paths: object };
    t.deepEqual(
      Object.keys(described.paths).filter((one) => /\/v1\/checkout\/|payment-links/.test(one)),
      [],
      path,
    );
  }
});
