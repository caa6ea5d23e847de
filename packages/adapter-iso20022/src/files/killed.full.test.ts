import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { orderOf, refOf } from '../orders.test.data.js';
import { officeOf } from './folders.test.support.js';

const PROGRAM = fileURLToPath(new URL('../testing/sending-program.js', import.meta.url));
const KILLS = 50;
const SPREAD_MS = 40;

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

test('of orders that are sent by a process that is killed again and again, each is in exactly one file', async (t) => {
  t.timeout(600_000);
  const office = await officeOf(t);
  const root = dirname(office.path('out'));
  let next = 0;

  for (let kill = 0; kill < KILLS; kill += 1) {
    const last = await runAndKill(root, next);
    if (kill % 2 === 0) await office.pickUp();
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
  t.log(`${String(next)} orders`);
});
