import { knexRateLimiter, openPostgres } from '../index.js';

const [url = '', schema = '', now = '', calls = ''] = process.argv.slice(2);

/** Makes many calls under one key at once, on a clock that stands, and prints how many were allowed. */
const db = openPostgres(url, { schema, connections: 4 });
const { take } = knexRateLimiter(db, { reads: 100, writes: 1 }, { now: () => Number(now) });
await take('to be ready', 'reads');
process.stdout.write('ready\n');
await new Promise((go) => process.stdin.once('data', go));
const answers = await Promise.all(Array.from({ length: Number(calls) }, () => take('k', 'reads')));
process.stdout.write(`${String(answers.filter(({ allowed }) => allowed).length)}\n`);
process.stdin.destroy();
await db.destroy();
