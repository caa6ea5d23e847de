import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { E } from '@hundi/core';
import test from 'ava';
import { DEMO_DOCUMENT, readConfig } from './read-config.js';

const directory = mkdtempSync(join(tmpdir(), 'hundi-config-'));
const module = join(directory, 'port.mjs');
const document = join(directory, 'tenants.json');
writeFileSync(module, '');
writeFileSync(document, '{}');

const KEK = Buffer.alloc(32, 7).toString('base64');
const read = (env: Readonly<Record<string, string>>) => readConfig(env, directory);

test('an empty environment is a sandbox on this machine', (t) => {
  t.deepEqual(
    read({}),
    E.right({
      host: '127.0.0.1',
      port: 3000,
      trustedProxies: [],
      dataDir: join(directory, '.data'),
      database: { kind: 'sqlite' as const, file: join(directory, '.data/hundi.db') },
      provisionFile: DEMO_DOCUMENT,
      portalPages: true,
      notifications: true,
      sandbox: true,
      sendMark: join(directory, '.data/send-mark'),
      reconcile: false,
      workers: 1,
      maxConnections: 2_000,
      webhookRefusedNetworks: [],
      rateLimits: { reads: 500, writes: 200 },
      logLevel: 'info' as const,
    }),
  );
});

test('a pool is for PostgreSQL, and has two connections at least', (t) => {
  const DATABASE_URL = 'postgres://user@127.0.0.1/hundi';
  t.like(read({ DATABASE_URL, DATABASE_POOL: '40' }), { right: { databasePool: 40 } });
  t.deepEqual(
    read({ DATABASE_URL, DATABASE_POOL: '1' }),
    E.left(['DATABASE_POOL: expected a whole number from 2 to 1000']),
  );
  t.deepEqual(
    read({ DATABASE_POOL: '4' }),
    E.left(['DATABASE_POOL: leave it out where DATABASE_URL names no PostgreSQL']),
  );
});

test('a pooler is named by its mode, and stands before PostgreSQL', (t) => {
  const DATABASE_URL = 'postgres://user@127.0.0.1/hundi';
  for (const mode of ['none', 'session', 'transaction'] as const)
    t.like(read({ DATABASE_URL, DATABASE_POOLER: mode }), { right: { databasePooler: mode } });
  t.deepEqual(
    read({ DATABASE_URL, DATABASE_POOLER: 'statement' }),
    E.left(['DATABASE_POOLER: expected one of none, session, transaction']),
  );
  t.deepEqual(
    read({ DATABASE_POOLER: 'session' }),
    E.left(['DATABASE_POOLER: leave it out where DATABASE_URL names no PostgreSQL']),
  );
});

test('a direct way leads to PostgreSQL, and is encrypted as the other is', (t) => {
  const DATABASE_URL = 'postgres://user@127.0.0.1/hundi';
  const DATABASE_DIRECT_URL = 'postgres://user@db.example/hundi';
  t.like(read({ DATABASE_URL, DATABASE_DIRECT_URL }), {
    right: { databaseDirectUrl: DATABASE_DIRECT_URL },
  });
  t.deepEqual(
    read({ DATABASE_URL, DATABASE_DIRECT_URL: 'sqlite:hundi.db' }),
    E.left(['DATABASE_DIRECT_URL: expected postgres://user:password@host:port/name']),
  );
  t.deepEqual(
    read({ DATABASE_DIRECT_URL }),
    E.left(['DATABASE_DIRECT_URL: leave it out where DATABASE_URL names no PostgreSQL']),
  );
  const serious = read({ DATABASE_URL, DATABASE_DIRECT_URL, SANDBOX: '0' });
  t.true(
    E.isLeft(serious) &&
      serious.left.some((fault) => /^DATABASE_DIRECT_URL: .*verify-full/.test(fault)),
  );
});

test('relative paths are seen from the working directory, wherever npm was started', (t) => {
  const env = { INIT_CWD: '/home/dev', DATA_DIR: 'state', DATABASE_URL: 'sqlite:a/b.db' };
  const result = readConfig(env, '/srv/hundi');

  t.like(result, {
    right: { dataDir: '/srv/hundi/state', database: { file: '/srv/hundi/a/b.db' } },
  });
});

