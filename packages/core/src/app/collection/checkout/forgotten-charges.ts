import { tenantOf, type Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { optional, recipe, token } from '../../../kernel/token.js';
import { chargeRefOf } from '../../../model/collection/card/charge-ref.js';
import {
  ATTEMPTS_MAX,
  type CollectionSession,
} from '../../../model/collection/session/collection-session.js';
import { nextSessionId } from '../../../model/collection/session/payment-link.js';
import type { Incident } from '../../../model/journal/entry/incident.js';
import { CardAcquirer } from '../../../ports/card-acquirer.js';
import { Clock } from '../../../ports/clock.js';
import { Pacer } from '../../../ports/pacer.js';
import { Storage, type Stores } from '../../../storage/storage.js';
import type { Work } from '../../../storage/work-store.js';
import { subjectsOfWork } from '../../duty/about.js';
import { Causes } from '../../duty/causes.js';
import { chargeFinalFrom } from '../charge/charge-absence.js';
import { chargeOf } from '../charge/charge-of.js';
import { answerOf, readChargeQueryAnswer } from '../charge/read-charge-answer.js';

/** What the acquirer says of sessions and links that end unpaid in a restored database. */
export interface AskedCharges {
  /** For each whose customer was charged, or may have been: nothing else in this database knows that charge. */
  readonly incidents: ReadonlyArray<Incident>;
  /** When the acquirer is asked again about those of which it has no charge yet, by the subjects of their work. */
  readonly askedAgain: ReadonlyMap<string, EpochMs>;
}

/**
 * Asks the acquirer about cards that a life of the database which a restored backup has ended may have charged: every
 * attempt that is unused here of sessions from before the restore, and of the session that an open link would have started
 * next. No unit of work is open meanwhile.
 */
export type AskForgottenCharges = (ending: ReadonlyArray<Work>) => Promise<AskedCharges>;
export const AskForgottenCharges = token<AskForgottenCharges>('AskForgottenCharges');

export const makeAskForgottenCharges = recipe(
  AskForgottenCharges,
  { Storage, Clock, Acquirer: optional(CardAcquirer), Pacer, Causes },
  ({ storage, clock, acquirer, pacer, causes }) =>
    async (ending) => {
      const incidents: Incident[] = [];
      const askedAgain = new Map<string, EpochMs>();
      if (acquirer === undefined) return { incidents, askedAgain };
      const { line, suspects } = await storage.read((stores) => suspectsAmong(stores, ending));
      if (line === undefined) return { incidents, askedAgain };
      const finalFrom = chargeFinalFrom(line, acquirer.traits);
      for (const { work, unpaid, used } of suspects) {
        const report = (error: unknown) =>
          causes.report('expire-collections', error, subjectsOfWork([work]));
        const heard = async (attempt: number): Promise<string> => {
          const charge = await storage.read((stores) => chargeOf(stores, unpaid, attempt));
          const ask = async () => readChargeQueryAnswer(await acquirer.query(charge));
          return (await answerOf(acquirer, ask, { pacer, report })).kind;
        };
        for (let attempt = used + 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
          const at = clock.now();
          const kind = await heard(attempt);
          // The customer tried another card.
          if (kind === 'declined') continue;
          if (kind === 'absent' && finalFrom > at && finalFrom !== Infinity)
            askedAgain.set(work.subject, finalFrom);
          if (kind !== 'absent' || finalFrom === Infinity)
            incidents.push(forgotten(work, chargeRefOf(unpaid.sessionId, attempt), kind, at));
          break;
        }
      }
      return { incidents, askedAgain };
    },
);

/** A session that a forgotten life may have been paid in, and how many of its attempts this database knows. */
interface Suspect {
  readonly work: Work;
  readonly unpaid: Tenant & Pick<CollectionSession, 'sessionId' | 'amount' | 'reference'>;
  readonly used: number;
}

const suspectsAmong = async (
  stores: Stores,
  ending: ReadonlyArray<Work>,
): Promise<{ readonly line: EpochMs | undefined; readonly suspects: ReadonlyArray<Suspect> }> => {
  const line = await stores.doubts.line();
  if (line === undefined) return { line, suspects: [] };
  const suspects: Suspect[] = [];
  for (const work of ending) {
    const { tenant, subject } = work;
    if (subject.startsWith('pl_')) {
      const link = await stores.collections.link(tenant, subject);
      if (link === undefined || link.status === 'paid' || link.createdAt > line) continue;
      const { amount, reference } = link;
      const unpaid = { ...tenantOf(link), sessionId: nextSessionId(link), amount, reference };
      suspects.push({ work, unpaid, used: 0 });
    } else {
      const session = await stores.collections.session(tenant, subject);
      if (session === undefined || session.status === 'complete' || session.createdAt > line)
        continue;
      suspects.push({ work, unpaid: session, used: session.attempts.length });
    }
  }
  return { line, suspects };
};

const forgotten = (
  { tenant, subject }: Work,
  chargeRef: string,
  kind: string,
  at: EpochMs,
): Incident => ({
  tenant,
  kind: 'forgotten_charge',
  subjectId: subject,
  at,
  detail: `in the restored database it ended unpaid; of the charge ${chargeRef} the acquirer says ${kind}`,
});
