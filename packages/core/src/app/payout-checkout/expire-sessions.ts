import type { Handled, RecordChanges, Save } from '../writer/changes.js';
import { writeRecordsAcross } from '../writer/write-changes.js';
import { subjectsOfWork } from '../duty/about.js';
import { asClaimed, claimAndRun, together } from '../duty/claim-and-run.js';
import { DutyParts } from '../duty/duty-parts.js';
import type { Duty } from '../duty/duty.js';
import { retryForEver } from '../duty/retry-for-ever.js';
import type { Work } from '../../storage/work-store.js';
import { E } from '../../kernel/fp.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { BankRail } from '../../ports/bank-rail.js';
import { Pacer } from '../../ports/pacer.js';
import { commit } from '../../storage/commit.js';
import type { Stores } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import type { PayoutCheckout } from '../../model/payout-checkout/session/payout-checkout.js';
import type { PayoutCheckoutId } from '../../model/payout-checkout/session/checkout-id.js';
import { stepCheckout } from '../../model/payout-checkout/session/checkout-machine.js';
import { askAboutForgotten } from './forgotten-sessions.js';
import { EXPIRY, takeStep } from './checkout-changes.js';

/** The duty that ends payout checkout sessions whose time is over, unless a read has expired them before (§3.4). */
export type ExpireSessions = Duty;
export const ExpireSessions = token<ExpireSessions>('ExpireSessions');

const SESSIONS_A_CLAIM = 100;

export const makeExpireSessions = recipe(
  ExpireSessions,
  { Parts: DutyParts, Rail: BankRail, Pacer },
  ({ parts, rail, pacer }) => {
    const { storage, clock, causes } = parts;
    return claimAndRun(parts, {
      name: EXPIRY,
      chunk: SESSIONS_A_CLAIM,
      prepare: asClaimed,
      groups: together,
      act: async (ending) => {
        const report = (error: unknown) => causes.report(EXPIRY, error, subjectsOfWork(ending));
        const asking = { storage, rail };
        const calling = { pacer, report };
        const asked = await askAboutForgotten(asking, ending, calling, clock.now());
        const freed = asked.unpaid.map((session): Save => {
          return ({ payoutCheckouts }) => payoutCheckouts.freeReference(session);
        });
        await commit(storage, async (stores) => {
          const expired = await expire(stores, ending, asked.askedAgain, clock.now());
          await writeRecordsAcross(stores, ...expired, {
            saves: freed,
            incidents: asked.forgotten,
          });
        });
      },
      // A read of one in the meantime expires it.
      retry: retryForEver(storage, clock, EXPIRY, 'expiry_failed'),
    });
  },
);

const expire = async (
  stores: Stores,
  claimed: ReadonlyArray<Work>,
  askedAgain: ReadonlyMap<string, EpochMs>,
  at: EpochMs,
): Promise<ReadonlyArray<RecordChanges>> => {
  const held = await stores.work.held(claimed);
  const parts: RecordChanges[] = [];
  for (const work of claimed.filter(({ subject }) => held.has(subject))) {
    const found = await stores.payoutCheckouts.hold(work.subject as PayoutCheckoutId);
    if (found === undefined) throw new Error('work for no session');
    const again = askedAgain.get(work.subject);
    const handled: Handled =
      again === undefined ? { over: [work] } : { later: [{ ...work, runAt: again }] };
    parts.push(ending({ work, handled }, found.session, at));
  }
  return parts;
};

const ending = (
  { work, handled }: { readonly work: Work; readonly handled: Handled },
  session: PayoutCheckout,
  at: EpochMs,
): RecordChanges => {
  const looked = stepCheckout(session, { type: 'look', at });
  if (E.isLeft(looked)) return { handled };
  // The clock went back since the work was claimed.
  if (looked.right.status === 'open')
    return { handled: { later: [{ ...work, runAt: session.expiresAt }] } };
  return { ...takeStep(session, looked.right), handled };
};
