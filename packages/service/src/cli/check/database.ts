import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../config/config.js';
import { StartRefused } from '../../config/start-refused.js';
import { lookAtDirectory } from '../../host/data-dir.js';
import { openFound, type FoundDatabase } from '../../database/open-existing.js';
import { FAR_MS } from '../../watch/machine-clock.js';
import { finding, IS_NEW, type Finding } from './finding.js';
import { lookAtKey } from './key.js';

const schemaIn = ({ from, to, steps }: FoundDatabase['plan']): string => {
  if (steps.length === 0) return 'with a schema that serves this program';
  return from === 0
    ? 'without a schema, which the start makes'
    : `with schema ${String(from)}, which the start brings to ${String(to)}`;
};

const lookAtDatabase = async (config: Config, found: FoundDatabase): Promise<string> => {
  const { database, databaseDirectUrl } = config;
  if (!(await found.takesWrites()))
    throw new StartRefused(
      'DATABASE_URL: it takes no writes: it is a standby, or default_transaction_read_only is on',
    );
  const missing = await found.missingRights();
  if (missing.length > 0)
    throw new StartRefused(
      `DATABASE_URL: the role lacks ${missing.join(', ')}: grant it, or run hundi migrate as another role`,
    );
  const missingOfBank = config.sandbox ? await found.missingSandboxRights() : [];
  if (missingOfBank.length > 0)
    throw new StartRefused(
      `DATABASE_URL: the role lacks ${missingOfBank.join(', ')}: grant it, or set SANDBOX=0`,
    );
  if (databaseDirectUrl !== undefined) await found.lookAtDirect(databaseDirectUrl);
  return `${database.kind === 'sqlite' ? database.file : 'PostgreSQL'}, ${schemaIn(found.plan)}`;
};

const lookAtClock = async ({ openClock }: FoundDatabase): Promise<string> => {
  const clock = await openClock();
  const ahead = Date.now() - clock.now();
  if (Math.abs(ahead) > FAR_MS)
    throw new StartRefused(
      `the clock of this machine is ${String(ahead)} ms ahead of the database's`,
    );
  return `${String(ahead)} ms ahead of the database's`;
};

/** What is found on an SQLite file that the first start makes. */
const findingsOnNew = async (config: Config, file: string): Promise<ReadonlyArray<Finding>> => [
  await finding('database', async () => {
    await lookAtDirectory('DATABASE_URL', dirname(file));
    return `${file}, ${IS_NEW}`;
  }),
  await finding('key', () => lookAtKey(config, undefined)),
];

/** Looks at the database, its schema, and what the keys and the clock are to it. */
export const findingsOnDatabase = async (config: Config): Promise<ReadonlyArray<Finding>> => {
  const { database, databasePooler = 'none' } = config;
  if (database.kind === 'sqlite' && !existsSync(database.file))
    return findingsOnNew(config, database.file);
  let found: FoundDatabase;
  try {
    found = await openFound(database, databasePooler);
  } catch (error) {
    return [{ what: 'database', isRight: false, detail: (error as Error).message }];
  }
  try {
    return [
      await finding('database', () => lookAtDatabase(config, found)),
      await finding('key', () => lookAtKey(config, found)),
      await finding('clock', () => lookAtClock(found)),
    ];
  } finally {
    await found.close();
  }
};
