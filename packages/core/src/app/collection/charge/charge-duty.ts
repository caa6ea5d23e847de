import type { RecordChanges } from '../../writer/changes.js';
import { writeRecords } from '../../writer/write-changes.js';
import { about, subjectsOfWork } from '../../duty/about.js';
import type { DutyParts } from '../../duty/duty-parts.js';
import { LEASE_MS, retryDelay, type Duty } from '../../duty/duty.js';
import type { Incident } from '../../../model/journal/entry/incident.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { CardAcquirer, CardCharge, ChargeUnknown } from '../../../ports/card-acquirer.js';
import type { Nonsense } from '../../../ports/nonsense.js';
import type { Pacer } from '../../../ports/pacer.js';
import { commit } from '../../../storage/commit.js';
import type { Stores } from '../../../storage/storage.js';
import type { Work } from '../../../storage/work-store.js';
import { attemptOf } from '../../../model/collection/card/charge-ref.js';
import { chargeOf } from './charge-of.js';
import { answerOf, isNonsense, nonsenseIncidents } from './read-charge-answer.js';

/** A charge that the engine must query or reverse. */
interface ClaimedCharge {
  readonly work: Work;
  readonly charge: CardCharge;
  readonly startedAt: EpochMs;
}

/** How a duty asks the acquirer about charges. */
interface ChargeDuty<A extends { readonly kind: string }> {
  readonly name: 'query-charges' | 'reverse-charges';
  readonly ask: (charge: CardCharge) => Promise<A | Nonsense>;
  /** What follows from an answer; undefined if it decides nothing, and the acquirer is to be asked again. */
  readonly take: (
    stores: Stores,
    claimed: ClaimedCharge,
    answer: A | ChargeUnknown,
    moments: { readonly askedAt: EpochMs; readonly at: EpochMs },
  ) => Promise<RecordChanges | undefined>;
  /** What a person is to look at while the acquirer decides nothing. */
  readonly undecided?: (claimed: ClaimedCharge, at: EpochMs) => ReadonlyArray<Incident>;
}

/** A duty that asks about charges: one at a time, because each is a call of its own under the same lease. */
export const chargeDuty = <A extends { readonly kind: string }>(
  { storage, clock, claims, causes }: DutyParts,
  acquirer: CardAcquirer,
  pacer: Pacer,
  { name, ask, take, undecided = () => [] }: ChargeDuty<A>,
): Duty => {
  const claim = () =>
    commit(storage, async (stores) => {
      const how = { duty: name, now: clock.now(), leaseMs: LEASE_MS, limit: 1, lapsesTo: name };
      const [work] = await claims.claim(stores.work, how);
      return work && about(subjectsOfWork([work]), () => chargeFor(stores, work));
    });

  return {
    name,
    lanes: 1,
    chunk: 1,
    run: async () => {
      const claimed = await claim();
      if (claimed === undefined) return 0;
      const { work, charge } = claimed;
      const subjects = subjectsOfWork([work]);
      const askedAt = clock.now();
      const report = (error: unknown) => causes.report(name, error, subjects);
      const answer = await answerOf(acquirer, () => ask(charge), { pacer, report });
      const at = clock.now();
      const askedAgain = {
        handled: { later: [{ ...work, duty: name, runAt: at + retryDelay(work.attempts) }] },
        incidents: [...nonsenseIncidents(acquirer, charge, answer, at), ...undecided(claimed, at)],
      };
      await about(subjects, () =>
        commit(storage, async (stores) => {
          const taken = isNonsense(answer)
            ? undefined
            : await take(stores, claimed, answer, { askedAt, at });
          await writeRecords(stores, taken ?? askedAgain);
        }),
      );
      return 1;
    },
  };
};

const chargeFor = async (stores: Stores, work: Work): Promise<ClaimedCharge> => {
  const { sessionId, attempt: number } = attemptOf(work.subject);
  const session = await stores.collections.session(work.tenant, sessionId);
  const attempt = session?.attempts[number - 1];
  if (session === undefined || attempt === undefined) throw new Error('work on no charge');
  const charge = await chargeOf(stores, session, number);
  return { work, charge, startedAt: attempt.startedAt };
};
