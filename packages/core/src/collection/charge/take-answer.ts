import { E } from '../../kernel/fp.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { CardCharge, ChargeAbsent, ChargeOutcome } from '../../ports/card-acquirer.js';
import { commit } from '../../storage/commit.js';
import type { Storage } from '../../storage/storage.js';
import { attemptOf } from '../card/charge-ref.js';
import { stepCollection } from '../session/collection-machine.js';
import { recordStep } from './record-step.js';

/** The name that the journal gives to what the acquirer decides. */
const ACQUIRER = 'card-acquirer';

/**
 * Writes what the acquirer says of a charge. The process that gets the answer first writes it: the answer is about
 * one attempt, and an attempt whose outcome is known takes no other one.
 */
export const takeAnswer = (
  storage: Storage,
  { chargeRef, bankTenantId, corporateTenantId }: CardCharge,
  answer: ChargeOutcome | ChargeAbsent,
  at: EpochMs,
): Promise<'paid' | 'declined' | 'expired'> =>
  commit(storage, async (stores) => {
    const { sessionId, attempt } = attemptOf(chargeRef);
    const tenant = { bankTenantId, corporateTenantId };
    const session = await stores.collections.session(tenant, sessionId);
    if (session === undefined) throw new Error('a charge of no session');
    const taken = stepCollection(session, { type: 'answer', attempt, answer, at });
    if (E.isLeft(taken)) throw new Error('the answer about a charge is always taken');
    await recordStep(stores, session, taken.right, ACQUIRER, at);
    const { status } = taken.right.next;
    if (status === 'complete') return 'paid';
    return status === 'expired' ? 'expired' : 'declined';
  });
