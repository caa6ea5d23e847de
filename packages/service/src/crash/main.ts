import { parseArgs } from 'node:util';
import { postgresUrl } from '@hundi/testkit/contract';
import { freshOn } from '../testing/fresh-postgres.js';
import { orUsage } from '../testing/or-usage.js';
import { newCluster, type Cluster } from './cluster.js';
import { dice } from './dice.js';
import { postgresRun } from './postgres-run.js';
import { linesOf, tooSlow, type CrashReport } from './report.js';
import { serverRun } from './server-run.js';
import { sqliteRun } from './sqlite-run.js';

const USAGE = `npm run crash -- [--database sqlite|postgres] [--kills N] [--server-kills N] [--seed N]`;

const KILLS = { sqlite: 200, postgres: 100, server: 25 };

const whole = (text: string | undefined, name: string): number | undefined => {
  if (text === undefined) return undefined;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new Error(`--${name}: a whole number`);
};

const readOptions = () => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { database: text, kills: text, 'server-kills': text, seed: text },
  });
  const { database } = values;
  if (database !== undefined && database !== 'sqlite' && database !== 'postgres') {
    throw new Error('--database: sqlite or postgres');
  }
  const kills = whole(values.kills, 'kills');
  return {
    database,
    sqlite: kills ?? KILLS.sqlite,
    postgres: kills ?? KILLS.postgres,
    // A run with few kills should not kill the server 25 times.
    server:
      whole(values['server-kills'], 'server-kills') ?? (kills === undefined ? KILLS.server : 0),
    seed: whole(values.seed, 'seed') ?? 1,
  };
};

const say = (line: string): void => {
  console.log(line);
};

const printed = (report: CrashReport): boolean => {
  for (const line of linesOf(report)) say(line);
  return report.losses.length === 0 && tooSlow(report).length === 0;
};

type Options = ReturnType<typeof readOptions>;

/** The server of the tests where one answers, else the run's own. */
const onPostgres = async ({ postgres, seed }: Options, own: Cluster | undefined) => {
  const server = (await postgresUrl()) ?? own?.url;
  if (server === undefined) {
    say('PostgreSQL: skipped, no server answers and none is installed');
    return true;
  }
  const fresh = await freshOn(server);
  const isWell = printed(await postgresRun(postgres, dice(seed), fresh.url));
  await fresh.drop();
  return isWell;
};

const onServer = async ({ server, seed }: Options, own: Cluster | undefined) => {
  if (server === 0) return true;
  if (own === undefined) {
    say("PostgreSQL's server: skipped, PostgreSQL is not installed");
    return true;
  }
  return printed(await serverRun(server, dice(seed), own));
};

const crashPostgres = async (options: Options): Promise<boolean> => {
  const own = await newCluster();
  try {
    await own?.start();
    const isWell = await onPostgres(options, own);
    return (await onServer(options, own)) && isWell;
  } finally {
    await own?.remove();
  }
};

const crashAll = async (options: Options): Promise<boolean> => {
  const { database, sqlite, seed } = options;
  const isWell = database === 'postgres' || printed(await sqliteRun(sqlite, dice(seed)));
  return (database === 'sqlite' || (await crashPostgres(options))) && isWell;
};

const options = orUsage(readOptions, USAGE);
process.exitCode = (await crashAll(options)) ? 0 : 1;
