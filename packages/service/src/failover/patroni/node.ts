import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../../crash/free-ports.js';
import { emptyFolder } from '../../crash/installed.js';
import type { Made } from '../pair/made.js';
import { daemonIn } from './daemon.js';
import { nodeSettings } from './node-settings.js';
import { endAllIn } from './processes-in.js';
import type { Programs } from './programs.js';
import { saysYes } from './says.js';

/** A machine with a PostgreSQL and the Patroni that keeps it. */
export interface PatroniNode {
  readonly name: string;
  /** Its PostgreSQL, without a database. */
  readonly server: string;
  /** Starts Patroni, which makes, rewinds or copies what its PostgreSQL needs, and starts that. */
  readonly start: () => Promise<void>;
  readonly isPrimary: () => Promise<boolean>;
  /** Whether Patroni would promote it: it has every commit. */
  readonly isInStep: () => Promise<boolean>;
  /** Kills all its processes at once, as a machine does that is gone. */
  readonly lose: () => Promise<void>;
  readonly lastWords: () => Promise<string>;
}

/** Makes a node, which does not run yet. */
export const newNode = async (
  programs: Programs,
  name: string,
  etcd: string,
  made: Made,
): Promise<PatroniNode> => {
  const folder = await emptyFolder(programs.as);
  made.add(async () => {
    // Patroni ends; of a PostgreSQL that still runs, "immediate" leaves no shared memory.
    await endAllIn(folder, 'SIGQUIT');
    await rm(folder, { recursive: true, force: true });
  });
  const [postgres = '', rest = ''] = (await freePorts(2)).map(
    (port) => `127.0.0.1:${String(port)}`,
  );
  const place = { name, folder, data: join(folder, 'data'), postgres, rest, etcd };
  const settings = join(folder, 'patroni.yml');
  await writeFile(settings, nodeSettings({ ...place, binaries: programs.folder }));
  const { start, lastWords } = daemonIn(folder, programs.as, programs.patroni, [settings]);
  return {
    name,
    server: `postgres://postgres@${postgres}`,
    start,
    isPrimary: () => saysYes(`http://${rest}/primary`),
    isInStep: () => saysYes(`http://${rest}/sync`),
    lose: () => endAllIn(folder, 'SIGKILL'),
    lastWords,
  };
};
