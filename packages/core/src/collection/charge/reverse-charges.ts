import { about, subjectsOfWork } from '../../duty/about.js';
import type { DutyParts } from '../../duty/duty-parts.js';
import { retryDelay, type Duty } from '../../duty/duty.js';
import { E } from '../../kernel/fp.js';
import type { CardAcquirer } from '../../ports/card-acquirer.js';
import type { Pacer } from '../../ports/pacer.js';
import { commit } from '../../storage/commit.js';
import { token } from '../../kernel/token.js';
import { attemptOf } from '../card/charge-ref.js';
import { claimCharges } from './claim-charges.js';
import { stepCollection } from '../session/collection-machine.js';
import { answerOf, chargeNonsense, readReversalAnswer } from './read-charge-answer.js';
import { recordStep } from './record-step.js';

/** The duty that gives money back which was taken too late: after its session had expired or failed. */
export type ReverseCharges = Duty;
export const ReverseCharges = token<ReverseCharges>('ReverseCharges');

export const makeReverseCharges = (
  { storage, clock, claims, causes }: DutyParts,
  acquirer: CardAcquirer,
  pacer: Pacer,
): ReverseCharges => ({
  name: 'reverse-charges',
  lanes: 1,
  chunk: 1,
  run: async () => {
    const claimed = await claimCharges({ storage, clock, claims }, 'reverse-charges');
    for (const { work, charge } of claimed) {
      const subjects = subjectsOfWork([work]);
      const answer = await answerOf(
        acquirer,
        async () => readReversalAnswer(await acquirer.reverse(charge)),
        { pacer, report: (error) => causes.report('reverse-charges', error, subjects) },
      );
      const at = clock.now();
      await about(subjects, () =>
        commit(storage, async (stores) => {
          // A reversal is asked for until it is known to have taken place; asked twice, it takes place once.
          if (answer.kind !== 'reversed') {
            const runAt = at + retryDelay(work.attempts);
            await stores.work.defer([{ ...work, duty: 'reverse-charges', runAt }]);
            if (answer.kind === 'nonsense')
              await stores.journal.raise([chargeNonsense(acquirer, charge, answer, at)]);
            return;
          }
          const { sessionId, attempt } = attemptOf(work.subject);
          const session = await stores.collections.session(work.tenant, sessionId);
          const taken = session && stepCollection(session, { type: 'reversed', attempt, at });
          if (session === undefined || taken === undefined || E.isLeft(taken))
            throw new Error('a reversal of no charge');
          await recordStep(stores, session, taken.right, 'reverse-charges', at);
        }),
      );
    }
    return claimed.length;
  },
});
