const { memoryStorage } = require('@hundi/adapter-memory');
const { createSandbox } = require('@hundi/testkit');

const batchOf = (beneficiaryId) => ({
  initiatedByUserId: 'u-maker',
  apiRefNumber: 'SUITE-1',
  payments: [
    { transactionReference: 'INV-1', beneficiaryId, packageCode: 'VENDOR', amount: 50_000 },
  ],
});

test('a batch is paid', async () => {
  const { engine, tenant, beneficiary, runDue } = await createSandbox({ storage: memoryStorage() });
  const batch = batchOf(await beneficiary('SHARMA01'));

  const accepted = await engine.acceptBatch(tenant, { key: 'suite-1', batch });
  await runDue();

  const { jobId } = accepted.right.answer;
  const job = await engine.getJob(tenant, { jobId, page: 1, limit: 1 });
  expect(job.right.counts).toMatchObject({ paid: 1, rejected: 0 });
});

test('a batch of a stranger is refused', async () => {
  const { engine, tenant, beneficiary } = await createSandbox({ storage: memoryStorage() });
  const batch = {
    ...batchOf(await beneficiary('SHARMA01')),
    initiatedByUserId: 'u-stranger',
  };

  const refused = await engine.acceptBatch(tenant, { key: 'suite-1', batch });

  expect(refused).toEqual({ _tag: 'Left', left: { _tag: 'NotAMaker', userId: 'u-stranger' } });
});

const ENTRIES = {
  '@hundi/core': ['.', './storage', './rail', './operator', './acquirer', './receiver'],
  '@hundi/testkit': ['.', './contract', './kits', './scenarios', './simulator'],
  '@hundi/adapter-memory': ['.'],
};
for (const [name, entries] of Object.entries(ENTRIES)) {
  test.each(entries)(`${name} can be required: %s`, (entry) => {
    expect(Object.keys(require(`${name}${entry.slice(1)}`))).not.toEqual([]);
  });
}
