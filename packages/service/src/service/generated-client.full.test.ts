import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { json } from '../testing/partner.js';
import { emptyDataDir, keyIn } from '../testing/running-service.js';
import { serveHere } from '../testing/serve-here.js';

const SOURCE = fileURLToPath(new URL('../../client/pay-suppliers.ts', import.meta.url));
const MADE = fileURLToPath(new URL('../client/', import.meta.url));
const TSC = join(
  dirname(createRequire(import.meta.url).resolve('@typescript/native/package.json')),
  'bin/tsc',
);

interface Partner {
  readonly payee: (name: string) => Promise<string>;
  readonly pay: (key: string, payments: ReadonlyArray<object>) => Promise<ReadonlyArray<string>>;
  readonly transaction: (transactionId: string) => Promise<{ readonly status: string }>;
}

/** Checks the client's types against those generated from the document, strictly, and compiles it. */
const compiled = async (document: OpenAPI3): Promise<(url: string, key: string) => Partner> => {
  await mkdir(MADE, { recursive: true });
  await writeFile(join(MADE, 'partner-api.ts'), astToString(await openapiTS(document)));
  await copyFile(SOURCE, join(MADE, 'pay-suppliers.ts'));
  const flags = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const target = ['--target', 'es2023', '--module', 'nodenext', '--types', 'node'];
  await promisify(execFile)(
    process.execPath,
    [TSC, '--ignoreConfig', ...flags, ...target, 'pay-suppliers.ts'],
    { cwd: MADE },
  );
  const { partner } = (await import(pathToFileURL(join(MADE, 'pay-suppliers.js')).href)) as {
    readonly partner: (url: string, key: string) => Partner;
  };
  return partner;
};

test('a client generated from /openapi.json compiles and pays a batch', async (t) => {
  const dataDir = await emptyDataDir();
  const service = await serveHere(t, dataDir);
  const partner = await compiled(json<OpenAPI3>(await service.get('/openapi.json')));
  const { payee, pay, transaction } = partner(service.url, await keyIn(dataDir));
  const payments = [
    {
      transactionReference: 'INV-1',
      beneficiaryId: await payee('Sharma Steel'),
      packageCode: 'VENDOR',
      amount: 250_000,
    },
    {
      transactionReference: 'INV-2',
      beneficiaryId: await payee('Closed Account Traders'),
      packageCode: 'VENDOR',
      amount: 99_900,
    },
  ];

  const sent = await pay('suppliers-march', payments);
  const again = await pay('suppliers-march', payments);
  await service.post('/sandbox/v1/settle');
  const became = await Promise.all(sent.map(transaction));

  t.deepEqual(again, sent);
  t.deepEqual(
    became.map(({ status }) => status),
    ['paid', 'failed'],
  );
  await t.throwsAsync(pay('suppliers-march', payments.slice(1)), {
    message: /^idempotency_key_already_used_error: /,
  });
});
