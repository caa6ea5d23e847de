import type { Rejection } from '../../payout/payout.js';
import type { Stores } from '../../storage/storage.js';
import { inDoubt, type Doubted, type Resolved } from '../../restore/doubt.js';
import { turnedAway, type Ending } from '../rules/evaluate-batch.js';
import { jobEntry } from '../job/job-entry.js';
import type { Job } from '../job/job.js';
import { undecidedRows } from './undecided-rows.js';

// Rows that are written between two turns of other requests: 20,000 at once kept them waiting for 350 ms.
const ROWS_A_TURN = 250;

/**
 * Writes the end of a job that intake did not finish: rows that it has not decided on are cancelled
 * (decisions §5). Answers those that the bank may have executed, and the unit of work must then be undone.
 */
export const endJobEarly = async (
  stores: Stores,
  before: Job,
  after: Job,
  rejection: Rejection,
  ending: Ending,
  resolved: Resolved,
): Promise<ReadonlyArray<Doubted>> => {
  const { tenant } = before;
  // Before the rows are written, so that it is known whether another worker was faster.
  await stores.jobs.advance([after]);
  const rows = await undecidedRows(stores, tenant, [before]);
  const doubted = await inDoubt(
    stores,
    rows.map(({ order }) => order),
    resolved,
  );
  if (doubted.length > 0) return doubted;
  for (let from = 0; from < rows.length; from += ROWS_A_TURN) {
    const ends = rows
      .slice(from, from + ROWS_A_TURN)
      .map(({ order }) => turnedAway(order, rejection, 'cancelled', ending));
    await stores.payouts.decide(
      tenant,
      ends.map(({ refused }) => refused),
    );
    await stores.journal.append(ends.map(({ entry }) => entry));
  }
  await stores.journal.append([
    {
      ...jobEntry(before, after, ending.at, ending.actor),
      ...(ending.via !== undefined && { via: ending.via }),
    },
  ]);
  return [];
};