test('every variable is taken as it is given', (t) => {
  const result = read({
    HOST: '::1',
    PORT: '0',
    ADMIN_PORT: '9100',
    TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1',
    DATA_DIR: '/srv/data',
    DATABASE_URL: 'postgres://hundi:secret@db.example:5432/hundi?sslmode=verify-full',
    PROVISION_FILE: document,
    PUBLIC_URL: 'https://pay.example/hundi/',
    HUNDI_KEK: KEK,
    SMTP_URL: 'smtps://user:secret@mail.example:465',
    SANDBOX: '0',
    BANK_RAIL: module,
    SEND_MARK: '/mnt/bank/mark',
    PORTAL_PAGES: '0',
    NOTIFICATIONS: '0',
    RECONCILE_ONLY: '1',
    CARD_ACQUIRER: module,
    WORKERS: '0',
    MAX_CONNECTIONS: '500',
    WEBHOOK_REFUSED_NETWORKS: '203.0.114.0/24,2a00:1::/32',
    RATE_LIMITS: 'writes=10',
    LOG_LEVEL: 'warn',
  });

  t.like(result, {
    right: {
      host: '::1',
      port: 0,
      adminPort: 9_100,
      trustedProxies: ['10.0.0.0/8', '2001:db8::1'],
      dataDir: '/srv/data',
      database: {
        kind: 'postgres',
        url: 'postgres://hundi:secret@db.example:5432/hundi?sslmode=verify-full',
      },
      provisionFile: document,
      publicUrl: 'https://pay.example/hundi',
      smtpUrl: 'smtps://user:secret@mail.example:465',
      smtpTls: 'required',
      sandbox: false,
      bankRail: module,
      sendMark: '/mnt/bank/mark',
      portalPages: false,
      notifications: false,
      reconcile: true,
      cardAcquirer: module,
      workers: 0,
      maxConnections: 500,
      webhookRefusedNetworks: ['203.0.114.0/24', '2a00:1::/32'],
      rateLimits: { reads: 500, writes: 10 },
      logLevel: 'warn',
    },
  });
});

test('rate limits can be given one by one, and switched off', (t) => {
  t.like(read({ RATE_LIMITS: 'logins=5,reads=7' }), {
    right: { rateLimits: { reads: 7, writes: 200, logins: 5 } },
  });
  t.like(read({ RATE_LIMITS: 'off' }), { right: { rateLimits: 'off' } });
});

const WRONG: Readonly<Record<string, ReadonlyArray<string>>> = {
  HOST: ['', 'two hosts', 'http://127.0.0.1'],
  PORT: ['', '-1', '65536', '3e3', '0x10', ' 80', '80.0', 'http'],
  ADMIN_PORT: ['', '-1', '65536', 'metrics'],
  TRUSTED_PROXIES: [
    '',
    'all',
    '0',
    '33',
    '-1',
    '1.5',
    '10.0.0.0/33',
    '10.0.0.1,',
    '0.0.0.0/0',
    '::/0',
    'proxy.example',
  ],
  DATA_DIR: ['', 'a\0b'],
  DATABASE_URL: [
    '',
    'hundi.db',
    'sqlite:',
    'sqlite::memory:',
    'sqlite://hundi.db',
    'mysql://host/name',
    'postgres://',
    'postgres://host',
    'postgres://host:port/name',
  ],
  PROVISION_FILE: ['', '/nowhere/tenants.json', directory],
  PUBLIC_URL: ['', 'pay.example', 'ftp://pay.example', 'https://u:p@pay.example', 'https://a/?b'],
  HUNDI_KEK: [
    '',
    'secret',
    Buffer.alloc(31).toString('base64'),
    `${KEK} `,
    'ab'.repeat(32),
    `${KEK},`,
    `${KEK},${KEK}`,
    `${KEK},short`,
  ],
  ALLOW_PLAINTEXT: ['', 'mysql', 'postgres,', 'postgres smtp'],
  SMTP_URL: ['', 'mail.example', 'http://mail.example', 'smtp://'],
  SANDBOX: ['', 'true', 'yes', '2'],
  BANK_RAIL: ['', '/nowhere/rail.mjs', directory, 'iso20022', 'ISO20022-folder'],
  RAIL_FOLDER: ['', 'a\0b', '/mnt/bank'],
  RAIL_PEER: ['', 'bank', 'none'],
  SEND_MARK: ['', 'a\0b'],
  PORTAL_PAGES: ['', 'yes'],
  NOTIFICATIONS: ['', 'yes'],
  RECONCILE_ONLY: ['', 'yes'],
  CARD_ACQUIRER: ['', '/nowhere/acquirer.mjs'],
  MAX_CONNECTIONS: ['', '0', '-1', '1e3', 'none'],
  WORKERS: ['', '-1', '1.5', 'many', '1000'],
  WEBHOOK_REFUSED_NETWORKS: ['', 'none', '10.0.0.0/33', 'example.com', '10.0.0.1,'],
  RATE_LIMITS: [
    '',
    'on',
    'reads',
    'reads=0',
    'reads=-1',
    'reads=1,reads=2',
    'deletes=1',
    'logins=0',
    'bytes=0',
    'bytes=16MiB',
    'reads=1,',
  ],
  LOG_LEVEL: ['', 'INFO', 'verbose'],
};

