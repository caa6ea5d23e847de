import { appendFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileRail } from '../files/file-rail.js';
import { batched, tenOf } from '../orders.test.data.js';

/**
 * Sends batches of ten orders from the given one on and takes what the bank answers, until it is killed; says each batch
 * before it sends it.
 */
const [root = '', from = '0'] = process.argv.slice(2);
const folder = (name: string): string => join(root, name);
const rail = fileRail({
  out: folder('out'),
  sent: folder('sent'),
  in: folder('in'),
  done: folder('done'),
  refused: folder('refused'),
  guide: batched,
  clock: { now: () => Date.now() },
  settleMs: 0,
});

for (let first = Number(from); ; first += 10) {
  // Synchronously: the parent hears of a batch before anything of it is on the disk.
  writeSync(1, `${String(first)}\n`);
  await rail.submit(tenOf(first));
  await rail.collect(async ({ reports }) => {
    const taken = reports.map(({ bankRef, verdict }) => `${bankRef} ${verdict.kind}\n`);
    appendFileSync(join(root, 'engine'), taken.join(''));
  });
}
