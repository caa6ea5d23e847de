import { setTimeout } from 'node:timers/promises';
import { decideAll, newChecker } from '../crash/checker.js';
import { compare } from '../crash/compare.js';
import type { Dice } from '../crash/dice.js';
import { keptInPostgres } from '../crash/kept.js';
import { LEASE_OVER_S } from '../crash/lease-over.js';
import { askAgain, startLoad } from '../crash/load.js';
import { newRequests } from '../crash/requests.js';
import type { Tally } from '../crash/tally.js';
import { freshOn } from '../testing/fresh-postgres.js';
import { json } from '../testing/partner.js';
import { failOver } from './fail-over.js';
import { startFleet } from './fleet.js';
import { loseCommits } from './lose-commits.js';
import type { Made } from './pair/made.js';
import type { Pair } from './pair/pair.js';
import { virtualAddress } from './virtual-address.js';

const DAY_S = 86_400;

/** Under load for so long before the primary dies, in ms. */
const LEAST_MS = 1_000;
const MOST_MS = 4_000;

/** A failover takes long: clients that asked on at once would pile up thousands of requests meanwhile. */
const REFUSED_MS = 250;

/** The same key in another hand; a database that is gone. A failover is no reason for a 500. */
const MEANS_AGAIN = new Set([409, 503]);

/**
 * Loses a primary under load, and then the commits of so many batches under load and of as many alone. Compares the
 * replies that clients received with the records of the promoted standby, and with the books of a bank on a server
 * that did not die.
 */
export const round = async (
  pair: Pair,
  bankServer: string,
  commits: number,
  dice: Dice,
  tally: Tally,
  made: Made,
): Promise<void> => {
  const bank = await freshOn(bankServer);
  made.add(bank.drop);
  const address = await virtualAddress(pair.primary());
  made.add(address.close);
  const { http, worker, payees } = await startFleet(address.url, bank.url, made);
  const [payee] = payees;
  if (payee === undefined) throw new Error('no payees');
  const requests = newRequests(MEANS_AGAIN);
  const checker = newChecker();
  const clients = { requests, dice, payees, checker, refusedMs: REFUSED_MS };
  const load = startLoad({ service: () => http, ...clients });
  await setTimeout(dice.int(LEAST_MS, MOST_MS));
  await failOver({ pair, address, http, payee, requests, tally });
  const losing = { http, address, payees, requests, dice, tally };
  await loseCommits({ ...losing, among: 'others' }, commits);
  await load.stop();
  await loseCommits({ ...losing, among: 'nobody' }, commits);

  await askAgain(http, requests);
  const ended = [await worker.end('SIGTERM')];
  json(await http.post('/sandbox/v1/clock/advance', { seconds: 2 * LEASE_OVER_S }));
  for (const loss of await decideAll(checker, http)) tally.lost(loss);
  json(await http.post('/sandbox/v1/clock/advance', { seconds: DAY_S }));
  await askAgain(http, requests);
  ended.push(await http.end('SIGTERM'));
  for (const { code, stderr } of ended)
    if (code !== 0) tally.lost(`a process ended with its primary: ${stderr.at(-1) ?? ''}`);
  tally.compared(compare(requests, await keptInPostgres(pair.primary(), bank.url)));
};