for (const [name, texts] of Object.entries(WRONG)) {
  for (const text of texts) {
    test(`${name}=${JSON.stringify(text)} is refused`, (t) => {
      const result = read({ [name]: text });

      t.like(result, { _tag: 'Left' });
      t.true(E.isLeft(result) && result.left.every((fault) => fault.startsWith(`${name}: `)));
    });
  }
}

test('the bank by files has a folder in the data directory, and the sandbox bank as its peer', (t) => {
  t.like(read({ BANK_RAIL: 'iso20022-folder', DATA_DIR: '/srv/data' }), {
    right: { bankRail: undefined, railFolder: { path: '/srv/data/bank', peer: 'sandbox' } },
  });
  t.like(read({ BANK_RAIL: 'iso20022-folder', SEND_MARK: '/srv/mark' }), {
    right: { railFolder: { ledgerMark: '/srv/mark.ledger' } },
  });
  t.like(read({ BANK_RAIL: 'iso20022-folder', RAIL_FOLDER: '/mnt/bank', RAIL_PEER: 'none' }), {
    right: { railFolder: { path: '/mnt/bank', peer: 'none' } },
  });
});

test('a folder without the bank by files is a mistake', (t) => {
  t.deepEqual(
    read({ RAIL_FOLDER: '/mnt/bank', RAIL_PEER: 'none' }),
    E.left([
      'RAIL_FOLDER: leave it out where BANK_RAIL is not iso20022-folder',
      'RAIL_PEER: leave it out where BANK_RAIL is not iso20022-folder',
    ]),
  );
});

test('a fault is reported without its value', (t) => {
  const result = read({ DATABASE_URL: 'mysql://hundi:hunter2@db/hundi', HUNDI_KEK: 'hunter2' });

  t.false(JSON.stringify(result).includes('hunter2'));
  t.like(result, { left: { length: 2 } });
});

const PRODUCTION = {
  SANDBOX: '0',
  BANK_RAIL: module,
  HUNDI_KEK: KEK,
  PROVISION_FILE: document,
  PUBLIC_URL: 'https://pay.example',
  TRUSTED_PROXIES: 'none',
};

test('outside a sandbox a service starts only with explicit values', (t) => {
  t.like(read(PRODUCTION), { right: { sandbox: false } });
});

test('outside a sandbox the sandbox bank is no peer of a folder', (t) => {
  const byFiles = { ...PRODUCTION, BANK_RAIL: 'iso20022-folder' };

  t.like(read(byFiles), { right: { railFolder: { peer: 'none' } } });
  t.deepEqual(
    read({ ...byFiles, RAIL_PEER: 'sandbox' }),
    E.left(['RAIL_PEER: the sandbox bank exists with SANDBOX=1 only; expected none']),
  );
});

for (const name of ['BANK_RAIL', 'HUNDI_KEK', 'PROVISION_FILE', 'PUBLIC_URL'] as const) {
  test(`outside a sandbox ${name} has no default`, (t) => {
    const { [name]: _left, ...rest } = PRODUCTION;

    t.deepEqual(read(rest), E.left([`${name}: must be set when SANDBOX=0`]));
  });
}

test('outside a sandbox whose word is believed about addresses is said, and may be that of none', (t) => {
  const { TRUSTED_PROXIES: _unsaid, ...rest } = PRODUCTION;

  t.deepEqual(
    read(rest),
    E.left(['TRUSTED_PROXIES: must be set when SANDBOX=0 (the value none is permitted)']),
  );
  t.like(read(PRODUCTION), { right: { trustedProxies: [] } });
  t.like(read({ ...PRODUCTION, TRUSTED_PROXIES: '2' }), { right: { trustedProxies: 2 } });
});

test('outside a sandbox a PostgreSQL on another host is asked by verified TLS only', (t) => {
  const result = read({ ...PRODUCTION, DATABASE_URL: 'postgres://db.example/hundi' });

  t.true(
    E.isLeft(result) && result.left.every((fault) => /^DATABASE_URL: .*verify-full/.test(fault)),
  );
});

test('outside a sandbox links are https, and the demo tenants stay away', (t) => {
  t.deepEqual(
    read({ ...PRODUCTION, PUBLIC_URL: 'http://pay.example', PROVISION_FILE: DEMO_DOCUMENT }),
    E.left([
      'PUBLIC_URL: must be https when SANDBOX=0',
      'PROVISION_FILE: the demo document is permitted in the sandbox only',
    ]),
  );
});
