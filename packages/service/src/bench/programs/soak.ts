import { openClient } from '../client.js';
import { postgresDatabase, sqliteDatabase } from '../database.js';
import { isComplete, isPaid, isSealed, postBatch, until } from '../progress.js';
import type { Soaked } from '../soak.js';
import { openStand } from '../stand.js';

const BATCH = 20_000;
const FEW = 40_000;
const MANY = 200_000;
const MIB = 2 ** 20;

const [server] = process.argv.slice(2);
const stand = await openStand(server === undefined ? sqliteDatabase : postgresDatabase(server));
const client = openClient();
let posted = 0;

/** Resident memory, without what only waits to be collected, once so many payouts are paid and sealed. */
const memoryAfter = async (payouts: number): Promise<number> => {
  for (; posted < payouts; posted += BATCH) {
    const { jobId } = await postBatch(stand, client, BATCH, `soak${String(posted)}`);
    await until(() => isComplete(stand, jobId));
    await until(async () => (await isPaid(stand)) && (await isSealed(stand)));
  }
  globalThis.gc?.();
  return process.memoryUsage.rss() / MIB;
};

const soaked: Soaked = { few: await memoryAfter(FEW), many: await memoryAfter(MANY) };
await client.close();
await stand.close();
console.log(JSON.stringify(soaked));
