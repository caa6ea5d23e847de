import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knexStorage, migrate, openSqlite } from '@hundi/adapter-knex';
import { aesSealer, nodeEntropy } from '@hundi/adapter-node';
import { createHundi, E, type Hundi, type Provisioned } from '@hundi/core';
import { sha256 } from '@hundi/core/wire';
import {
  bankDirectory,
  demoDocument,
  fakeClock,
  fakePacer,
  hostedPages,
  mailbox,
  receivers,
  memoryBooks,
  memoryCardBooks,
  memorySendMark,
  sandboxAcquirer,
  sandboxBank,
} from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { StartRefused } from '../config/start-refused.js';
import type { LogFields } from '../log/log-fields.js';
import type { Logger } from '../log/logger.js';
import { provisionTenants } from './provision-tenants.js';
import { readDocument } from './read-document.js';

const DAY = 86_400_000;
const HOOK = 'http://127.0.0.1:4000/hooks';
const DOCUMENT = demoDocument({ webhookEndpoints: [{ url: HOOK, eventTypes: ['*'] }] });

/** A service that starts on a database and a directory of its own. */
const host = async (t: ExecutionContext) => {
  const { writer, close } = await openSqlite(':memory:');
  t.teardown(close);
  await migrate(writer);
  const storage = knexStorage(writer);
  const clock = fakeClock();
  const engine = createHundi({
    storage,
    clock,
    entropy: nodeEntropy,
    pacer: fakePacer(),
    sealer: aesSealer(Buffer.alloc(32, 1)),
    sendMark: memorySendMark(),
    bankRail: sandboxBank({ books: memoryBooks(), clock }).rail,
    bankDirectory: bankDirectory(),
    mailer: mailbox(clock),
    webhookSender: receivers(clock),
    cardAcquirer: sandboxAcquirer({ books: memoryCardBooks(), clock }).acquirer,
    hostedPages: hostedPages(),
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'hundi-tenants-'));
  const file = join(dataDir, 'credentials.json');
  const warned: [event: string, fields: LogFields][] = [];
  const logger: Pick<Logger, 'warn'> = {
    warn: (event, fields = {}) => warned.push([event, fields]),
  };
  const source = join(dataDir, 'tenants.json');
  return {
    storage,
    clock,
    dataDir,
    file,
    engine,
    logger,
    warned,
    start: async (document: unknown = DOCUMENT, using: Pick<Hundi, 'provision'> = engine) => {
      await writeFile(source, JSON.stringify(document));
      await provisionTenants(
        { engine: using, storage, clock, entropy: nodeEntropy, dataDir, logger },
        await readDocument(source),
      );
    },
    credentials: async () => JSON.parse(await readFile(file, 'utf8')) as Provisioned,
    opens: async (key: string | undefined) => E.isRight(await engine.authenticate(key)),
  };
};

const keyOf = ({ corporates }: Provisioned): string | undefined =>
  corporates['acme']?.apiKeys['erp'];

test('the first start writes down every secret that it made, for its owner only', async (t) => {
  const { start, credentials, file, opens } = await host(t);
  await start();

  const made = await credentials();
  t.true(await opens(keyOf(made)));
  t.regex(made.corporates['acme']?.secretKeys['shop'] ?? '', /^sk_/);
  t.regex(made.corporates['acme']?.webhookSecrets[HOOK] ?? '', /^whsec_/);
  t.true(await opens(made.corporates['globex']?.apiKeys['erp']));
  t.is((await stat(file)).mode & 0o777, 0o600);
});

test('another start changes nothing', async (t) => {
  const { start, file } = await host(t);
  await start();
  const before = await readFile(file, 'utf8');
  await start();

  t.is(await readFile(file, 'utf8'), before);
});

