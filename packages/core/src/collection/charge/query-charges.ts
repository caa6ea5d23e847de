import { about, subjectsOfWork } from '../../duty/about.js';
import type { DutyParts } from '../../duty/duty-parts.js';
import { retryDelay, type Duty } from '../../duty/duty.js';
import type { Incident } from '../../journal/entry/incident.js';
import type { Work } from '../../storage/work-store.js';
import { HOUR, type EpochMs } from '../../kernel/values/time.js';
import type { CardAcquirer } from '../../ports/card-acquirer.js';
import type { Pacer } from '../../ports/pacer.js';
import { commit } from '../../storage/commit.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { attemptOf } from '../card/charge-ref.js';
import { claimCharges } from './claim-charges.js';
import { answerOf, chargeNonsense, readChargeQueryAnswer } from './read-charge-answer.js';
import { takeAnswer } from './take-answer.js';

/**
 * The duty that asks the acquirer about charges whose outcome is not known: lost answers, time-outs, processes
 * that died. It never charges; it only finds out.
 */
export type QueryCharges = Duty;
export const QueryCharges = token<QueryCharges>('QueryCharges');

/** How long an outcome may be unknown before an incident is raised. */
const TOLD_AFTER = HOUR;

export const makeQueryCharges = (
  { storage, clock, claims, causes }: DutyParts,
  acquirer: CardAcquirer,
  pacer: Pacer,
): QueryCharges => ({
  name: 'query-charges',
  lanes: 1,
  chunk: 1,
  run: async () => {
    const claimed = await claimCharges({ storage, clock, claims }, 'query-charges');
    for (const { work, charge, startedAt } of claimed) {
      // The acquirer's answer is valid for the moment of the query.
      const askedAt = clock.now();
      const subjects = subjectsOfWork([work]);
      const answer = await answerOf(
        acquirer,
        async () => readChargeQueryAnswer(await acquirer.query(charge)),
        { pacer, report: (error) => causes.report('query-charges', error, subjects) },
      );
      const { absenceFinalAfterMs } = acquirer.traits;
      const isFinal = absenceFinalAfterMs !== null && askedAt - startedAt >= absenceFinalAfterMs;
      await about(subjects, async () => {
        const at = clock.now();
        if (answer.kind === 'nonsense')
          await askLater(storage, work, startedAt, at, [
            chargeNonsense(acquirer, charge, answer, at),
          ]);
        else if (answer.kind === 'unknown' || (answer.kind === 'absent' && !isFinal))
          await askLater(storage, work, startedAt, at);
        else await takeAnswer(storage, charge, answer, at);
      });
    }
    return claimed.length;
  },
});

const askLater = (
  storage: Storage,
  work: Work,
  startedAt: EpochMs,
  at: EpochMs,
  mistakes: ReadonlyArray<Incident> = [],
): Promise<void> =>
  commit(storage, async (stores) => {
    await stores.work.defer([
      { ...work, duty: 'query-charges', runAt: at + retryDelay(work.attempts) },
    ]);
    await stores.journal.raise(mistakes);
    if (at - startedAt < TOLD_AFTER) return;
    const { sessionId, attempt } = attemptOf(work.subject);
    await stores.journal.raise([
      {
        tenant: work.tenant,
        kind: 'charge_unknown',
        subjectId: sessionId,
        at,
        detail: `attempt ${String(attempt)}`,
      },
    ]);
  });
