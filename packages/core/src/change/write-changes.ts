import { jobEntry } from '../intake/job/job-entry.js';
import { E } from '../kernel/fp.js';
import { nameOfTenant, type Tenant } from '../kernel/values/tenant.js';
import { inDoubt, type Resolved } from '../restore/doubt.js';
import { InDoubt } from '../restore/resolving-doubts.js';
import type { Stores } from '../storage/storage.js';
import type { Changes } from './changes.js';
import { endPayouts } from '../payout/move/end-payouts.js';
import { endRows, type EndedRows } from './end-rows.js';

/** What was written. */
export interface Written {
  /** How many rows of a job ended. */
  readonly rows: number;
}

/**
 * Writes what a rule has decided, or refuses: then the unit of work has to be undone.
 *
 * The order of locks is the one in which workers take them: work, jobs, payouts, daily limits. So no unit holds what
 * another waits for while it waits for that one.
 *
 * @throws where the changes name a payout twice, or anything of another corporate.
 */
export const writeChanges = async (
  stores: Stores,
  tenant: Tenant,
  changes: Changes,
  resolved: Resolved,
): Promise<E.Either<InDoubt, Written>> => {
  check(tenant, changes);
  const { by, at, work = [], jobs = [], ends = [], rows } = changes;
  const orders = ends.map(({ payout }) => payout.order);
  const doubted = await inDoubt(stores, orders, resolved);
  if (doubted.length > 0) return E.left(InDoubt(doubted));

  if (work.length > 0) await stores.work.add(work);
  if (jobs.length > 0) await stores.jobs.advance(jobs.map(({ after }) => after));
  if (ends.length > 0) await endPayouts(stores, ends, by);
  const ended = rows === undefined ? NO_ROWS : await endRows(stores, rows, { by, at }, resolved);
  if (ended.doubted.length > 0) return E.left(InDoubt(ended.doubted));
  await stores.journal.append(
    jobs.map(({ before, after }) => ({
      ...jobEntry(before, after, at, by.actor),
      ...(by.via !== undefined && { via: by.via }),
    })),
  );
  return E.right({ rows: ended.count });
};

const NO_ROWS: EndedRows = { count: 0, doubted: [] };

const check = (tenant: Tenant, { work = [], jobs = [], ends = [], rows }: Changes): void => {
  const orders = ends.map(({ payout }) => payout.order);
  const owned = [
    ...work,
    ...jobs.map(({ after }) => after),
    ...orders,
    ...(rows ? [rows.job] : []),
  ];
  if (owned.some((one) => nameOfTenant(one.tenant) !== nameOfTenant(tenant)))
    throw new Error('a change of one corporate names what another one has');
  if (new Set(orders.map(({ transactionId }) => transactionId)).size < orders.length)
    throw new Error('a change names a payout twice');
};