test('a key that a document gains later joins the others', async (t) => {
  const { start, credentials, opens } = await host(t);
  await start();
  const before = await credentials();
  await start(
    demoDocument({
      apiKeys: [
        { name: 'erp', scopes: ['payments'], createdByUserId: 'u-admin' },
        { name: 'payroll', scopes: ['payments'], createdByUserId: 'u-admin' },
      ],
    }),
  );

  const after = await credentials();
  t.is(keyOf(after), keyOf(before));
  t.true(await opens(after.corporates['acme']?.apiKeys['payroll']));
  t.is(
    after.corporates['acme']?.webhookSecrets[HOOK],
    before.corporates['acme']?.webhookSecrets[HOOK],
  );
});

test('a key of the document itself is kept over any number of starts', async (t) => {
  const { start, credentials, opens } = await host(t);
  const key = 'pak_partner01_0123456789abcdefABCDEF0123456789';
  const document = demoDocument({
    apiKeys: [{ name: 'erp', scopes: ['payments'], createdByUserId: 'u-admin', key }],
  });
  await start(document);
  await start(document);

  t.is(keyOf(await credentials()), key);
  t.true(await opens(key));
});

test('a key that the document brings as a digest opens, and stands in no file', async (t) => {
  const { start, file, opens } = await host(t);
  const secret = '0123456789abcdefABCDEF0123456789';
  const key = { keyId: 'partner01', keyDigest: sha256(secret) };
  const document = demoDocument({
    apiKeys: [{ name: 'erp', scopes: ['payments'], createdByUserId: 'u-admin', ...key }],
  });
  await start(document);
  t.true(await opens(`pak_partner01_${secret}`));
  const before = await readFile(file, 'utf8');
  await start(document);

  t.true(await opens(`pak_partner01_${secret}`));
  t.is(await readFile(file, 'utf8'), before);
  t.is(keyOf(JSON.parse(before) as Provisioned), undefined);
});

test('a start that dies before the document is applied loses no key', async (t) => {
  const { start, credentials, engine, opens } = await host(t);
  const dying = { provision: () => Promise.reject(new Error('killed')) };
  await t.throwsAsync(start(DOCUMENT, dying), { message: 'killed' });
  const written = keyOf(await credentials());
  t.false(await opens(written));
  await start(DOCUMENT, engine);

  t.is(keyOf(await credentials()), written);
  t.true(await opens(written));
});

test('a start that dies after the document is applied loses no key', async (t) => {
  const { start, credentials, engine, opens } = await host(t);
  const dying: Pick<Hundi, 'provision'> = {
    provision: async (document) => {
      await engine.provision(document);
      throw new Error('killed');
    },
  };
  await t.throwsAsync(start(DOCUMENT, dying), { message: 'killed' });
  await start();

  t.true(await opens(keyOf(await credentials())));
});

test('when two services start at once on one database, each writes only valid keys to its file', async (t) => {
  const first = await host(t);
  const dataDir = await mkdtemp(join(tmpdir(), 'hundi-tenants-'));
  const overtaken: Pick<Hundi, 'provision'> = {
    provision: async (document) => {
      await first.start();
      return first.engine.provision(document);
    },
  };
  const source = join(dataDir, 'tenants.json');
  await writeFile(source, JSON.stringify(DOCUMENT));
  await provisionTenants(
    { ...first, engine: overtaken, entropy: nodeEntropy, dataDir },
    await readDocument(source),
  );

  const text = await readFile(join(dataDir, 'credentials.json'), 'utf8');
  t.is(keyOf(JSON.parse(text) as Provisioned), undefined);
  t.true(await first.opens(keyOf(await first.credentials())));
});

test('an expired key is replaced and stays dead', async (t) => {
  const { start, credentials, clock, opens } = await host(t);
  await start();
  const old = keyOf(await credentials());
  clock.advance(366 * DAY);
  await start();

  const fresh = keyOf(await credentials());
  t.not(fresh, old);
  t.true(await opens(fresh));
  t.false(await opens(old));
});

