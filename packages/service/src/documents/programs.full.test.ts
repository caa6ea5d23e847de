import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initiate, usageGuide } from '@hundi/adapter-iso20022';
import { knexStorage, migrate, openPostgres } from '@hundi/adapter-knex';
import { memoryStorage } from '@hundi/adapter-memory';
import type { BankRail, Hundi, Worker } from '@hundi/core';
import type { BankOrder, BankReport } from '@hundi/core/rail';
import { signTestWebhook, verifyWebhook, type ReceivedHeaders } from '@hundi/core/receiver';
import { bankDirectory, createSandbox, demoDocument, type Sandbox } from '@hundi/testkit';
import { runKit, type KitCheck } from '@hundi/testkit/kits';
import test, { type ExecutionContext } from 'ava';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { emptyDataDir } from '../testing/running-service.js';
import { serveHere } from '../testing/serve-here.js';
import { readCredentials } from '../tenants/credentials-file.js';
import { everyBlock } from './blocks.test.support.js';
import { BANK_OF_THE_RAIL, PROGRAMS } from './programs.test.data.js';
import { compile, moduleIn, moduleOf, programOf } from './programs.test.support.js';
import { testSystemOf } from './test-system.test.support.js';

const blocks = new Map((await everyBlock()).map((block) => [block.name, block]));
const codeOf = (name: string): string => {
  const block = blocks.get(name);
  if (block === undefined) throw new Error(`there is no block ${name}: take it off the list`);
  return block.code;
};

const postgres = await freshPostgres();
test.after.always('drops its database', () => postgres?.drop());

test.before('every block of TypeScript compiles against the packages', async (t) => {
  t.timeout(600_000);
  await compile(
    Object.fromEntries(
      Object.entries(PROGRAMS).map(([name, around]) => [name, moduleOf(codeOf(name), around)]),
    ),
  );
});

const tried = new Set<string>();

/** A test of what a block does. */
const program = (
  name: string,
  rule: string,
  run: (t: ExecutionContext, ran: (given?: object) => Promise<unknown>) => Promise<void>,
) => {
  tried.add(name);
  test(`${name}: ${rule}`, async (t) => {
    const block = await programOf(name);
    await run(t, (given = {}) => block(given));
  });
};

const folderOf = async (t: ExecutionContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-blocks-'));
  t.teardown(() => rm(folder, { recursive: true }));
  return folder;
};

const hostOf = async (t: ExecutionContext) => ({
  storage: memoryStorage(),
  bankRail: testSystemOf().rail,
  bankDirectory: bankDirectory(),
  kek: randomBytes(32),
  sendMarkFile: join(await folderOf(t), 'send-mark'),
});

program('README.md ts 1', 'pays a batch in memory', async (t, ran) => {
  const { sandbox } = (await ran()) as { readonly sandbox: Sandbox };
  const orders = await sandbox.bank.orders();

  t.is(orders.length, 1);
  t.like(orders[0], { state: 'paid', amount: 250_000 });
});

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

program(
  'docs/webhooks.md ts 1',
  'takes a signed event and refuses a forged one',
  async (t, ran) => {
    process.env['HUNDI_WEBHOOK_SECRET'] = SECRET;
    const recorded: string[] = [];
    const { server } = (await ran({
      recordOnce: (id: string) => Promise.resolve(void recorded.push(id)),
    })) as { readonly server: Server };
    t.teardown(() => server.close());
    await once(server, 'listening');
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const body = JSON.stringify({
      id: 'evt_1',
      type: 'webhook.test',
      created: 1,
      data: { object: {} },
    });
    const signed = { secrets: [SECRET], webhookId: 'evt_1', body, at: Date.now() };
    const deliver = (text: string) =>
      fetch(url, { method: 'POST', headers: { ...signTestWebhook(signed) }, body: text });

    t.is((await deliver(body)).status, 204);
    const forged = await deliver(body.replace('webhook.test', 'transaction.paid'));
    t.is(forged.status, 400);
    t.is(await forged.text(), 'signature_mismatch');
    t.deepEqual(recorded, ['evt_1']);
  },
);

