import { openFileForm } from '../brought-file.js';
import { postgresDatabase, sqliteDatabase } from '../database.js';
import type { FileHeld } from '../file-held.js';
import { isSealed, until } from '../progress.js';
import { openStand } from '../stand.js';

const MIB = 2 ** 20;
const SAMPLE_MS = 2;

const [server] = process.argv.slice(2);
const stand = await openStand(server === undefined ? sqliteDatabase : postgresDatabase(server));
await until(() => isSealed(stand));
const form = await openFileForm(stand);
const rest = process.memoryUsage.rss();
let most = rest;
// What is measured gives others a turn each millisecond.
const sampling = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, SAMPLE_MS);
process.once('message', () => {
  clearInterval(sampling);
  const held: FileHeld = { rest: rest / MIB, most: most / MIB };
  process.send?.(held);
  void stand.close().then(() => {
    process.disconnect();
  });
});
process.send?.(form);
