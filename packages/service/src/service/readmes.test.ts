import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { memoryStorage } from '@hundi/adapter-memory';
import type { Ports } from '@hundi/core';
import type { BankOrder } from '@hundi/core/rail';
import {
  bankDirectory,
  countingEntropy,
  createSandbox,
  demoDocument,
  fakeClock,
  fakePacer,
  hostedPages,
  mailbox,
  memoryBooks,
  memoryCardBooks,
  memorySendMark,
  plainSealer,
  receivers,
  sandboxAcquirer,
  sandboxBank,
} from '@hundi/testkit';
import { freshPostgres } from '../testing/fresh-postgres.js';

const ROOT = new URL('../../../../', import.meta.url);
const MADE = fileURLToPath(new URL('../readmes/', import.meta.url));
const TSC = join(
  dirname(createRequire(import.meta.url).resolve('@typescript/native/package.json')),
  'bin/tsc',
);

const PACKAGES = [
  'core',
  'adapter-koa',
  'adapter-knex',
  'adapter-memory',
  'adapter-node',
  'adapter-undici',
  'adapter-iso20022',
  'testkit',
];

/** Names that READMEs use without making them: what a host has. */
const GIVEN = ['orders', 'ports', 'document', 'tenant', 'key', 'batch', 'log', 'theme'] as const;
type Given = Readonly<Record<(typeof GIVEN)[number], unknown>>;

/** The first lines of code of a README, as a module that runs them with what a host has. */
const moduleOf = (readme: string): string => {
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const imports = code.match(/^import .*;$/gm) ?? [];
  const rest = imports.reduce((text, one) => text.replace(one, ''), code);
  return `${imports.join('\n')}
// Any: what a host has is of its own types, and what a README makes of it is looked at all the same.
export const run = async ({ ${GIVEN.join(', ')} }: any): Promise<void> => {${rest}};\n`;
};

const AN_ORDER: BankOrder = {
  bankRef: 'H0192F0A00000700080000000000000001',
  bankTenantId: 'bank' as BankOrder['bankTenantId'],
  transactionId: '0192f0a0-0000-7000-8000-000000000001' as BankOrder['transactionId'],
  amount: 250_000,
  paymentMethod: 'NEFT',
  debitAccountNumber: '50200011112222',
  creditAccountNumber: '123456780001',
  ifsc: 'HDFC0000001',
  beneficiaryName: 'Sharma Steel',
  narration: 'Invoice 1',
  corporateTenantId: 'acme' as BankOrder['corporateTenantId'],
  debtor: { name: 'Acme Traders', ifsc: 'UTIB0000001' },
  executionDate: '2026-11-27',
  reference: 'INV-1',
  endToEndId: 'H0192F0A00000700080000000000000001',
};

const hostPorts = (): Ports => {
  const clock = fakeClock();
  return {
    storage: memoryStorage(),
    clock,
    entropy: countingEntropy(),
    pacer: fakePacer(),
    sealer: plainSealer(),
    bankRail: sandboxBank({ books: memoryBooks(), clock }).rail,
    sendMark: memorySendMark(),
    bankDirectory: bankDirectory(),
    mailer: mailbox(clock),
    webhookSender: receivers(clock),
    cardAcquirer: sandboxAcquirer({ books: memoryCardBooks(), clock }).acquirer,
    hostedPages: hostedPages(),
  };
};

const aHost = async (): Promise<Given> => {
  const { tenant, beneficiary } = await createSandbox({ storage: memoryStorage() });
  const payments = [
    {
      transactionReference: 'INVOICE-1',
      beneficiaryId: await beneficiary('SHARMA01'),
      packageCode: 'VENDOR',
      amount: 250_000,
    },
  ];
  return {
    orders: [AN_ORDER],
    ports: hostPorts(),
    document: demoDocument(),
    tenant,
    key: 'order-1',
    batch: { initiatedByUserId: 'u-maker', apiRefNumber: 'README-1', payments },
    log: () => undefined,
    theme: { name: 'Demo Bank' },
  };
};

test('the first lines of code of every README of a package compile and run', async (t) => {
  const postgres = await freshPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'hundi-readmes-'));
  t.teardown(() => rm(folder, { recursive: true }));
  t.teardown(() => postgres?.drop());
  const places: ReadonlyArray<readonly [string, string]> = [
    ["'hundi.db'", JSON.stringify(join(folder, 'hundi.db'))],
    ["'postgres://user:password@host:5432/hundi'", JSON.stringify(postgres?.url ?? '')],
    ['.listen(3000)', '.listen(0).unref()'],
  ];
  await mkdir(MADE, { recursive: true });
  for (const name of PACKAGES) {
    const readme = await readFile(new URL(`packages/${name}/README.md`, ROOT), 'utf8');
    const source = places.reduce((text, [from, to]) => text.replace(from, to), moduleOf(readme));
    await writeFile(join(MADE, `${name}.ts`), source);
  }
  await promisify(execFile)(
    process.execPath,
    [
      TSC,
      '--ignoreConfig',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--skipLibCheck',
      '--target',
      'es2023',
      '--module',
      'nodenext',
      '--types',
      'node',
      ...PACKAGES.map((name) => `${name}.ts`),
    ],
    { cwd: MADE },
  );

  for (const name of PACKAGES) {
    if (name === 'adapter-knex' && postgres === undefined) continue;
    const { run } = (await import(pathToFileURL(join(MADE, `${name}.js`)).href)) as {
      readonly run: (given: Given) => Promise<void>;
    };
    await t.notThrowsAsync(run(await aHost()), name);
  }
});