program('docs/webhooks.md ts 2', 'certifies a verifier', async (t, ran) => {
  const myVerifier = (
    headers: ReceivedHeaders,
    body: Uint8Array,
    secrets: ReadonlyArray<string>,
    now: number,
  ) => verifyWebhook(body, headers, secrets, { toleranceSeconds: 300, now })._tag === 'Right';
  const { checks } = (await ran({ myVerifier })) as { readonly checks: ReadonlyArray<KitCheck> };
  const { passed, failed } = await runKit(checks);

  t.deepEqual(failed, []);
  t.true(passed.length > 0);
});

program(
  'docs/take-cards.md ts 1',
  'makes a session, and the same order the same one',
  async (t, ran) => {
    const service = await serveHere(t, await emptyDataDir());
    const secretKey = (await readCredentials(service.dataDir)).corporates['acme']?.secretKeys[
      'shop'
    ];
    const order = { id: 'order-17', paise: 249_900, title: 'A pair of shoes' };
    const given = { bank: service.url, shop: 'http://127.0.0.1:4000', secretKey, order };
    const first = (await ran(given)) as { readonly session: { readonly id: string } };
    const second = (await ran(given)) as typeof first;

    t.regex(first.session.id, /^cs_/);
    t.is(second.session.id, first.session.id);
  },
);

program(
  'docs/take-cards.md ts 2',
  'shows the status of a return alone that the new or the old key signed',
  async (t, ran) => {
    const keyOf = (digit: string): string => `sk_0123456789abcdef_${digit.repeat(48)}`;
    const secretKeys = [keyOf('b'), keyOf('a')];
    const now = Math.floor(Date.now() / 1_000);
    const query = `session_id=cs_1&reference=order-17&status=completed&timestamp=${String(now)}`;
    const shown = async (secretKey: string): Promise<unknown> => {
      const signature = createHmac('sha256', secretKey).update(query).digest('hex');
      return ran({ secretKeys, query: `${query}&signature=${signature}` });
    };

    for (const secretKey of secretKeys) t.deepEqual(await shown(secretKey), { shown: 'completed' });
    t.deepEqual(await shown(keyOf('c')), { shown: 'unknown' });
    t.deepEqual(await ran({ secretKeys, query }), { shown: 'unknown' });
  },
);

program('docs/embedding.md ts 1', 'makes an engine whose features are off', async (t, ran) => {
  const { engine } = (await ran(await hostOf(t))) as { readonly engine: Hundi };

  t.true(engine.featuresOff.has('webhooks'));
  t.is(await engine.runDue(), 0);
});

tried.add('docs/embedding.md ts 2');
(postgres === undefined ? test.skip : test)(
  'docs/embedding.md ts 2: makes an engine that goes by the clock of the database',
  async (t) => {
    const db = openPostgres(postgres?.url ?? '');
    t.teardown(() => db.destroy());
    const run = await programOf('docs/embedding.md ts 2');
    const { engine } = (await run({ ...(await hostOf(t)), db })) as { readonly engine: Hundi };

    t.is(await engine.runDue(), 0);
  },
);

tried.add('docs/embedding.md ts 5');
(postgres === undefined ? test.skip : test)(
  'docs/embedding.md ts 5: keeps an invoice and its payment in one commit',
  async (t) => {
    const db = openPostgres(postgres?.url ?? '');
    t.teardown(() => db.destroy());
    await migrate(db);
    await db.schema.createTable('invoices', (table) => {
      table.string('id');
      table.string('state');
    });
    const { tenant, beneficiary } = await createSandbox({ storage: knexStorage(db) });
    const payment = {
      transactionReference: 'INV-1',
      beneficiaryId: await beneficiary('SHARMA01'),
      packageCode: 'VENDOR',
      amount: 250_000,
    };
    const batch = { initiatedByUserId: 'u-maker', apiRefNumber: 'INV-1', payments: [payment] };
    const run = await programOf('docs/embedding.md ts 5');
    const { storage: _, ...host } = await hostOf(t);
    const { accepted } = (await run({ ...host, db, tenant, batch })) as {
      readonly accepted: object;
    };

    t.true(JSON.stringify(accepted).includes('jobId'), JSON.stringify(accepted));
    t.is((await db('invoices')).length, 1);
  },
);

