import { memoryStorage } from '@hundi/adapter-memory';
import { readProvisionDocument, E } from '@hundi/core';
import { createSandbox, demoDocument } from '@hundi/testkit';
import test from 'ava';
import { provisionDefaults, warnOfApprovalsWithoutFactor } from './second-factors.js';

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

test('in a sandbox nothing asks for a factor by itself', async (t) => {
  const [line] = await started(true);
  t.like(line, { 1: { subjectCount: 2 } });
});
