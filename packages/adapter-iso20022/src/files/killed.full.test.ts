import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { el, group, statusReport } from '../messages.test.support.js';
import { orderOf, refOf } from '../orders.test.data.js';
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

test('a process that is killed again and again puts each order into exactly one file, and takes every answer', async (t) => {
  t.timeout(1_800_000);
  const office = await officeOf(t);
  const root = dirname(office.path('out'));
  let next = 0;
  const answered = new Set<string>();
  await writeFile(join(root, 'engine'), '');

  for (let kill = 0; kill < KILLS; kill += 1) {
    const last = await runAndKill(root, next);
    if (kill % 2 === 0) {
      await office.pickUp();
      const fresh = (await office.sentRefs()).filter((ref) => !answered.has(ref));
      await office.put(`answer-${String(kill)}.xml`, paid(kill, fresh));
      for (const ref of fresh) answered.add(ref);
    }
    // As the engine does: what is absent is sent again, by another process and in other company.
    const batch = Array.from({ length: 10 }, (_, i) => orderOf(last + i));
    const known = await office.rail().query(batch);
    const absent = batch.filter((_, i) => known[i]?.kind === 'absent');
    t.true(absent.length === 0 || absent.length === batch.length);
    await office.rail().submit([...absent.slice(0, 5)]);
    await office.rail().submit(batch);
    next = last + 10;
  }

  const sent = [...(await office.sentRefs())].sort();
  t.deepEqual(
    sent,
    Array.from({ length: next }, (_, n) => refOf(n)),
  );
  const taken = new Set((await readFile(join(root, 'engine'), 'utf8')).split('\n'));
  await office.rail().collect(async ({ reports }) => {
    for (const { bankRef, verdict } of reports) taken.add(`${bankRef} ${verdict.kind}`);
  });
  t.is([...taken].filter((line) => line.endsWith(' paid')).length, answered.size);
  t.is((await office.names('done')).length, KILLS / 2);
  t.deepEqual([await office.names('in'), await office.names('refused')], [[], []]);
  t.log(`${String(next)} orders`);
});
