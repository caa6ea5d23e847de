import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BankOrder } from '@hundi/core/rail';
import test from 'ava';
import { el, group, statusReport } from '../messages.test.support.js';
import { batched, TAMIL, tenOf } from '../orders.test.data.js';
import { isAside } from './aside.js';
import type { RefusedFile } from './collect.js';
import { officeOf } from './folders.test.support.js';

const PROGRAM = fileURLToPath(new URL('../testing/sending-program.js', import.meta.url));
/** Before a release 200 times: `npm run prove`. */
const KILLS = Number(process.env['HUNDI_TEST_KILLS'] ?? 40);
const SPREAD_MS = 120;

/** Runs the program until it is killed at some moment; returns the first order of its last batch. */
const runAndKill = async (root: string, from: number): Promise<number> => {
  const child = spawn(process.execPath, [PROGRAM, root, String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child.stdout, 'data');
  setTimeout(() => child.kill('SIGKILL'), Math.random() * SPREAD_MS);
  await once(child, 'close');
  return Number(said.trim().split('\n').at(-1));
};

/** The bank's answer to orders. */
const paid = (n: number, refs: ReadonlyArray<string>): string =>
  statusReport(
    '',
    group(
      'G',
      ...refs.map((ref) =>
        el('TxInfAndSts', el('OrgnlInstrId', ref), el('TxSts', 'ACCC'), el('ClrSysRef', `U${ref}`)),
      ),
    ),
  )
    .replace('>M1<', '>BANKS-OWN<')
    .replace('BANK-1', `BANK-${String(n)}`);

test('a process that is killed again and again puts each order into exactly one file or refuses it, and takes or refuses every file', async (t) => {
  t.timeout(1_800_000);
  const office = await officeOf(t);
  const rail = () => office.rail(undefined, batched);
  const root = dirname(office.path('out'));
  let next = 0;
  const answered = new Set<string>();
  const broken: string[] = [];
  await writeFile(join(root, 'engine'), '');

  for (let kill = 0; kill < KILLS; kill += 1) {
    const last = await runAndKill(root, next);
    if (kill % 2 === 0) {
      await office.pickUp();
      const fresh = (await office.sentRefs()).filter((ref) => !answered.has(ref));
      await office.put(`answer-${String(kill)}.xml`, paid(kill, fresh));
      for (const ref of fresh) answered.add(ref);
    } else {
      broken.push(`broken-${String(kill)}.xml`);
      await office.put(`broken-${String(kill)}.xml`, paid(kill, []).slice(0, -20));
    }
    // As the engine does: what is absent is sent again, by another process, and in other company unless it is a group.
    const batch = tenOf(last);
    const known = await rail().query(batch);
    const absent = batch.filter((_, i) => known[i]?.kind === 'absent');
    t.true(absent.length === 0 || absent.length === batch.length);
    if (batch[0]?.group === undefined) await rail().submit(absent.slice(0, 5));
    await rail().submit(batch);
    next = last + 10;
  }

  const batches = Array.from({ length: next / 10 }, (_, i) => tenOf(i * 10));
  const orders = batches.flat();
  const isRefused = ({ beneficiaryName }: BankOrder) => beneficiaryName === TAMIL.beneficiaryName;
  t.deepEqual(
    [...(await office.sentRefs())].sort(),
    orders.filter((order) => !isRefused(order)).map(({ bankRef }) => bankRef),
  );
  const taken = new Set((await readFile(join(root, 'engine'), 'utf8')).split('\n'));
  await rail().collect(async ({ reports }) => {
    for (const { bankRef, verdict } of reports) taken.add(`${bankRef} ${verdict.kind}`);
  });
  t.is([...taken].filter((line) => line.endsWith(' paid')).length, answered.size);
  const known = await rail().query(orders);
  t.deepEqual(
    known.filter(({ kind }) => kind === 'refused').map(({ bankRef }) => bankRef),
    orders.filter(isRefused).map(({ bankRef }) => bankRef),
  );
  t.is((await office.names('done')).length, KILLS / 2);
  t.deepEqual(await office.names('in'), []);
  const refused = (await office.names('refused')).filter((name) => !isAside(name));
  const reasons = refused.filter((name) => name.endsWith('.reason.json'));
  t.is(refused.length, 2 * broken.length);
  const named = await Promise.all(
    reasons.map(async (name) => JSON.parse(await office.text('refused', name)) as RefusedFile),
  );
  t.deepEqual(named.map(({ name }) => name).sort(), broken.sort());
  t.true(
    named.every(({ keptAs, refusal }) => refused.includes(keptAs) && refusal.fault === 'truncated'),
  );
  t.log(`${String(next)} orders`);
});
