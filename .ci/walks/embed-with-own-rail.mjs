// A bank embeds the engine on its own Knex, beside tables of the same names, with a rail of its own over HTTP, and
// certifies that rail against its test system.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { knexStorage, migrate } from '@hundi/adapter-knex';
import { KEK_BYTES, nodePorts } from '@hundi/adapter-node';
import { createHundi, E } from '@hundi/core';
import { postgresUrl } from '@hundi/testkit/contract';
import { checkRail, kitReport, runKit } from '@hundi/testkit/kits';
import knex from 'knex';

const server = await postgresUrl();
// As walk.mjs knows it: skipped. With CI=true there is a server, or postgresUrl has thrown.
if (server === undefined) process.exit(77);

// The bank's test system: it books an order number once, and can be made to misbehave.
const ledger = new Map();
let fault;
let balance = 10_000_000;
const answerOf = {
  answers_500: (response) => response.writeHead(500).end('out of order'),
  answers_html: (response) => response.writeHead(200).end('<html>maintenance</html>'),
  answers_half_json: (response) => response.writeHead(200).end('{"utr": "VLG'),
  cuts_connections: (response) => response.destroy(),
  answers_slowly: () => undefined,
};
const book = ({ number, amount }) => {
  if (ledger.has(number)) return true;
  if (amount > balance) return false;
  balance -= amount;
  ledger.set(number, { utr: `VLGB${number.replaceAll('-', '').slice(-12)}`, amount });
  return true;
};
const testSystem = createServer(async (request, response) => {
  const body = [];
  for await (const chunk of request) body.push(chunk);
  const number = decodeURIComponent(request.url.split('/').at(-1));
  const isBooked =
    request.method === 'POST' ? book({ number, ...JSON.parse(Buffer.concat(body)) }) : true;
  if (fault !== undefined) return answerOf[fault](response);
  const found = ledger.get(number);
  const status = isBooked ? (found === undefined ? 404 : 200) : 422;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(found ?? { reason: 'insufficient funds' }));
});
await once(testSystem.listen(0, '127.0.0.1'), 'listening');
const url = `http://127.0.0.1:${testSystem.address().port}/orders`;

// The bank's rail. Whatever is no clear yes or no is unknown, and the engine asks again.
const REFUSED = {
  kind: 'refused',
  details: {
    code: 'insufficient_funds',
    source: 'rail',
    message: 'The debit account does not hold the amount.',
    retryable: true,
    nextAction: 'fund_account',
  },
};
const ask = async (bankRef, options = {}) => {
  try {
    const response = await fetch(`${url}/${encodeURIComponent(bankRef)}`, {
      signal: AbortSignal.timeout(2_000),
      ...options,
    });
    const { utr } = await response.json();
    if (response.status === 200 && typeof utr === 'string')
      return { kind: 'paid', utr, bankReference: bankRef };
    if (response.status === 422) return REFUSED;
    return { kind: response.status === 404 ? 'absent' : 'unknown' };
  } catch {
    return { kind: 'unknown' };
  }
};
const rail = {
  name: 'village bank',
  traits: { deduplicates: true, canQuery: true, absenceFinalAfterMs: 0 },
  submit: (orders) =>
    Promise.all(
      orders.map(({ bankRef, amount }) =>
        ask(bankRef, { method: 'POST', body: JSON.stringify({ amount }) }),
      ),
    ),
  query: (questions) => Promise.all(questions.map(({ bankRef }) => ask(bankRef))),
};

const sample = {
  bankTenantId: 'village-bank',
  amount: 100,
  paymentMethod: 'NEFT',
  ifsc: 'VLGB0000001',
  debitAccountNumber: '700100200300',
  creditAccountNumber: '700100200999',
  beneficiaryName: 'Asha Dyes',
  narration: 'Certification',
};
const report = await runKit(
  checkRail({
    rail: () => rail,
    pays: sample,
    refuses: { ...sample, amount: 1_000_000_000 },
    timesPaid: (bankRef) => (ledger.has(bankRef) ? 1 : 0),
    faults: Object.fromEntries(
      Object.keys(answerOf).map((kind) => [
        kind,
        () => {
          fault = kind;
          return () => {
            fault = undefined;
          };
        },
      ]),
    ),
  }),
);
assert.deepEqual(report.failed, [], kitReport(report));
assert.ok(report.passed.length > 15, kitReport(report));

