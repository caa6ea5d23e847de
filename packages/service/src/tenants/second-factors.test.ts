import { memoryStorage } from '@hundi/adapter-memory';
import { readProvisionDocument, E, type Storage } from '@hundi/core';
import { createSandbox, demoDocument } from '@hundi/testkit';
import test from 'ava';
import { provisionDefaults, warnOfApprovalsWithoutFactor } from './second-factors.js';

/** The demo's corporates as they were before there were second factors. */
const forget = async (storage: Storage) => {
  for (const { bankTenantId, corporates } of demoDocument().bankTenants)
    for (const { corporateTenantId } of corporates)
      await storage.atomically(async ({ tenancy }) => {
        const tenant = { bankTenantId, corporateTenantId } as never;
        const { secondFactor: _, ...corporate } = (await tenancy.corporate(tenant)) ?? {};
        await tenancy.putCorporate(corporate as never);
        return E.right(null);
      });
};

const started = async (sandbox: boolean, acme: object = {}) => {
  const document = {
    bankTenants: demoDocument().bankTenants.map((bank) => ({
      ...bank,
      corporates: bank.corporates.map(({ secondFactor: _, ...corporate }) => ({
        ...corporate,
        ...(corporate.corporateTenantId === 'acme' && acme),
      })),
    })),
  };
  const storage = memoryStorage();
  const { engine } = await createSandbox({ storage });
  await forget(storage);
  await engine.provision(document, provisionDefaults(sandbox));
  const read = readProvisionDocument(document);
  if (E.isLeft(read)) throw new Error('a bad document');
  const lines: unknown[] = [];
  await warnOfApprovalsWithoutFactor(storage, read.right, {
    warn: (event, fields) => lines.push([event, fields]),
  });
  return lines;
};

test('outside a sandbox approvals need a factor, unless the document says that they do not: each start logs for whom', async (t) => {
  t.deepEqual(await started(false), []);
  const out = { secondFactor: { login: 'none', approval: 'none' } };
  t.deepEqual(await started(false, out), [
    [
      'corporates approve payouts without a second factor',
      { subjectCount: 1, corporates: ['demo-bank/acme'] },
    ],
  ]);
});

test('where approvals need a factor above an amount only, each start logs the amount and for whom', async (t) => {
  const above = { secondFactor: { login: 'none', approval: 'passkey', aboveAmount: 5_000_000 } };
  t.deepEqual(await started(false, above), [
    [
      'corporates approve payouts up to an amount without a second factor',
      { subjectCount: 1, corporates: ['demo-bank/acme'], aboveAmount: 5_000_000 },
    ],
  ]);
});

test('a document that leaves the policy out keeps the one that the corporate has; a corporate without any gets the default', async (t) => {
  const storage = memoryStorage();
  const { engine } = await createSandbox({ storage });
  const tenant = { bankTenantId: 'demo-bank', corporateTenantId: 'acme' } as never;
  const applied = async (secondFactor?: object) => {
    const bankTenants = demoDocument().bankTenants.map((bank) => ({
      ...bank,
      corporates: bank.corporates.map(({ secondFactor: _, ...corporate }) => ({
        ...corporate,
        ...(secondFactor !== undefined && { secondFactor: secondFactor as never }),
      })),
    }));
    const result = await engine.provision({ bankTenants }, provisionDefaults(false));
    if (E.isLeft(result)) return t.fail();
    return (await storage.read(({ tenancy }) => tenancy.corporate(tenant)))?.secondFactor;
  };
  await forget(storage);
  t.deepEqual(await applied(), { login: 'none', approval: 'any' });
  const strict = { login: 'passkey', approval: 'passkey', aboveAmount: 1 };
  t.deepEqual(await applied(strict), strict);
  t.deepEqual(await applied(), strict);
});

test('in a sandbox nothing asks for a factor by itself', async (t) => {
  const [line] = await started(true);
  t.like(line, { 1: { subjectCount: 2 } });
});