test('a database whose credentials file is gone gets no key that does not work', async (t) => {
  const { start, credentials, file } = await host(t);
  await start();
  await writeFile(file, '{"corporates":{}}');
  await start();

  t.is(keyOf(await credentials()), undefined);
});

for (const text of [
  '{"corporates":{"acme":{}}}',
  '{"corporates":{"acme":{"apiKeys":{"erp":"a","erp":"b"},"secretKeys":{},"webhookSecrets":{}}}}',
]) {
  test(`a damaged credentials file is never overwritten: ${text}`, async (t) => {
    const { start, file } = await host(t);
    await writeFile(file, text);

    await t.throwsAsync(start(), { instanceOf: StartRefused, message: /credentials\.json/ });
    t.is(await readFile(file, 'utf8'), text);
  });
}

for (const [what, text, message] of [
  [
    'that is not JSON',
    '{',
    /^PROVISION_FILE: is not JSON: it ends too early, at line 1, column 2$/,
  ],
  ['of another shape', '[]', /^PROVISION_FILE: the document expected an object$/],
  [
    'with a slip of the pen',
    '{"bankTenants":[{"bankTenantId":"b","name":"B","corporates":[],"timezone":"Asia/Kolkata"}]}',
    /^PROVISION_FILE: \/bankTenants\/0\/timezone is not a member of this object; did you mean timeZone\?$/,
  ],
  [
    'with a member twice',
    '{"bankTenants":[{"bankTenantId":"b","name":"B","corporates":[{"absent":"suspend","absent":"report"}]}]}',
    /^PROVISION_FILE: \/bankTenants\/0\/corporates\/0\/absent appears twice$/,
  ],
  [
    'with many members twice',
    `{"bankTenants":[],${'"a":1,"\\u0061":2,'.repeat(600)}"bankTenants":[]}`,
    /^PROVISION_FILE: (?:\/a appears twice; ){100}there may be more$/,
  ],
  [
    'with a limit that is nearly whole',
    '{"bankTenants":[{"corporates":[{"packages":[{"dailyAmountLimit":4.9999999999999999999}]}]}]}',
    /^PROVISION_FILE: \/bankTenants\/0\/corporates\/0\/packages\/0\/dailyAmountLimit cannot be kept as it is: it would become 5$/,
  ],
  [
    'with an exponent',
    '{"bankTenants":[{"corporates":[{"packages":[{"dailyAmountLimit":1e9}]}]}]}',
    /^PROVISION_FILE: \S+\/dailyAmountLimit expected a whole number without fraction or exponent$/,
  ],
  ['with faults', '{"bankTenants":[{}]}', /^PROVISION_FILE: \/bankTenants\/0\/\w+ is required; /],
] as const) {
  test(`a document ${what} is refused with one line`, async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'hundi-tenants-'));
    await writeFile(join(directory, 'tenants.json'), text);

    const error = await t.throwsAsync(readDocument(join(directory, 'tenants.json')), {
      instanceOf: StartRefused,
      message,
    });
    t.false(error.message.includes('\n'));
  });
}

test('a document that moves a corporate to another bank ends the start, and says where', async (t) => {
  const { start } = await host(t);
  await start();
  const bankTenants = DOCUMENT.bankTenants.map((bank) => ({ ...bank, bankTenantId: 'other-bank' }));

  await t.throwsAsync(start({ bankTenants }), {
    instanceOf: StartRefused,
    message: /^PROVISION_FILE: \/bankTenants\/0\/corporates\/0\/corporateTenantId expected .*other/,
  });
});

