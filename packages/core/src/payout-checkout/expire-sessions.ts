import { subjectsOfWork } from '../duty/about.js';
import { asClaimed, claimAndRun, together } from '../duty/claim-and-run.js';
import type { DutyParts } from '../duty/duty-parts.js';
import type { Duty } from '../duty/duty.js';
import { retryForEver } from '../duty/retry-for-ever.js';
import type { Work } from '../storage/work-store.js';
import { E } from '../kernel/fp.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { BankRail } from '../ports/bank-rail.js';
import type { Pacer } from '../ports/pacer.js';
import { commit } from '../storage/commit.js';
import type { Stores } from '../storage/storage.js';
import { token } from '../kernel/token.js';
import type { PayoutCheckoutId } from './session/checkout-id.js';
import { stepCheckout } from './session/checkout-machine.js';
import { askAboutForgotten } from './forgotten-sessions.js';
import { EXPIRY, writeCheckout } from './write-checkout.js';

/** The duty that ends payout checkout sessions whose time is over, unless a read has expired them before (§3.4). */
export type ExpireSessions = Duty;
export const ExpireSessions = token<ExpireSessions>('ExpireSessions');

const SESSIONS_A_CLAIM = 100;

export const makeExpireSessions = (
  parts: DutyParts,
  rail: BankRail,
  pacer: Pacer,
): ExpireSessions => {
  const { storage, clock, causes } = parts;
  const report = (group: ReadonlyArray<Work>, error: unknown): void => {
    causes.report(EXPIRY, error, subjectsOfWork(group));
  };

  return claimAndRun(parts, {
    name: EXPIRY,
    chunk: SESSIONS_A_CLAIM,
    prepare: asClaimed,
    groups: together,
    act: async (ending) => {
      const asking = { storage, rail, pacer, report };
      const { forgotten, unpaid } = await askAboutForgotten(asking, ending, clock.now());
      if (forgotten.length > 0) await commit(storage, ({ journal }) => journal.raise(forgotten));
      await commit(storage, async (stores) => {
        await expire(stores, ending, clock.now());
        for (const session of unpaid) await stores.payoutCheckouts.freeReference(session);
      });
    },
    // A read of one in the meantime expires it.
    retry: retryForEver(storage, clock, EXPIRY, 'expiry_failed'),
  });
};

const expire = async (
  stores: Stores,
  claimed: ReadonlyArray<Work>,
  now: EpochMs,
): Promise<void> => {
  const held = await stores.work.held(claimed);
  for (const work of claimed.filter(({ subject }) => held.has(subject))) {
    const found = await stores.payoutCheckouts.hold(work.subject as PayoutCheckoutId);
    if (found === undefined) throw new Error('work for no session');
    const looked = stepCheckout(found.session, { type: 'look', at: now });
    if (E.isRight(looked)) await writeCheckout(stores, found.session, looked.right);
    // The clock went back since the work was claimed.
    const isOpen = E.isRight(looked) && looked.right.status === 'open';
    if (isOpen) await stores.work.defer([{ ...work, runAt: found.session.expiresAt }]);
    else await stores.work.finish([work]);
  }
};