program('docs/embedding.md ts 3', 'provisions, and starts a worker', async (t, ran) => {
  const { engine } = await createSandbox({ storage: memoryStorage() });
  const given = { engine, document: demoDocument(), onError: () => undefined };
  const { worker, provisioned } = (await ran(given)) as {
    readonly worker: Worker;
    readonly provisioned: { readonly _tag: string };
  };
  await worker.stop();

  t.is(provisioned._tag, 'Right');
});

program('docs/embedding.md ts 4', 'certifies a rail that keeps its promises', async (t, ran) => {
  const testSystem = testSystemOf();
  const titles: string[] = [];
  const runner = Object.assign((title: string) => titles.push(title), {
    skip: (title: string) => titles.push(title),
  });
  const { checks } = (await ran({ myRail: () => testSystem.rail, testSystem, test: runner })) as {
    readonly checks: ReadonlyArray<KitCheck>;
  };

  t.deepEqual(
    titles,
    checks.map(({ sentence }) => sentence),
  );
  t.deepEqual((await runKit(checks)).failed, []);
});

program('docs/hosted-pages.md ts 1', 'mounts pages in the colours of a bank', async (t, ran) => {
  const { engine } = await createSandbox({ storage: memoryStorage() });
  await t.notThrowsAsync(ran({ engine }));
});

const anOrder = (n: number, others: object = {}) => ({
  bankRef: `H${String(n).padStart(32, '0')}`,
  amount: 250_000,
  paymentMethod: 'NEFT',
  debitAccountNumber: '50200011112222',
  creditAccountNumber: '123456780001',
  ifsc: 'HDFC0000001',
  beneficiaryName: 'Sharma & Sons',
  narration: 'Invoice 1',
  debtor: { name: 'Acme Traders', ifsc: 'UTIB0000001' },
  executionDate: '2026-11-27',
  reference: 'INV-1',
  endToEndId: `H${String(n).padStart(32, '0')}`,
  ...others,
});

program(
  'docs/iso20022.md ts 1',
  'writes what the guide of the bank takes, and refuses the rest',
  async (t, ran) => {
    const orders = [anOrder(1), anOrder(2, { beneficiaryName: 'குமார்' })];
    const { refused, written } = (await ran({ orders, createdAt: 0 })) as {
      readonly refused: ReadonlyArray<{ readonly order: { readonly bankRef: string } }>;
      readonly written: ReadonlyArray<Uint8Array>;
    };
    const text = Buffer.concat(written).toString();

    t.deepEqual(
      refused.map(({ order }) => order.bankRef),
      [anOrder(2).bankRef],
    );
    t.true(text.includes('<Nm>Sharma and Sons</Nm>'));
    t.true(text.includes('<CtrlSum>2500.00</CtrlSum>'));
  },
);

