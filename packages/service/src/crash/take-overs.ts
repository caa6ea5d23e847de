import { openPostgres } from '@hundi/adapter-knex';
import { LEASE_MS } from '@hundi/core';
import type { Tally } from './tally.js';

/** Watches how long the work of dead processes lies about. */
export interface TakeOvers {
  /** Notes what is claimed at this moment: some of it is held by the one that just died. */
  readonly afterDeath: () => Promise<void>;
  /**
   * Resolves when everything that was noted has been taken up. @throws when something is not, after twice its lease.
   */
  readonly finish: () => Promise<void>;
}

interface Claimed {
  readonly subject: string;
  readonly token: string;
  readonly run_at: string;
}

/** Claims that were there when a process died. */
interface Estate {
  readonly diedAt: number;
  open: ReadonlyArray<Claimed>;
}

const EVERY_MS = 250;

const CLAIMED = `SELECT subject, token, run_at FROM work
  WHERE token > 0 AND run_at > ? AND run_at <= ?`;
const UNTOUCHED = `SELECT subject, token, run_at FROM work w WHERE EXISTS (
  SELECT FROM json_to_recordset(CAST(? AS json)) AS c(subject text, token bigint, run_at bigint)
  WHERE c.subject = w.subject AND c.token = w.token AND c.run_at = w.run_at)`;

/** Looks into the table of work beside the engine, by the same clock: the sandbox's stands where the machine's does. */
export const watchTakeOvers = (url: string, tally: Tally): TakeOvers => {
  const db = openPostgres(url, { connections: 1 });
  const ask = async (sql: string, bindings: ReadonlyArray<string | number>) =>
    (await db.raw<{ readonly rows: ReadonlyArray<Claimed> }>(sql, [...bindings])).rows;
  let estates: Estate[] = [];
  let stopping = false;
  const isStopping = (): boolean => stopping;

  const look = async (): Promise<void> => {
    for (const estate of estates) {
      estate.open = await ask(UNTOUCHED, [JSON.stringify(estate.open)]);
      if (estate.open.length === 0) tally.took('taken up', Date.now() - estate.diedAt);
    }
    estates = estates.filter(({ open }) => open.length > 0);
    const oldest = estates[0];
    if (oldest !== undefined && Date.now() - oldest.diedAt > 2 * LEASE_MS) {
      tally.lost(`work of a dead process was not taken up: ${oldest.open[0]?.subject ?? ''}`);
      estates.shift();
    }
  };

  const looking = (async () => {
    while (!isStopping() || estates.length > 0) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  return {
    afterDeath: async () => {
      const diedAt = Date.now();
      const open = await ask(CLAIMED, [diedAt, diedAt + LEASE_MS]);
      if (open.length > 0) estates.push({ diedAt, open });
    },
    finish: async () => {
      stopping = true;
      await looking;
      await db.destroy();
    },
  };
};
