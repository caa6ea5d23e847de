import { tenantOf } from '../../../kernel/values/tenant.js';
import { together, type RecordChanges } from '../../writer/changes.js';
import { LEASE_MS } from '../../duty/duty.js';
import type { Incident } from '../../../model/journal/entry/incident.js';
import { E } from '../../../kernel/fp.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Mover } from '../../../model/payout/move.js';
import type { Stores } from '../../../storage/storage.js';
import { chargeRefOf } from '../../../model/collection/card/charge-ref.js';
import {
  linkEntry,
  newSessionEntry,
  sessionEntry,
} from '../../../model/collection/session/collection-entry.js';
import {
  stepCollection,
  type CollectionStep,
} from '../../../model/collection/session/collection-machine.js';
import type { CollectionSession } from '../../../model/collection/session/collection-session.js';
import { stepLink } from '../../../model/collection/session/payment-link-machine.js';
import type { PaymentLink } from '../../../model/collection/session/payment-link.js';

/** Makes a new session, which expires in time. */
export const newSession = (session: CollectionSession, actor: string): RecordChanges => {
  const { sessionId: subject, expiresAt: runAt } = session;
  return {
    work: [{ duty: 'expire-collections', subject, tenant: tenantOf(session), runAt }],
    saves: [({ collections }) => collections.addSession(session)],
    entries: [newSessionEntry(session, actor)],
  };
};

/** Takes a step of a session, with all that follows from it but for its link. */
export const takeStep = (
  before: CollectionSession,
  step: CollectionStep,
  by: Mover,
  at: EpochMs,
): RecordChanges => {
  const { next } = step;
  const charged = ofCharge(step, at);
  if (next === before) return charged;
  const stepped = {
    // The duty looks once more at one that ends unpaid: before a restore its customer may have paid it. So may that of a
    // paid one from before a restore: see `takeAnswer`.
    drops:
      next.status === 'complete' || next.status === 'failed'
        ? [{ tenant: tenantOf(next), subject: next.sessionId }]
        : [],
    saves: [({ collections }: Pick<Stores, 'collections'>) => collections.replaceSession(next)],
    entries: [sessionEntry(before, step, by)],
  };
  return together([charged, stepped]);
};

/** What is due of the charge that a step is about, and what a person is to look at. */
const ofCharge = ({ next, outcome, attempt }: CollectionStep, at: EpochMs): RecordChanges => {
  if (attempt === undefined) return {};
  const { sessionId, attempts } = next;
  const tenant = tenantOf(next);
  const subject = chargeRefOf(sessionId, attempt);
  const incident = (kind: Incident['kind'], more = ''): Incident => {
    return { tenant, kind, subjectId: sessionId, at, detail: `attempt ${String(attempt)}${more}` };
  };
  // The process that charges may die before it has an answer.
  if (outcome === 'begun')
    return { work: [{ duty: 'query-charges', subject, tenant, runAt: at + LEASE_MS }] };
  if (outcome === 'late')
    return {
      work: [{ duty: 'reverse-charges', subject, tenant, runAt: at }],
      incidents: [incident('late_charge', ' is given back')],
    };
  // Money that goes back stays in hand.
  const state = attempts[attempt - 1]?.state;
  const isDue = state === 'charging' || state === 'reversing';
  return {
    drops: isDue ? [] : [{ tenant, subject }],
    incidents: [
      ...(outcome === 'contradicted' ? [incident('contradictory_answer')] : []),
      ...(outcome === 'kept' ? [incident('forgotten_charge', ' was approved, and stays so')] : []),
    ],
  };
};

export const changeLink = (before: PaymentLink, next: PaymentLink, actor: string): RecordChanges =>
  next === before
    ? {}
    : {
        drops: next.status === 'paid' ? [{ tenant: tenantOf(next), subject: next.linkId }] : [],
        saves: [({ collections }) => collections.replaceLink(next)],
        entries: [linkEntry(next, actor, before)],
      };

/** The link of a session is paid with it. */
export const payLink = (
  { sessionId: actor }: CollectionSession,
  link: PaymentLink | undefined,
  at: EpochMs,
): RecordChanges => {
  const paid = link && stepLink(link, { type: 'pay', at });
  // A link ends with its session, so one of the two was written past the other.
  if (link === undefined || paid === undefined || E.isLeft(paid))
    throw new Error('a session of a link that is over was paid');
  return changeLink(link, paid.right, actor);
};

/** The actor in the journal for sessions and links that expired. */
export const TIME: Mover = { actor: 'expire-collections' };

/** What a record is from now on, and what writes that. */
export interface Stepped<A> {
  readonly next: A;
  readonly changes: RecordChanges;
}

/** Ends an open session whose time is over; others stay as they are. */
export const expireInTime = (
  session: CollectionSession,
  at: EpochMs,
): Stepped<CollectionSession> => {
  const expired = stepCollection(session, { type: 'expire', at });
  return E.isLeft(expired)
    ? { next: session, changes: {} }
    : { next: expired.right.next, changes: takeStep(session, expired.right, TIME, at) };
};
