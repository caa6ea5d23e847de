import { createSandbox } from '@hundi/testkit';
import { E, type Hundi } from '@hundi/core';
import test from 'ava';
import { memoryStorage } from './memory-storage.js';

const run = async ({ duties }: Hundi, name: string): Promise<void> => {
  const duty = duties.find((one) => one.name === name);
  if (duty === undefined) throw new Error(`no duty is called ${name}`);
  while ((await duty.run()) > 0);
};

interface Body {
  readonly data: { readonly object: { readonly timestamps?: { readonly sentToBankAt?: number } } };
}

test('an engine that runs on in a restored storage seals what happened in it, and not what it remembers', async (t) => {
  const storage = memoryStorage();
  const sandbox = await createSandbox({ storage });
  const { engine, tenant, clock } = sandbox;
  const another = sandbox.another();
  const payment = {
    transactionReference: 'INV-1',
    beneficiaryId: await sandbox.beneficiary('SILENT01'),
    packageCode: 'VENDOR',
    amount: 1_000,
  };
  const batch = { initiatedByUserId: 'u-maker', apiRefNumber: 'Restored', payments: [payment] };
  t.true(E.isRight(await engine.acceptBatch(tenant, { key: 'restored', batch })));
  await run(engine, 'process-jobs');
  await run(engine, 'seal-journal');
  const restore = storage.backUp();
  await run(engine, 'send-to-bank');
  await run(engine, 'seal-journal');
  restore();

  clock.advance(10_000);
  const sentAt = clock.now();
  await run(engine, 'send-to-bank');
  await run(another, 'seal-journal');
  clock.advance(10_000);
  await run(engine, 'query-unknowns');
  await run(engine, 'seal-journal');

  const events = await storage.read((stores) => stores.events.after(tenant, 0, 100));
  const sent = events
    .filter(({ type }) => type === 'transaction.sent_to_bank' || type === 'transaction.paid')
    .map(({ type, body }) => [
      type,
      (JSON.parse(body) as Body).data.object.timestamps?.sentToBankAt,
    ]);
  t.deepEqual(sent, [
    ['transaction.sent_to_bank', sentAt],
    ['transaction.paid', sentAt],
  ]);
});
