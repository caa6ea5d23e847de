import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { openPostgres } from '@hundi/adapter-knex';
import { json } from '../testing/partner.js';
import type { RunningService } from '../testing/running-service.js';
import type { Cluster } from './cluster.js';
import { decideAll, newChecker } from './checker.js';
import { compare } from './compare.js';
import { crashPlace } from './crash-place.js';
import { FORGETFUL_BANK, HOSTS_POOL } from './crash-points.js';
import type { Dice } from './dice.js';
import { keptInPostgres } from './kept.js';
import { LEASE_OVER_S } from './lease-over.js';
import { start } from './lives.js';
import { askAgain, payeesOf, startLoad } from './load.js';
import type { CrashReport } from './report.js';
import { newTally, type Tally } from './tally.js';
import { newRequests } from './requests.js';

const DAY_S = 86_400;
const EVERY_MS = 25;
const PATIENCE_MS = 30_000;

/** Waits until it serves again. @throws when it never does. */
const untilReady = async (service: RunningService): Promise<void> => {
  const latest = performance.now() + PATIENCE_MS;
  while (performance.now() < latest) {
    if ((await service.get('/readyz')).status === 200) return;
    await setTimeout(EVERY_MS);
  }
  throw new Error('the service is not ready again after the server came back');
};

const oneDeath = async (
  cluster: Cluster,
  http: RunningService,
  dice: Dice,
  tally: Tally,
): Promise<void> => {
  await setTimeout(dice.int(100, 1_000));
  await cluster.kill();
  tally.died('its server');
  if (dice.chance(0.3)) await setTimeout(dice.int(0, 2_000));
  await cluster.start();
  const serverAt = performance.now();
  await untilReady(http);
  tally.took('ready after its server', performance.now() - serverAt);
};

/** From here on a session that asks for nothing else commits without the disk. */
const letCommitsHurry = async (url: string): Promise<void> => {
  const admin = openPostgres(url, { connections: 1 });
  await admin.raw('ALTER DATABASE postgres SET synchronous_commit = off');
  await admin.destroy();
};

/**
 * Kills the PostgreSQL server under a running service so often; the service itself must outlive that. It has a
 * pool as hosts make it, on a database that by itself would confirm commits before the disk has them.
 */
export const serverRun = async (
  kills: number,
  dice: Dice,
  cluster: Cluster,
): Promise<CrashReport> => {
  const tally = newTally("PostgreSQL's server");
  const requests = newRequests();
  const checker = newChecker();
  await letCommitsHurry(cluster.url);
  const common = {
    DATABASE_URL: cluster.url,
    RATE_LIMITS: 'off',
    [FORGETFUL_BANK]: '1',
    [HOSTS_POOL]: '1',
  };
  const place = await crashPlace(common);
  const http = await start({ ...place, variables: { ...common, WORKERS: '0' } });
  const workers = [await start(place), await start(place)];
  const payees = await payeesOf(http);
  const load = startLoad({ service: () => http, requests, dice, payees, checker });
  while (tally.kills() < kills) await oneDeath(cluster, http, dice, tally);
  await load.stop();

  await askAgain(http, requests);
  for (const worker of workers) await worker.end('SIGTERM');
  json(await http.post('/sandbox/v1/clock/advance', { seconds: 2 * LEASE_OVER_S }));
  for (const loss of await decideAll(checker, http)) tally.lost(loss);
  json(await http.post('/sandbox/v1/clock/advance', { seconds: DAY_S }));
  await askAgain(http, requests);
  const ends = [...workers, http].map((service) => service.end('SIGTERM'));
  for (const { code, stderr } of await Promise.all(ends)) {
    if (code !== 0) tally.lost(`a process ended with its server: ${stderr.at(-1) ?? ''}`);
  }
  tally.compared(compare(requests, await keptInPostgres(cluster.url)));
  await rm(place.dataDir, { recursive: true, force: true });
  return tally.report();
};
