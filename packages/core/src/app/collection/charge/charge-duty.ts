import type { RecordChanges } from '../../writer/changes.js';
import { writeRecords } from '../../writer/write-changes.js';
import { subjectsOfWork } from '../../duty/about.js';
import { asClaimed, claimAndRun, oneByOne } from '../../duty/claim-and-run.js';
import type { DutyParts } from '../../duty/duty-parts.js';
import { retryDelay, type Duty } from '../../duty/duty.js';
import { retryForEver } from '../../duty/retry-for-ever.js';
import { HOUR, type EpochMs } from '../../../kernel/values/time.js';
import type { CardAcquirer, CardCharge, ChargeUnknown } from '../../../ports/card-acquirer.js';
import type { Nonsense } from '../../../ports/nonsense.js';
import type { Pacer } from '../../../ports/pacer.js';
import { commit } from '../../../storage/commit.js';
import type { Stores } from '../../../storage/storage.js';
import type { Work } from '../../../storage/work-store.js';
import { attemptOf } from '../../../model/collection/card/charge-ref.js';
import type {
  CardAttempt,
  CollectionSession,
} from '../../../model/collection/session/collection-session.js';
import { chargeOf } from './charge-of.js';
import { answerOf, isNonsense, nonsenseIncidents } from './read-charge-answer.js';

/** A charge that the engine must query or reverse. */
interface OpenCharge {
  readonly charge: CardCharge;
  readonly attempt: CardAttempt;
  readonly session: CollectionSession;
}

/** How a duty asks the acquirer about charges. */
interface ChargeDuty<A extends { readonly kind: string }> {
  readonly name: 'query-charges' | 'reverse-charges';
  readonly ask: (charge: CardCharge) => Promise<A | Nonsense>;
  /** What follows from an answer; undefined if it decides nothing, and the acquirer is to be asked again. */
  readonly take: (
    stores: Stores,
    open: OpenCharge,
    answer: A | ChargeUnknown,
    moments: { readonly askedAt: EpochMs; readonly at: EpochMs },
  ) => Promise<RecordChanges | undefined>;
  /** What a person is to look at once the acquirer has decided nothing for an hour. */
  readonly undecided: 'charge_unknown' | 'reversal_unconfirmed';
  /** Since when it has been to decide. */
  readonly since: (open: OpenCharge) => EpochMs;
}

/** How long the acquirer may decide nothing before an incident is raised. */
const TOLD_AFTER = HOUR;

/** A duty that asks about charges: one at a time, because each is a call of its own under the same lease. */
export const chargeDuty = <A extends { readonly kind: string }>(
  parts: DutyParts,
  acquirer: CardAcquirer,
  pacer: Pacer,
  { name, ask, take, undecided, since }: ChargeDuty<A>,
): Duty => {
  const { storage, clock, causes } = parts;

  const decide = async (work: Work): Promise<void> => {
    const open = await storage.read((stores) => openChargeOf(stores, work));
    const { charge, attempt } = open;
    const report = (error: unknown) => causes.report(name, error, subjectsOfWork([work]));
    const askedAt = clock.now();
    const answer = await answerOf(acquirer, () => ask(charge), { pacer, report });
    const at = clock.now();
    const late = {
      tenant: work.tenant,
      kind: undecided,
      subjectId: charge.sessionId,
      at,
      detail: `attempt ${String(attempt.number)}`,
    };
    const askedAgain = {
      handled: { later: [{ ...work, duty: name, runAt: at + retryDelay(work.attempts) }] },
      incidents: [
        ...nonsenseIncidents(acquirer, charge, answer, at),
        ...(at - since(open) < TOLD_AFTER ? [] : [late]),
      ],
    };
    await commit(storage, async (stores) => {
      const taken = isNonsense(answer)
        ? undefined
        : await take(stores, open, answer, { askedAt, at });
      await writeRecords(stores, taken ?? askedAgain);
    });
  };

  return claimAndRun(parts, {
    name,
    chunk: 1,
    prepare: asClaimed,
    groups: oneByOne,
    act: async (works) => {
      for (const work of works) await decide(work);
    },
    retry: retryForEver(storage, clock, name, undecided),
  });
};

const openChargeOf = async (stores: Stores, { tenant, subject }: Work): Promise<OpenCharge> => {
  const { sessionId, attempt: number } = attemptOf(subject);
  const session = await stores.collections.session(tenant, sessionId);
  const attempt = session?.attempts[number - 1];
  if (session === undefined || attempt === undefined) throw new Error('work on no charge');
  return { charge: await chargeOf(stores, session, number), attempt, session };
};
