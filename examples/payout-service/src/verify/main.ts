import { parseArgs } from 'node:util';
import { E } from '@hundi/core';
import { StartRefused } from '../config/start-refused.js';
import { database, databasePooler } from '../config/values.js';
import { verifyDatabase } from './verify-database.js';

const verify = async (): Promise<boolean> => {
  const { values } = parseArgs({ options: { 'database-url': { type: 'string' } } });
  const url = values['database-url'] ?? process.env['DATABASE_URL'] ?? '';
  // Where npm was called, not where this package is.
  const place = database(process.env['INIT_CWD'] ?? process.cwd())(url);
  if (E.isLeft(place)) throw new StartRefused(`--database-url: expected ${place.left}`);
  const pooler = databasePooler(process.env['DATABASE_POOLER'] ?? 'none');
  if (E.isLeft(pooler)) throw new StartRefused(`DATABASE_POOLER: expected ${pooler.left}`);
  const print = (line: string): void => {
    console.log(line);
  };
  const { holds, journals } = await verifyDatabase(place.right, print, pooler.right);
  console.log(
    `${String(journals)} journals, ${holds ? 'all of them hold' : 'not all of them hold'}`,
  );
  return holds;
};

try {
  if (!(await verify())) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