// The bank's own Knex, whose tables have names that the engine's have, too.
const admin = knex({ client: 'pg', connection: server });
const name = `hundi_walk_${randomBytes(6).toString('hex')}`;
await admin.raw(`CREATE DATABASE ${name}`);
const place = new URL(server);
place.pathname = `/${name}`;
const db = knex({ client: 'pg', connection: place.href });
await db.schema.createTable('payouts', (table) => table.text('invoice'));
await migrate(db);
const storage = knexStorage(db);
const engine = createHundi({
  ...nodePorts({ kek: randomBytes(KEK_BYTES), sendMarkFile: `send-mark-${process.version}` }),
  storage,
  bankRail: rail,
  bankDirectory: { bankName: () => 'Village Bank' },
});
assert.ok(E.isRight(await engine.checkSealer()));
const account = { debitAccountId: 'da-1', ifscCode: 'VLGB0000001' };
const provisioned = await engine.provision({
  bankTenants: [
    {
      bankTenantId: 'village-bank',
      name: 'Village Bank',
      corporates: [
        {
          corporateTenantId: 'weavers',
          name: 'Weavers Cooperative',
          roles: [
            {
              roleCode: 'clerk',
              permissions: ['transaction.make'],
              packageCodes: ['YARN'],
              debitAccountIds: ['da-1'],
            },
          ],
          users: [
            {
              userId: 'lata',
              username: 'Lata',
              kind: 'human',
              approvalState: 'approved',
              roleCodes: ['clerk'],
            },
          ],
          debitAccounts: [
            { ...account, accountName: 'Cooperative', accountNumber: '700100200300' },
          ],
          packages: [
            {
              packageCode: 'YARN',
              name: 'Payments to yarn makers',
              catalogConfiguration: {
                autoApprovalEnabled: true,
                bulkApprovalEnabled: true,
                maskConfidentialDetails: false,
                maxPaymentsPerBatch: 500,
                allowedDebitModes: ['single'],
                defaultDebitMode: 'single',
                allowedFileRejectionModes: ['reject_invalid_rows'],
                defaultFileRejectionMode: 'reject_invalid_rows',
                allowedPaymentMethods: [
                  { paymentMethodCode: 'INTERNAL', minimumAmount: 100, maximumAmount: null },
                ],
                defaultPaymentMethodCode: 'INTERNAL',
                debitAccounts: [
                  {
                    debitAccountId: 'da-1',
                    allowedPaymentMethodCodes: ['INTERNAL'],
                    isDefault: true,
                  },
                ],
                defaultDebitAccountId: 'da-1',
              },
            },
          ],
          approvalMatrix: [{ packageCodes: null, tiers: [{ upToAmount: null, levels: [] }] }],
          beneficiaries: [
            {
              beneId: 'SPINNER1',
              beneName: 'Spinners of Kutch',
              benePhoneNumber: '+919800000001',
              benePackageCodes: ['YARN'],
              beneBankAccounts: [{ accountNumber: '700100200999', ifscCode: 'VLGB0000002' }],
              approvalState: 'approved',
            },
          ],
        },
      ],
    },
  ],
});
assert.ok(E.isRight(provisioned), JSON.stringify(provisioned));
const worker = engine.startWorker({
  onError: (_duty, error) => {
    throw error;
  },
});

// The bank's own row and the batch are committed together.
const tenant = { bankTenantId: 'village-bank', corporateTenantId: 'weavers' };
const payees = await engine.listBeneficiaries(tenant, { page: 1, limit: 10 });
assert.ok(E.isRight(payees), JSON.stringify(payees));
const [{ beneficiaryId }] = payees.right.items;
const batch = {
  initiatedByUserId: 'lata',
  apiRefNumber: 'YARN-1',
  payments: [
    { transactionReference: 'INV-1', packageCode: 'YARN', amount: 250_000, beneficiaryId },
  ],
};
const { jobId } = await db.transaction(async (trx) => {
  await trx('payouts').insert({ invoice: 'INV-1' });
  const within = engine.within(storage.within(trx));
  const accepted = await within.acceptBatch(tenant, { key: 'yarn-1', batch });
  assert.ok(E.isRight(accepted), JSON.stringify(accepted));
  return accepted.right.answer;
});
let counts = {};
for (let n = 0; n < 200 && counts.paid !== 1; n += 1) {
  counts = (await engine.getJob(tenant, { jobId, page: 1, limit: 1 })).right.counts;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
assert.equal(counts.paid, 1);
assert.equal([...ledger.values()].filter(({ amount }) => amount === 250_000).length, 1);
assert.deepEqual(await db('payouts'), [{ invoice: 'INV-1' }]);

await worker.stop();
await db.destroy();
await admin.raw(`DROP DATABASE ${name} WITH (FORCE)`);
await admin.destroy();
testSystem.closeAllConnections();
testSystem.close();
