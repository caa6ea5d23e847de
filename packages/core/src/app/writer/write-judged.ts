import { packBySize } from '../../kernel/flow/pack-by-size.js';
import { prefetch } from '../../kernel/flow/prefetch.js';
import { decideRows } from './payout/decide-rows.js';
import type { Mover } from '../../model/payout/move.js';
import type { Stores } from '../../storage/whole-storage.js';
import type { JudgedRows } from './changes.js';

const ROWS_A_WRITE = 2_000;

/** Writes what becomes of judged rows. The next are concluded and handed over while these are being written. */
export const writeJudged = async (
  stores: Stores,
  { tenant, rows, conclude, uses }: JudgedRows,
  by: Mover,
): Promise<void> => {
  const portions = packBySize(rows, () => 1, ROWS_A_WRITE);
  const written = prefetch(portions, async (portion) =>
    decideRows(stores, tenant, await conclude(portion), by),
  );
  for await (const _ of written);
  await stores.payouts.useLimits(tenant, uses);
};
