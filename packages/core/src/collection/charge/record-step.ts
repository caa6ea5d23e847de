import { LEASE_MS } from '../../duty/duty.js';
import { E } from '../../kernel/fp.js';
import type { IncidentKind } from '../../journal/entry/incident-kind.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Via } from '../../kernel/values/via.js';
import type { Stores } from '../../storage/storage.js';
import { chargeRefOf } from '../card/charge-ref.js';
import { linkEntry, sessionEntry } from '../session/collection-entry.js';
import type { CollectionStep } from '../session/collection-machine.js';
import { tenantOf, type CollectionSession } from '../session/collection-session.js';
import { stepLink } from '../session/payment-link-machine.js';
import type { PaymentLink } from '../session/payment-link.js';

/** Writes a step of a session, and all that follows from it, into one unit of work. */
export const recordStep = async (
  stores: Stores,
  before: CollectionSession,
  step: CollectionStep,
  actor: string,
  at: EpochMs,
  via?: Via,
): Promise<void> => {
  const { next, outcome, attempt = 0 } = step;
  if (outcome === 'contradicted')
    await raise(stores, next, 'contradictory_answer', at, `attempt ${String(attempt)}`);
  if (next === before) {
    await dropAsked(stores, next, attempt);
    return;
  }
  await stores.collections.replaceSession(next);
  await stores.journal.append([sessionEntry(before, step, actor, via)]);
  await recordCharge(stores, step, at);
  if (before.status === next.status) return;
  await stores.work.drop(tenantOf(next), [next.sessionId]);
  if (outcome === 'paid' && next.linkId !== undefined) await payLink(stores, next, next.linkId, at);
};

/** An attempt whose outcome is already known needs no query; money that goes back stays in hand. */
const dropAsked = async (
  { work }: Stores,
  session: CollectionSession,
  number: number,
): Promise<void> => {
  const state = session.attempts[number - 1]?.state;
  if (state === undefined || state === 'charging' || state === 'reversing') return;
  await work.drop(tenantOf(session), [chargeRefOf(session.sessionId, number)]);
};

/** The remaining work on the charge of a step. The process that charges may die before it has an answer. */
const recordCharge = async (
  stores: Stores,
  { next, outcome, attempt }: CollectionStep,
  at: EpochMs,
): Promise<void> => {
  if (attempt === undefined) return;
  const subject = chargeRefOf(next.sessionId, attempt);
  const tenant = tenantOf(next);
  if (outcome === 'begun') {
    await stores.work.add([{ duty: 'query-charges', subject, tenant, runAt: at + LEASE_MS }]);
  } else if (outcome === 'late') {
    await stores.work.add([{ duty: 'reverse-charges', subject, tenant, runAt: at }]);
    await raise(stores, next, 'late_charge', at, `attempt ${String(attempt)} is given back`);
  } else {
    await stores.work.drop(tenant, [subject]);
  }
};

const raise = (
  { journal }: Stores,
  session: CollectionSession,
  kind: IncidentKind,
  at: EpochMs,
  detail: string,
): Promise<void> =>
  journal.raise([{ tenant: tenantOf(session), kind, subjectId: session.sessionId, at, detail }]);

const payLink = async (
  stores: Stores,
  session: CollectionSession,
  linkId: string,
  at: EpochMs,
): Promise<void> => {
  const link = await stores.collections.link(tenantOf(session), linkId);
  const paid = link && stepLink(link, { type: 'pay', at });
  // A link ends with its session, so one of the two was written past the other.
  if (link === undefined || paid === undefined || E.isLeft(paid))
    throw new Error('a session of a link that is over was paid');
  await recordLink(stores, link, paid.right, session.sessionId);
};

/** Writes a change of a link. */
export const recordLink = async (
  { collections, journal, work }: Stores,
  before: PaymentLink,
  next: PaymentLink,
  actor: string,
): Promise<void> => {
  if (next === before) return;
  await collections.replaceLink(next);
  await journal.append([linkEntry(next, actor, before)]);
  if (next.status !== 'open') await work.drop(tenantOf(next), [next.linkId]);
};
