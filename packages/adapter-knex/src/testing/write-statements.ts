import { mkdir, writeFile } from 'node:fs/promises';
import { postgresUrl } from '@hundi/testkit/contract';
import { freshMemory, freshPostgres } from '../fresh.test.support.js';
import { fileOf, statementsOf } from './statements.js';

const url = await postgresUrl();
const databases = {
  SQLite: freshMemory,
  ...(url === undefined ? {} : { PostgreSQL: () => freshPostgres(url) }),
};

await mkdir(new URL('.', fileOf('')), { recursive: true });
for (const [database, open] of Object.entries(databases)) {
  const fresh = await open();
  try {
    await writeFile(fileOf(database), await statementsOf(database, fresh));
  } finally {
    await fresh.close();
  }
}
if (url === undefined)
  process.stderr.write('no PostgreSQL answers: its statements stay as they are\n');
