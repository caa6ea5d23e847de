// An operator finds a payout that is stuck, replaces the key of keys, and restores a backup, by the command line alone.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

const HUNDI = 'node_modules/.bin/hundi';
// Several versions of Node walk in one folder.
const data = `operated-${process.version}`;
const backup = `backup-${process.version}.db`;
const [OLD, NEW] = [0, 1].map(() => randomBytes(32).toString('base64'));
const surroundings = (kek) => ({
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  DATA_DIR: data,
  PORT: '0',
  LOG_LEVEL: 'error',
  HUNDI_KEK: kek,
});
mkdirSync(data, { mode: 0o700 });

const hundi = (kek, ...args) => {
  const { status, stdout, stderr } = spawnSync(HUNDI, args, {
    env: surroundings(kek),
    encoding: 'utf8',
  });
  assert.equal(status, 0, `hundi ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
};

const serve = async (kek) => {
  const service = spawn(HUNDI, ['serve'], {
    env: surroundings(kek),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => service.kill('SIGKILL'));
  const [ready] = await once(createInterface({ input: service.stdout }), 'line');
  const url = /^hundi listening on (.*)$/.exec(ready)?.[1];
  assert.ok(url !== undefined, ready);
  return {
    ask: async (path, options) => {
      const answer = await fetch(url + path, options);
      assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
      return answer.json();
    },
    stop: async () => {
      service.kill('SIGTERM');
      assert.equal((await once(service, 'exit'))[0], 0);
    },
  };
};

const json = { 'content-type': 'application/json' };
const sandbox = ({ ask }, path, body) =>
  ask(`/sandbox/v1${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) });

const pay = async ({ ask }, reference) => {
  const key = JSON.parse(readFileSync(`${data}/credentials.json`, 'utf8')).corporates.acme.apiKeys
    .erp;
  const headers = { ...json, 'x-api-key': key, 'idempotency-key': `key-${reference}` };
  const { items } = await ask('/v1/partner/beneficiaries?search=Sharma', { headers });
  const payment = { packageCode: 'VENDOR', amount: 250_000 };
  const [{ beneficiaryId }] = items;
  const payments = [{ ...payment, transactionReference: reference, beneficiaryId }];
  await ask('/v1/partner/payments/batches', {
    method: 'POST',
    headers,
    body: JSON.stringify({ initiatedByUserId: 'u-maker', apiRefNumber: reference, payments }),
  });
};

/** Calls the command line until it shows what is expected. */
const shows = async (expected, kek, ...args) => {
  for (let n = 0; ; n += 1) {
    const shown = hundi(kek, ...args);
    if (expected.test(shown)) return;
    assert.ok(n < 60, `hundi ${args.join(' ')} shows ${shown}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};

// The bank takes an order, and does not say what became of it.
let service = await serve(OLD);
await sandbox(service, '/bank/script', {
  reference: 'INV-1',
  outcomes: [{ kind: 'late', afterSeconds: 86_400 }],
});
await pay(service, 'INV-1');
await shows(/INV-1/, OLD, 'payouts');
await shows(/INV-1 ₹2,500\.00 sent_to_bank/, OLD, 'payouts', 'INV-1');
hundi(OLD, 'backlog');

// A backup, and a payment after it.
await service.stop();
copyFileSync(`${data}/hundi.db`, backup);
service = await serve(OLD);
await pay(service, 'INV-2');
await shows(/INV-2 ₹2,500\.00 paid/, OLD, 'payouts', 'INV-2');
await service.stop();

// Another key of keys: the service then starts without the old one.
hundi(`${NEW},${OLD}`, 'kek', 'rotate');
service = await serve(NEW);
assert.match(hundi(NEW, 'check'), /^ok/m);
await service.stop();

// The backup in the place of the database. It is sealed under the old key.
copyFileSync(backup, `${data}/hundi.db`);
service = await serve(`${NEW},${OLD}`);
// It draws the line before it does any work.
await sandbox(service, '/clock/advance', { seconds: 600 });
for (let n = 0; (await service.ask('/readyz')).asksBeforeSendingUpTo === undefined; n += 1) {
  assert.ok(n < 60, 'the service does not notice that its database was restored');
  await new Promise((resolve) => setTimeout(resolve, 250));
}
await sandbox(service, '/clock/advance', { seconds: 2 * 86_400 });
await shows(/INV-1 ₹2,500\.00 paid/, NEW, 'payouts', 'INV-1');
const { items } = await service.ask('/sandbox/v1/bank/orders');
assert.equal(items.length, 2, 'the bank executed each order once');
await service.stop();
assert.match(hundi(`${NEW},${OLD}`, 'journal', 'verify'), /: all hold/);
