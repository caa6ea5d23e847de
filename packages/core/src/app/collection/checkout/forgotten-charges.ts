import { tenantOf } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { optional, recipe, token } from '../../../kernel/token.js';
import { laterSessionIds } from '../../../model/collection/session/payment-link.js';
import type { Incident } from '../../../model/journal/entry/incident.js';
import { CardAcquirer, type CardCharge } from '../../../ports/card-acquirer.js';
import { Clock } from '../../../ports/clock.js';
import { Pacer } from '../../../ports/pacer.js';
import { Storage, type Stores } from '../../../storage/storage.js';
import type { NewWork, Work } from '../../../storage/work-store.js';
import { subjectOfWork, subjectsOfWork } from '../../duty/about.js';
import { Causes } from '../../duty/causes.js';
import { forgottenSessionWork, linkOfWork } from '../../duty/link-work.js';
import { chargeFinalFrom } from '../charge/charge-absence.js';
import { forgottenCharges, hearOf, laterCharges, type Heard } from '../charge/later-charges.js';

/** What the acquirer says of sessions and links whose time is over in a restored database. */
export interface AskedCharges {
  /** For each whose customer was charged, or may have been: nothing else in this database knows that charge. */
  readonly incidents: ReadonlyArray<Incident>;
  /** When the acquirer is asked again about those of which it has no charge yet, by the subjects of their work. */
  readonly askedAgain: ReadonlyMap<string, EpochMs>;
  /** The work that asks on about the next session of a link, by the subjects of the work before it. */
  readonly askedOn: ReadonlyMap<string, NewWork>;
}

/**
 * Asks the acquirer about cards that a life of the database which a restored backup has ended may have charged: every
 * attempt that is unused here of sessions from before the restore, also of paid ones, and of the sessions that a link
 * would have started next, one after the other. No unit of work is open meanwhile.
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
      const askedOn = new Map<string, NewWork>();
      const asked: AskedCharges = { incidents, askedAgain, askedOn };
      if (acquirer === undefined) return asked;
      const { line, suspects } = await storage.read((stores) => suspectsAmong(stores, ending));
      if (line === undefined) return asked;
      const finalFrom = chargeFinalFrom(line, acquirer.traits);
      for (const { work, charges, next } of suspects) {
        const at = clock.now();
        const report = (error: unknown) =>
          causes.report('expire-collections', error, subjectsOfWork([work]));
        const heard = await hearOf(acquirer, charges, { pacer, report });
        const told = worthTelling(heard, finalFrom);
        if (told !== undefined) incidents.push(forgotten(work, told, at));
        else if (finalFrom > at && heard.some(({ kind }) => kind === 'absent'))
          askedAgain.set(work.subject, finalFrom);
        else if (next !== undefined)
          askedOn.set(work.subject, forgottenSessionWork(work.tenant, next, at));
      }
      return asked;
    },
);

/** A session that a forgotten life may have been paid in, and the charges of it that this database does not know. */
interface Suspect {
  readonly work: Work;
  readonly charges: ReadonlyArray<CardCharge>;
  /** The session that its link may have started next. */
  readonly next?: { readonly linkId: string; readonly sessionId: string };
}

/**
 * The answer that a person is to hear of, the surest one first. A charge that is absent or declined says nothing of the
 * later ones: the customer may have tried another card, even if the first charge never reached the acquirer.
 */
const worthTelling = (heard: ReadonlyArray<Heard>, finalFrom: EpochMs): Heard | undefined =>
  heard.find(({ kind }) => kind === 'approved') ??
  heard.find(({ kind }) => kind !== 'declined' && kind !== 'absent') ??
  (finalFrom === Infinity ? heard.find(({ kind }) => kind === 'absent') : undefined);

const suspectsAmong = async (
  stores: Stores,
  ending: ReadonlyArray<Work>,
): Promise<{ readonly line: EpochMs | undefined; readonly suspects: ReadonlyArray<Suspect> }> => {
  const line = await stores.doubts.line();
  if (line === undefined) return { line, suspects: [] };
  const suspects: Suspect[] = [];
  for (const work of ending) {
    const link = linkOfWork(work);
    const suspect =
      link === undefined
        ? await suspectSession(stores, work)
        : await suspectLink(stores, { work, ...link }, line);
    if (suspect !== undefined) suspects.push(suspect);
  }
  return { line, suspects };
};

const suspectSession = async (stores: Stores, work: Work): Promise<Suspect | undefined> => {
  const session = await stores.collections.session(work.tenant, work.subject);
  if (session === undefined) return undefined;
  return { work, charges: await forgottenCharges(stores, session, session.attempts.length) };
};

/** The session of a link that work is to ask about: one after the last that the link has started here. */
const suspectLink = async (
  stores: Stores,
  { work, linkId, sessionId }: { readonly work: Work } & NonNullable<ReturnType<typeof linkOfWork>>,
  line: EpochMs,
): Promise<Suspect | undefined> => {
  const link = await stores.collections.link(work.tenant, linkId);
  if (link === undefined || link.createdAt > line) return undefined;
  const ids = laterSessionIds(link, line);
  const [id, next] = sessionId === undefined ? ids : ids.slice(ids.indexOf(sessionId));
  if (id === undefined) return undefined;
  const { amount, reference } = link;
  const session = { ...tenantOf(link), sessionId: id, amount, reference };
  return {
    work,
    charges: await laterCharges(stores, session, 0),
    ...(next !== undefined && { next: { linkId, sessionId: next } }),
  };
};

const forgotten = (work: Work, { chargeRef, kind }: Heard, at: EpochMs): Incident => ({
  ...subjectOfWork(work),
  kind: 'forgotten_charge',
  at,
  detail: `the restored database knows nothing of the charge ${chargeRef}, of which the acquirer says ${kind}`,
});
