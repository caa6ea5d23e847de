import { ASKING, forEach, type ForEach } from '../change/asking.js';
import { jobOfWork } from '../../model/intake/job/job.js';
import { claimAndRun } from '../duty/claim-and-run.js';
import { DutyParts } from '../duty/duty-parts.js';
import type { Duty } from '../duty/duty.js';
import { retryForEver } from '../duty/retry-for-ever.js';
import type { Work } from '../../storage/work-store.js';
import { E } from '../../kernel/fp.js';
import { byTenant, type Tenant } from '../../kernel/values/tenant.js';
import { dayIn, type EpochMs } from '../../kernel/values/time.js';
import type { Move } from '../../model/payout/move.js';
import { stepPayout } from '../../model/payout/payout-machine.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import type { StatusDetails } from '../../kernel/values/status-details.js';
import { commit } from '../../storage/commit.js';
import type { Stores } from '../../storage/storage.js';
import { DoubtRemains } from '../../model/settlement/order/doubt-errors.js';
import { recipe, token } from '../../kernel/token.js';
import { awaitExpiry, payoutsOf, type Awaited } from './await-expiry.js';
import { APPROVAL_LIFE } from './expiry.js';

/** The duty that rejects payouts not approved within 90 days, or before their day was over (decisions §6). */
export type ExpireApprovals = Duty;
export const ExpireApprovals = token<ExpireApprovals>('ExpireApprovals');

const WORKS_A_CLAIM = 100;
// Few enough that other writers hardly wait.
const PAYOUTS_A_COMMIT = 2_000;

const EXPIRED: StatusDetails = {
  code: 'approval_expired',
  source: 'business',
  message: 'The payout expired because it was not fully approved in time.',
  retryable: false,
  nextAction: 'none',
};

export const makeExpireApprovals = recipe(
  ExpireApprovals,
  { Parts: DutyParts, ...ASKING },
  ({ parts, ...asking }) => {
    const { storage, clock } = parts;
    /**
     * Unlike what ends payouts all or none (`endingBy`), each commit expires those that are in no doubt. So the
     * bank is asked as often as its answers let another commit expire more.
     *
     * @throws DoubtRemains when the bank resolves nothing of what would have expired: it is asked again later.
     */
    const expire = async (tenant: Tenant, group: ReadonlyArray<Awaited>): Promise<void> => {
      const each = forEach(asking);
      for (;;) {
        // Each commit takes away what it expired, so the next one finds the rest.
        const { more, doubted } = await commit(storage, (stores) =>
          expireSome(stores, tenant, group, { now: clock.now(), each }),
        );
        if (!more) return;
        if (doubted.length > 0 && !(await each.ask(doubted))) throw new DoubtRemains();
      }
    };

    return claimAndRun(parts, {
      name: 'expire-approvals',
      chunk: WORKS_A_CLAIM,
      prepare: withRanges,
      groups: (works) => byTenant(works).map(([, group]) => group),
      act: async (works) => {
        for (const [tenant, group] of byTenant(works)) await expire(tenant, group);
      },
      // No decision on them can come in between.
      retry: retryForEver(storage, clock, 'expire-approvals', 'expiry_failed'),
    });
  },
);

/** With the payouts that each is about. */
const withRanges = async (stores: Stores, claimed: ReadonlyArray<Work>) => {
  const found = await stores.jobs.findMany(claimed.map(jobOfWork));
  const jobs = new Set<string>(found.map(({ jobId }) => jobId));
  return claimed.map((work) => ({
    ...work,
    range: payoutsOf(work.subject, jobs.has(work.subject)),
  }));
};

/**
 * Expires what has waited too long, up to what fits into a commit; answers whether there may be more, and
 * what the bank is to be asked about before.
 */
const expireSome = async (
  stores: Stores,
  tenant: Tenant,
  awaited: ReadonlyArray<Awaited>,
  { now, each }: { readonly now: EpochMs; readonly each: ForEach },
) => {
  const held = await stores.work.held(awaited);
  const ours = awaited.filter(({ subject }) => held.has(subject));
  const bank = await stores.tenancy.bank(tenant);
  if (bank === undefined) throw new Error('a payout of no bank');
  const overdue = await stores.payouts.overdue(
    tenant,
    ours.map(({ range }) => range),
    { createdUpTo: now - APPROVAL_LIFE, datedBefore: dayIn(bank.timeZone, now) },
    PAYOUTS_A_COMMIT,
  );
  const moves = overdue.map((payout) => expired(payout, now));
  const changes = { by: { actor: 'expire-approvals' }, at: now, moves };
  const doubted = await each.write(stores, tenant, changes);
  const more = overdue.length === PAYOUTS_A_COMMIT || doubted.length > 0;
  if (more) return { more, doubted };
  // The work of one that has no job went with it.
  const ended = new Set<string>(overdue.map(({ order }) => order.transactionId));
  await awaitExpiry(
    stores,
    tenant,
    ours.filter(({ subject }) => !ended.has(subject)),
  );
  return { more, doubted };
};

const expired = (payout: AcceptedPayout, at: EpochMs): Move => {
  const taken = stepPayout(payout.progress, { type: 'expire', details: EXPIRED, at });
  if (E.isLeft(taken)) throw new Error('only what awaits approval expires');
  return { payout, steps: [taken.right] };
};