program('docs/iso20022.md ts 2', 'makes reports of the answers of the bank', async (t, ran) => {
  const guide = usageGuide({
    bank: 'Demo Bank',
    initiatingParty: { name: 'Acme' },
    methods: { NEFT: {} },
    bookedDebit: 'paid',
  });
  const order = anOrder(1, { beneficiaryName: 'Sharma Sons' }) as unknown as BankOrder;
  const { initiation } = await initiate([order], guide, 0);
  const file = async function* () {
    yield Buffer.from(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
      <GrpHdr><MsgId>B1</MsgId><CreDtTm>2026-11-27T10:00:00</CreDtTm></GrpHdr>
      <OrgnlGrpInfAndSts><OrgnlMsgId>${initiation?.messageId ?? ''}</OrgnlMsgId>
      <OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts>
      </CstmrPmtStsRpt></Document>`,
    );
  };
  const { reports, forPeople } = (await ran({ initiation, guide, file: file() })) as {
    readonly reports: ReadonlyArray<BankReport>;
    readonly forPeople: ReadonlyArray<unknown>;
  };

  t.like(reports[0], { reportId: 'B1', bankRef: order.bankRef, verdict: { kind: 'refused' } });
  t.deepEqual(forPeople, []);
});

program('docs/iso20022.md ts 3', 'sends a file, and takes a broken one', async (t, ran) => {
  const drop = await folderOf(t);
  for (const name of ['out', 'sent', 'in', 'done', 'refused']) await mkdir(join(drop, name));
  await writeFile(join(drop, 'in', 'a.xml'), 'no message');
  await utimes(join(drop, 'in', 'a.xml'), 0, 0);
  const guide = usageGuide({
    bank: 'Demo Bank',
    initiatingParty: { name: 'Acme' },
    methods: { NEFT: {} },
    bookedDebit: 'paid',
  });
  const raised: unknown[] = [];
  const engine = { raiseIncidents: async (input: unknown) => void raised.push(input) };
  const given = { drop, dataDir: await folderOf(t), guide, engine, bankTenantId: 'demo-bank' };
  const { bankRail, taken, refused } = (await ran(given)) as {
    readonly bankRail: BankRail;
    readonly taken: number;
    readonly refused: ReadonlyArray<unknown>;
  };
  const order = anOrder(1, { beneficiaryName: 'Sharma Sons' }) as unknown as BankOrder;

  t.deepEqual([taken, refused.length], [0, 1]);
  t.like(raised, [{ incidents: [{ kind: 'bank_file_refused', bankTenantId: 'demo-bank' }] }]);
  t.like((await bankRail.submit([order]))[0], { kind: 'accepted' });
  t.is((await readdir(join(drop, 'out'))).length, 1);
});

for (const name of ['docs/simulator.md ts 1', 'packages/testkit/README.md ts 4'])
  program(name, 'finds no broken promise', async (t, ran) => {
    t.like(await ran(), { violations: [] });
  });

program('packages/testkit/README.md ts 2', 'runs the kit and prints its report', async (t, ran) => {
  const { rail: myRail, ledger, break: broken } = testSystemOf();
  const { checks } = (await ran({
    myRail,
    anOrderOfTheTestSystem: {
      bankTenantId: 'b',
      amount: 1,
      paymentMethod: 'NEFT',
      debitAccountNumber: '700100',
      creditAccountNumber: '700101',
      ifsc: 'HDFC0000001',
      beneficiaryName: 'A',
      narration: 'N',
    },
    timesPaid: (bankRef: string) => ledger(bankRef).length,
    faults: { answers_500: () => broken('500') },
  })) as { readonly checks: ReadonlyArray<KitCheck> };

  t.deepEqual((await runKit(checks)).failed, []);
});

program(
  'packages/testkit/README.md ts 3',
  'registers every case, each of which runs',
  async (t, ran) => {
    const cases: Array<(t: { readonly pass: () => void }) => Promise<void>> = [];
    await ran({
      test: (_: string, run: (typeof cases)[number]) => cases.push(run),
      freshStorage: () => Promise.resolve(memoryStorage()),
    });

    t.true(cases.length > 100);
    await cases[0]?.(t);
  },
);

test('docs/embedding.md js 1: a rail as a module answers what was sent', async (t) => {
  const name = 'docs/embedding.md js 1';
  const { default: make } = (await moduleIn(name, BANK_OF_THE_RAIL, codeOf(name))) as {
    readonly default: (around: object) => BankRail;
  };
  const rail = make({});
  const order = { bankRef: 'R1' } as Parameters<BankRail['submit']>[0][number];

  t.like((await rail.query([order]))[0], { kind: 'absent' });
  t.like((await rail.submit([order]))[0], { kind: 'paid' });
  t.like((await rail.query([order]))[0], { kind: 'paid' });
});

test('every block on the list has a test of what it does', (t) => {
  t.deepEqual([...tried].sort(), Object.keys(PROGRAMS).sort());
});