test('one line of the log says what the document names no longer, until nothing is left of it', async (t) => {
  const { start, warned } = await host(t);
  await start();
  t.deepEqual(warned, []);
  const [bank] = DOCUMENT.bankTenants;
  const [acme] = bank?.corporates ?? [];
  const less = (absent: 'report' | 'suspend') => ({
    bankTenants: [
      {
        ...bank,
        corporates: [
          {
            ...acme,
            absent,
            users: acme?.users?.filter(({ userId }) => userId !== 'u-maker'),
            secretKeys: [],
            webhookEndpoints: undefined,
          },
        ],
      },
    ],
  });
  await start(less('report'));
  await start(less('suspend'));
  await start(less('suspend'));

  const common = { absentCorporates: ['globex'], absentEndpoints: [] };
  t.like(warned, {
    length: 3,
    0: ['provision document omits existing records', { ...common, absentCount: 3, endedCount: 0 }],
    1: ['provision document omits existing records', { ...common, absentCount: 3, endedCount: 2 }],
    2: ['provision document omits existing records', { ...common, absentCount: 1, endedCount: 0 }],
  });
  t.deepEqual(warned[1]?.[1].absentUsers, ['acme/u-maker']);
  t.regex(String(warned[1]?.[1].absentKeys), /^[0-9A-Za-z]+$/);
});

test('a payee of which the document says what does not stand is in the log, without any of its values', async (t) => {
  const { start, engine, storage, warned } = await host(t);
  await start();
  const tenant = { bankTenantId: 'demo-bank', corporateTenantId: 'acme' } as never;
  const { items } = await storage.read(({ beneficiaries }) =>
    beneficiaries.list(tenant, { page: 1, limit: 1, search: 'Sharma Steel' }),
  );
  const beneficiaryId = items[0]?.beneficiaryId ?? t.fail();
  await engine.changeBeneficiary(tenant, {
    beneficiaryId: String(beneficiaryId),
    initiatedByUserId: 'u-maker',
    benePhoneNumber: '+919800000010',
  });
  await start();

  t.deepEqual(warned.at(-1), [
    'provision document differs from payees, which stay as they are',
    {
      differingCount: 1,
      differingPayees: ['acme/SHARMA01'],
      differingMembers: ['benePhoneNumber'],
    },
  ]);
});

test('an approval policy that people put in force stays, and the log names its corporate', async (t) => {
  const { start, engine, warned } = await host(t);
  const document = demoDocument({
    users: (DOCUMENT.bankTenants[0]?.corporates[0]?.users ?? []).map((user) =>
      user.userId === 'u-head' ? { ...user, roleCodes: ['admin'] } : user,
    ),
  });
  await start(document);
  const tenant = { bankTenantId: 'demo-bank', corporateTenantId: 'acme' } as never;
  const proposed = await engine.putApprovalPolicy(tenant, {
    actorUserId: 'u-admin',
    approvalMatrix: [{ packageCodes: null, tiers: [{ upToAmount: null, levels: [] }] }],
  });
  const { changeId } = (E.isRight(proposed) && proposed.right.settingsChange) || t.fail();
  await engine.decideSettingsChange(tenant, {
    actorUserId: 'u-head',
    changeId,
    action: 'approve',
  });
  await start(document);

  t.deepEqual(warned, [
    [
      'provision document differs from approval policies, which stay as they are',
      { differingPolicies: ['acme'] },
    ],
  ]);
});

test('a calendar that has come near its end lets the service start, and the log names it', async (t) => {
  const { start, clock, warned } = await host(t);
  const [bank] = DOCUMENT.bankTenants;
  const today = new Date(clock.now());
  const until = new Date(today.getTime() + 100 * DAY).toISOString().slice(0, 10);
  const calendars = [{ calendarCode: 'MUMBAI', until, holidays: { weekly: ['sunday'] } }];
  const document = { bankTenants: [{ ...bank, calendars }] };
  await start(document);
  t.deepEqual(warned, []);
  clock.advance(30 * DAY);
  await start(document);

  t.deepEqual(warned, [
    [
      'calendars end before the latest day that payments may be dated',
      { endingCalendars: ['demo-bank/MUMBAI'] },
    ],
  ]);
});
