import { tenantOf } from '../../kernel/values/tenant.js';
import type { RecordChanges } from '../writer/changes.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Stores } from '../../storage/storage.js';
import type { Day, EpochMs } from '../../kernel/values/time.js';
import { bankDay } from './bank-day.js';
import type { PayoutCheckout } from '../../model/payout-checkout/session/payout-checkout.js';

/** How many wrong codes one maker may type in a day, over all sessions (decisions §9). */
export const FAILURES_A_DAY = 20;

/** What the incident of a maker who is locked out for a day is about. */
export const lockSubject = (makerUserId: UserId, day: Day): string => `${makerUserId} ${day}`;

/**
 * An incident, once a day, if the maker of a session is locked out for the day: twenty wrong codes are not
 * typed by mistake, and their author held sessions of this maker.
 */
export const makerLocked = async (
  stores: Stores,
  session: PayoutCheckout,
  at: EpochMs,
): Promise<RecordChanges> => {
  const tenant = tenantOf(session);
  const { makerUserId } = session;
  const day = await bankDay(stores, tenant, at);
  const failures = await stores.payoutCheckouts.failures(tenant, makerUserId, day);
  if (failures < FAILURES_A_DAY) return {};
  const subjectId = lockSubject(makerUserId, day);
  const detail = `${String(failures)} wrong codes; the last in ${session.sessionId}`;
  return { incidents: [{ tenant, kind: 'maker_locked', subjectId, at, detail }] };
};
