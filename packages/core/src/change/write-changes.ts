import { jobEntry } from '../intake/job/job-entry.js';
import { E } from '../kernel/fp.js';
import { nameOfTenant, type Tenant } from '../kernel/values/tenant.js';
import { movePayouts, reached, type Move } from '../payout/move/move-payouts.js';
import { isDead, isUnsent } from '../payout/payout.js';
import { inDoubt, type Doubted, type Resolved } from '../restore/doubt.js';
import { InDoubt } from '../restore/resolving-doubts.js';
import type { Stores } from '../storage/storage.js';
import type { Changes } from './changes.js';
import { endRows, type EndedRows } from './end-rows.js';

/** What was written. */
export interface Written {
  /** How many rows of a job ended. */
  readonly rows: number;
}

/**
 * Writes what a rule has decided. Refuses with the payouts that would end although the bank may have executed them: then
 * the unit of work has to be undone.
 *
 * @throws where the changes name a payout twice, or anything of another corporate.
 */
export const writeChanges = async (
  stores: Stores,
  tenant: Tenant,
  changes: Changes,
  resolved: Resolved,
): Promise<E.Either<InDoubt, Written>> => {
  const doubted = await doubtedOf(stores, changes, resolved);
  if (doubted.length > 0) return E.left(InDoubt(doubted));
  const rows = await write(stores, tenant, changes, resolved);
  return rows.doubted.length > 0 ? E.left(InDoubt(rows.doubted)) : E.right({ rows: rows.count });
};

/**
 * Writes likewise what holds for each payout by itself: one that would end although the bank may have executed it stays as
 * it is, and is answered.
 */
export const writeForEach = async (
  stores: Stores,
  tenant: Tenant,
  { moves = [], ...changes }: Omit<Changes, 'rows'>,
  resolved: Resolved,
): Promise<ReadonlyArray<Doubted>> => {
  const doubted = await doubtedOf(stores, { moves }, resolved);
  const kept = new Set(doubted.map(({ transactionId }) => transactionId));
  const going = moves.filter(({ payout }) => !kept.has(payout.order.transactionId));
  await write(stores, tenant, { ...changes, moves: going }, resolved);
  return doubted;
};

const doubtedOf = (
  stores: Stores,
  { moves = [] }: Pick<Changes, 'moves'>,
  resolved: Resolved,
): Promise<ReadonlyArray<Doubted>> => {
  const ending = moves.filter(endsUnsent).map(({ payout }) => payout.order);
  return inDoubt(stores, ending, resolved);
};

const endsUnsent = (move: Move): boolean =>
  isUnsent(move.payout.progress.status) && isDead(reached(move).status);

/**
 * The order of locks is the one in which workers take them: work, jobs, payouts, daily limits. So no unit holds what
 * another waits for while it waits for that one.
 */
const write = async (
  stores: Stores,
  tenant: Tenant,
  changes: Changes,
  resolved: Resolved,
): Promise<EndedRows> => {
  check(tenant, changes);
  const { by, at, work = [], jobs = [], moves = [], drops = [], rows } = changes;
  if (work.length > 0) await stores.work.add(work);
  if (drops.length > 0) await stores.work.drop(tenant, drops.map(idOf));
  if (jobs.length > 0) await stores.jobs.advance(jobs.map(({ after }) => after));
  if (moves.length > 0) await movePayouts(stores, moves, by);
  const ended = rows === undefined ? NO_ROWS : await endRows(stores, rows, { by, at }, resolved);
  await stores.journal.append(
    jobs.map(({ before, after }) => ({
      ...jobEntry(before, after, at, by.actor),
      ...(by.via !== undefined && { via: by.via }),
    })),
  );
  return ended;
};

const NO_ROWS: EndedRows = { count: 0, doubted: [] };

const idOf = ({ payout }: Move) => payout.order.transactionId;

const check = (tenant: Tenant, { work = [], jobs = [], moves = [], drops = [], rows }: Changes) => {
  const orders = [...moves, ...drops].map(({ payout }) => payout.order);
  const owned = [
    ...work,
    ...jobs.map(({ after }) => after),
    ...orders,
    ...(rows ? [rows.job] : []),
  ];
  if (owned.some((one) => nameOfTenant(one.tenant) !== nameOfTenant(tenant)))
    throw new Error('a change of one corporate names what another one has');
  if (new Set(moves.map(idOf)).size < moves.length)
    throw new Error('a change names a payout twice');
};
