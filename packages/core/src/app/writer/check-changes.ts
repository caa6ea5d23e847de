import type { TransactionId } from '../../kernel/values/ids.js';
import { isSameTenant, type Tenant } from '../../kernel/values/tenant.js';
import { jobOf } from '../../kernel/values/uuid.js';
import type { Changes, RecordChanges } from './changes.js';

/** Whether what is written may be of this corporate. */
export type Scope = (tenant: Tenant) => boolean;

/** What is written is of one corporate: of this one, else of the first that is asked about. */
export const ofOne = (owner?: Tenant): Scope => {
  let known = owner;
  return (tenant) => isSameTenant((known ??= tenant), tenant);
};

/** What is written is of any corporates. */
export const ofAny: Scope = () => true;

/** @throws where one of these is of a corporate that is not within the scope. */
export const checkScope = (
  owned: ReadonlyArray<{ readonly tenant: Tenant }>,
  isWithin: Scope,
): void => {
  for (const { tenant } of owned)
    if (!isWithin(tenant)) throw new Error('a change of one corporate names what another one has');
};

/**
 * @throws where the changes name what is not within the scope, or a payout twice: each of them moves, is explained or is
 * judged, and once. A reason is of the state that a payout is in, so that of one that moves beside it would be lost. Where the
 * rows of a job end, no payout of the job is named beside them.
 */
export const checkChanges = (changes: RecordChanges & Partial<Changes>, isWithin: Scope): void => {
  const { work = [], wakes = [], drops = [], handled = {}, entries = [], incidents = [] } = changes;
  const { over = [], later = [], givenBack = [], failed = [] } = handled;
  const { newJobs = [], jobs = [], moves = [], explained = [], judged = [], rows } = changes;
  for (const owned of [work, wakes, drops, over, later, givenBack, failed, entries, incidents])
    checkScope(owned, isWithin);
  for (const owned of [newJobs, explained, judged]) checkScope(owned, isWithin);
  checkScope(
    jobs.map(({ after }) => after),
    isWithin,
  );
  if (rows !== undefined) checkScope([rows.job], isWithin);
  const orders = moves.map(({ payout }) => payout.order);
  checkScope(orders, isWithin);

  const isRow = (id: TransactionId): boolean => rows !== undefined && jobOf(id) === rows.job.jobId;
  const named = new Set<TransactionId>();
  const nameEach = (some: ReadonlyArray<{ readonly transactionId: TransactionId }>): void => {
    for (const { transactionId } of some) {
      if (named.has(transactionId) || isRow(transactionId))
        throw new Error('a change names a payout twice');
      named.add(transactionId);
    }
  };
  nameEach(orders);
  nameEach(explained);
  for (const { tenant, rows: theirs } of judged) {
    const judgedOrders = theirs.map(({ payout }) => payout.order);
    checkScope(judgedOrders, ofOne(tenant));
    nameEach(judgedOrders);
  }
};
