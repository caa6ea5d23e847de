import { postgresUrl } from '@hundi/testkit/contract';
import { scenarios } from '@hundi/testkit/scenarios';
import test from 'ava';
import { freshPostgres } from './fresh.test.support.js';
import { playing } from './testing/play-scenario.js';

const url = await postgresUrl();
const tested = url === undefined ? test.skip : test.serial;

for (const { title, run } of scenarios)
  tested(
    `PostgreSQL: ${title}`,
    playing(() => freshPostgres(url ?? ''), run),
  );
