import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../../crash/free-ports.js';
import { emptyFolder } from '../../crash/installed.js';
import type { Made } from '../pair/made.js';
import { until } from '../pair/until.js';
import { daemonIn } from './daemon.js';
import { endAllIn } from './processes-in.js';
import type { Programs } from './programs.js';
import { saysYes } from './says.js';

const PATIENCE_MS = 30_000;

/** Starts an etcd of one node on the loopback address; returns its host and port. */
export const startEtcd = async ({ etcd, as }: Programs, made: Made): Promise<string> => {
  const folder = await emptyFolder(as);
  made.add(async () => {
    await endAllIn(folder, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const [forClients, forPeers] = (await freePorts(2)).map((port) => `127.0.0.1:${String(port)}`);
  const host = forClients ?? '';
  const peers = `http://${forPeers ?? ''}`;
  const options = {
    'data-dir': join(folder, 'data'),
    'listen-client-urls': `http://${host}`,
    'advertise-client-urls': `http://${host}`,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
  };
  const words = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const daemon = daemonIn(folder, as, etcd, words);
  await daemon.start();
  await until(() => saysYes(`http://${host}/health`), PATIENCE_MS, 'etcd does not answer').catch(
    async (error: unknown) => {
      throw new Error(await daemon.lastWords(), { cause: error });
    },
  );
  return host;
};
