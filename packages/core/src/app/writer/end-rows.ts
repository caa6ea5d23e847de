import { E } from '../../kernel/fp.js';
import { rangesOf, type Range } from '../../kernel/flow/ranges.js';
import { rowIds } from '../../kernel/values/uuid.js';
import type { Mover } from '../../model/payout/move.js';
import { inDoubt, type Doubted, type Resolved } from '../doubt/doubt.js';
import type { Job } from '../../model/intake/job/job.js';
import type { PayoutOrder } from '../../model/payout/payout.js';
import type { Stores } from '../../storage/whole-storage.js';
import { turnedAway } from './payout/turned-away.js';
import { decideRows } from './payout/decide-rows.js';
import { endPayouts } from './payout/end-payouts.js';
import type { Changes, RowEnds } from './changes.js';

// Rows that are read, held or written between two turns of other requests: 20,000 at once kept them waiting for 350 ms.
const ROWS_A_TURN = 250;

/** How many rows of a job ended. */
export interface EndedRows {
  readonly count: number;
  /** Those that the bank may have executed: where there are any, the unit of work has to be undone. */
  readonly doubted: ReadonlyArray<Doubted>;
}

/** Ends rows of a job in turns, as the rule decides on each. */
export const endRows = async (
  stores: Stores,
  rows: RowEnds,
  { by, at }: Pick<Changes, 'by' | 'at'>,
  resolved: Resolved,
): Promise<EndedRows> => {
  const turns = rangesOf(rows.job.total, ROWS_A_TURN);
  if ('accepted' in rows) await holdAll(stores, rows.job, turns);
  const doubted: Doubted[] = [];
  let count = 0;
  for (const turn of turns) {
    const { orders, write } =
      'accepted' in rows
        ? await acceptedOf(stores, rows, turn, by)
        : await undecidedOf(stores, rows, turn, { by, at });
    doubted.push(...(await inDoubt(stores, orders, resolved)));
    if (doubted.length === 0) await write();
    count += orders.length;
  }
  return { count, doubted };
};

/** Holds all rows before the first one is written: so no unit holds a daily limit while it waits for a row. */
const holdAll = async (
  { work, payouts }: Stores,
  { tenant, jobId }: Pick<Job, 'tenant' | 'jobId'>,
  turns: ReadonlyArray<Range>,
): Promise<void> => {
  // A worker that claims them meanwhile steps over them.
  for (const { from, length } of turns) await work.hold(tenant, rowIds(jobId, from, length));
  for (const { from, length } of turns) await payouts.hold(tenant, rowIds(jobId, from, length));
};

/** Rows of a turn that end, and how that is written. */
interface Ending {
  readonly orders: ReadonlyArray<Pick<PayoutOrder, 'transactionId' | 'tenant' | 'createdAt'>>;
  readonly write: () => Promise<void>;
}

const acceptedOf = async (
  stores: Stores,
  { job: { tenant, jobId }, accepted }: Extract<RowEnds, { readonly accepted: unknown }>,
  { from, length }: Range,
  by: Mover,
): Promise<Ending> => {
  const found = await stores.payouts.ofJob(tenant, jobId, from, length);
  const moves = found.flatMap((row) => {
    const move = row.intake === 'accepted' ? accepted(row) : undefined;
    return move !== undefined && E.isRight(move) ? [move.right] : [];
  });
  return {
    orders: moves.map(({ payout }) => payout.order),
    write: () => endPayouts(stores, moves, by),
  };
};

const undecidedOf = async (
  stores: Stores,
  { job: { tenant, jobId }, undecided }: Extract<RowEnds, { readonly undecided: unknown }>,
  { from, length }: Range,
  { by, at }: Pick<Changes, 'by' | 'at'>,
): Promise<Ending> => {
  const found = await stores.payouts.undecidedOfJob(tenant, jobId, from, length);
  const ends = found.map(({ order }) => turnedAway(order, undecided, 'cancelled', at));
  return {
    orders: ends.map(({ order }) => order),
    write: () => decideRows(stores, tenant, ends, by),
  };
};
