import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nodePorts, systemClock } from '@hundi/adapter-node';
import { createHundi, E, type Storage } from '@hundi/core';
import type { Config } from '../../config/config.js';
import { readConfig } from '../../config/read-config.js';
import { StartRefused } from '../../config/start-refused.js';
import { bankDirectory } from '../../host/bank-directory.js';
import { KEK_FILE, keksOf } from '../../host/kek.js';
import { requireSealer } from '../../host/require-sealer.js';
import { acquirerOf } from '../../service/load-acquirer.js';
import { loadRail } from '../../service/load-rail.js';
import { readDocument } from '../../tenants/read-document.js';
import { openExisting, type ExistingDatabase } from '../../verify/open-existing.js';
import { FAR_MS } from '../../watch/machine-clock.js';
import { EXIT, type Command } from '../command.js';
import { NO_RAIL } from '../no-rail.js';

/** What was looked at, and what is wrong with it, if anything is. */
interface Finding {
  readonly what: string;
  readonly isRight: boolean;
  readonly detail: string;
}

/** Looks at one thing; what it throws is what is wrong. */
const finding = async (what: string, look: () => Promise<string>): Promise<Finding> => {
  try {
    return { what, isRight: true, detail: await look() };
  } catch (error) {
    return { what, isRight: false, detail: error instanceof Error ? error.message : String(error) };
  }
};

const isThere = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

const fault = (line: string): never => {
  throw new StartRefused(line);
};

const lookAtDirectory = async (config: Config): Promise<string> => {
  const mode = constants.R_OK | constants.W_OK;
  for (const path of [config.dataDir, dirname(config.sendMark)])
    if (!(await isThere(path, mode)) && (await isThere(path, constants.F_OK)))
      fault(`DATA_DIR: ${path} cannot be read and written`);
  return config.dataDir;
};

const lookAtDatabase = async (
  { database }: Config,
  { takesWrites }: ExistingDatabase,
): Promise<string> => {
  if (!(await takesWrites()))
    fault('DATABASE_URL: it takes no writes: it is a standby, or read-only by a default');
  return database.kind === 'sqlite' ? database.file : 'PostgreSQL, with the schema of this program';
};

/** The check had something to write: so nothing that is there contradicts it. */
class WouldWrite extends Error {}

const looking = (storage: Storage): Storage => ({
  ...storage,
  atomically: () => Promise.reject(new WouldWrite()),
});

const lookAtKey = async (config: Config, { storage }: ExistingDatabase): Promise<string> => {
  const isMade =
    config.keks !== undefined || (await isThere(join(config.dataDir, KEK_FILE), constants.R_OK));
  if (!isMade && config.sandbox) return 'made at the first start';
  const { sendMark: sendMarkFile } = config;
  const ports = nodePorts({ kek: await keksOf(config), sendMarkFile });
  const engine = createHundi({
    ...{ ...ports, storage: looking(storage), bankRail: NO_RAIL, bankDirectory },
  });
  try {
    await requireSealer(engine, config);
  } catch (error) {
    if (!(error instanceof WouldWrite)) throw error;
  }
  return 'opens what this database holds';
};

const lookAtClock = async ({ openClock }: ExistingDatabase): Promise<string> => {
  const clock = await openClock();
  const ahead = Date.now() - clock.now();
  if (Math.abs(ahead) > FAR_MS)
    fault(`the clock of this machine is ${String(ahead)} ms ahead of the database's`);
  return `${String(ahead)} ms ahead of the database's`;
};

const lookAtPorts = async (config: Config): Promise<string> => {
  const host = { clock: systemClock };
  if (config.bankRail !== undefined) await loadRail(config.bankRail, host);
  const document = await readDocument(config.provisionFile);
  if (!config.sandbox) await acquirerOf(config, host, undefined, document);
  return config.bankRail ?? 'the sandbox bank';
};

const findingsOn = async (config: Config): Promise<ReadonlyArray<Finding>> => {
  const before = [
    await finding('data directory', () => lookAtDirectory(config)),
    await finding('provision document', async () => {
      await readDocument(config.provisionFile);
      return config.provisionFile;
    }),
    await finding('ports', () => lookAtPorts(config)),
  ];
  const pooler = config.databasePooler ?? 'none';
  let database: ExistingDatabase;
  try {
    database = await openExisting(config.database, pooler, 'read');
  } catch (error) {
    return [...before, { what: 'database', isRight: false, detail: (error as Error).message }];
  }
  try {
    return [
      ...before,
      await finding('database', () => lookAtDatabase(config, database)),
      await finding('key', () => lookAtKey(config, database)),
      await finding('clock', () => lookAtClock(database)),
    ];
  } finally {
    await database.close();
  }
};

/** `hundi check`: whether the service would start. */
export const check: Command = {
  about:
    'Looks at everything that the service needs at its start, and prints a line for each: settings, data directory, provision document, rail and acquirer, database and schema, key, clock. It changes nothing, and you may call it beside a running service.',
  examples: ['SANDBOX=0 hundi check && SANDBOX=0 hundi serve'],
  run: async ({ json }, { env, directory, out }) => {
    const config = readConfig(env, directory);
    const findings = E.isLeft(config)
      ? config.left.map((detail): Finding => ({ what: 'settings', isRight: false, detail }))
      : [
          {
            what: 'settings',
            isRight: true,
            detail: config.right.sandbox ? 'a sandbox' : 'SANDBOX=0',
          },
          ...(await findingsOn(config.right)),
        ];
    for (const one of findings)
      out(
        json
          ? JSON.stringify(one)
          : `${one.isRight ? 'ok   ' : 'FAULT'} ${one.what}: ${one.detail}`,
      );
    return findings.every(({ isRight }) => isRight) ? EXIT.done : EXIT.failed;
  },
};
