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
  readonly corporate_id: string;
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

const COLUMNS = 'w.corporate_id, w.subject, w.token, w.run_at';
const CLAIMED = `SELECT ${COLUMNS} FROM work w WHERE token > 0 AND run_at > ? AND run_at <= ?`;
/** Looked up by key, one after the other: a plan that reads the whole table for each delays what is timed. */
const UNTOUCHED = `SELECT ${COLUMNS}
  FROM json_to_recordset(CAST(? AS json)) AS c(corporate_id text, subject text, token bigint, run_at bigint),
    LATERAL (SELECT * FROM work t WHERE t.corporate_id = c.corporate_id AND t.subject = c.subject
      AND t.token = c.token AND t.run_at = c.run_at OFFSET 0) w`;

const keyOf = ({ corporate_id, subject, token, run_at }: Claimed): string =>
  [corporate_id, subject, token, run_at].join(' ');

/** Looks into the table of work beside the engine, by the same clock: the sandbox's stands where the machine's does. */
export const watchTakeOvers = (url: string, tally: Tally): TakeOvers => {
  const db = openPostgres(url, { connections: 1 });
  const ask = async (sql: string, bindings: ReadonlyArray<string | number>) =>
    (await db.raw<{ readonly rows: ReadonlyArray<Claimed> }>(sql, [...bindings])).rows;
  let estates: Estate[] = [];
  let stopping = false;
  const isStopping = (): boolean => stopping;

  const look = async (): Promise<void> => {
    // Others may die during the question.
    const asked = [...estates];
    if (asked.length === 0) return;
    // Most claims are noted at several deaths: they are looked up once.
    const noted = new Map(asked.flatMap(({ open }) => open).map((one) => [keyOf(one), one]));
    const untouched = await ask(UNTOUCHED, [JSON.stringify([...noted.values()])]);
    const open = new Set(untouched.map(keyOf));
    for (const estate of asked) {
      estate.open = estate.open.filter((one) => open.has(keyOf(one)));
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
