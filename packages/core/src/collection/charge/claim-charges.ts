import { about, subjectsOfWork } from '../../duty/about.js';
import type { DutyParts } from '../../duty/duty-parts.js';
import { LEASE_MS } from '../../duty/duty.js';
import type { Work } from '../../storage/work-store.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { CardCharge } from '../../ports/card-acquirer.js';
import { commit } from '../../storage/commit.js';
import type { Stores } from '../../storage/storage.js';
import { chargeOf } from './charge-of.js';
import { attemptOf } from '../card/charge-ref.js';

/** A charge that the engine must query or reverse. */
export interface ClaimedCharge {
  readonly work: Work;
  readonly charge: CardCharge;
  readonly startedAt: EpochMs;
}

/** Claims the next charge of a duty: one at a time, because each is a call of its own under the same lease. */
export const claimCharges = (
  { storage, clock, claims }: Omit<DutyParts, 'causes'>,
  duty: 'query-charges' | 'reverse-charges',
): Promise<ReadonlyArray<ClaimedCharge>> =>
  commit(storage, async (stores) => {
    const now = clock.now();
    const claim = { duty, now, leaseMs: LEASE_MS, limit: 1, lapsesTo: duty };
    const work = await claims.claim(stores.work, claim);
    const claimed: ClaimedCharge[] = [];
    for (const item of work) {
      claimed.push(await about(subjectsOfWork([item]), () => chargeFor(stores, item)));
    }
    return claimed;
  });

const chargeFor = async (stores: Stores, work: Work): Promise<ClaimedCharge> => {
  const { sessionId, attempt: number } = attemptOf(work.subject);
  const session = await stores.collections.session(work.tenant, sessionId);
  const attempt = session?.attempts[number - 1];
  if (session === undefined || attempt === undefined) throw new Error('work on no charge');
  const charge = await chargeOf(stores, session, number);
  return { work, charge, startedAt: attempt.startedAt };
};
