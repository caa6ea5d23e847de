// A stranger starts the service, finds a payout by the command line, and proves the journal. As in the image, the
// service is nobody in particular, and can write to its data directory alone.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

const HUNDI = 'node_modules/.bin/hundi';
// The Node that walks is the one that serves.
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
// Other versions of Node walk in the same folder.
const data = `data-${process.version}`;
const env = { PATH, DATA_DIR: data, PORT: '0' };
// Only root can become another.
const isRoot = process.getuid() === 0;
const who = isRoot ? { uid: 65_534, gid: 65_534 } : {};
// The folder above is its maker's alone.
chmodSync('..', 0o755);
mkdirSync(data, { mode: 0o700 });
if (isRoot) chownSync(data, who.uid, who.gid);
const hundi = (...args) => spawnSync(HUNDI, args, { env, encoding: 'utf8', ...who });

const served = spawnSync('node', ['-p', 'process.version'], { env, encoding: 'utf8', ...who });
assert.equal(served.stdout.trim(), process.version);
assert.match(hundi('--help').stdout, /serve +runs the service/);
const service = spawn(HUNDI, ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'], ...who });
process.once('exit', () => service.kill('SIGKILL'));
const [ready] = await once(createInterface({ input: service.stdout }), 'line');
const url = /^hundi listening on (.*)$/.exec(ready)?.[1];
assert.ok(url !== undefined, ready);
assert.equal(hundi('check').status, 0);

const key = JSON.parse(readFileSync(`${data}/credentials.json`, 'utf8')).corporates.acme.apiKeys
  .erp;
const call = async (path, body) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const answer = await fetch(
    `${url}/v1/partner${path}`,
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': 'walk-1' },
          body: JSON.stringify(body),
        },
  );
  assert.ok(answer.ok, await answer.clone().text());
  return answer.json();
};
const { items } = await call('/beneficiaries?search=Sharma');
const payment = { transactionReference: 'INV-1', packageCode: 'VENDOR', amount: 250_000 };
const { jobId } = await call('/payments/batches', {
  initiatedByUserId: 'u-maker',
  apiRefNumber: 'WALK-1',
  payments: [{ ...payment, beneficiaryId: items[0].beneficiaryId }],
});
let paid = 0;
for (let n = 0; n < 100 && paid === 0; n += 1) {
  paid = (await call(`/payments/jobs/${jobId}`)).counts.paid;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
assert.equal(paid, 1);
assert.match(hundi('payouts', 'INV-1').stdout, /INV-1 ₹2,500\.00 paid/);
assert.equal(hundi('incidents').stdout, 'no incident\n');
assert.match(hundi('journal', 'verify').stdout, /: all hold/);
service.kill('SIGTERM');
assert.equal((await once(service, 'exit'))[0], 0);
