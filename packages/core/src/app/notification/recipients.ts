import { decidersAmong } from '../rights/deputized.js';
import { awaitingFilter } from '../approval/approvals-filter.js';
import type { Approver } from '../approval/approver.js';
import { awaitingFor } from '../approval/awaiting-for.js';
import { expiresAt } from '../approval/expiry.js';
import { groupBy } from '../../kernel/flow/group.js';
import type { UserId } from '../../kernel/values/ids.js';
import { mailboxOf } from '../../kernel/values/mailbox.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { placesSeenBy, seesAllPayouts } from '../../model/payout/seen-by.js';
import { isPortalPerson } from '../portal/portal-person.js';
import type { Stores } from '../../storage/storage.js';
import type { Actor } from '../../model/tenancy/user.js';
import { wants, type NotificationFacts, type Waiting } from './notification-due.js';
import type {
  OutcomeSum,
  PersonNotifications,
} from '../../model/notification/kept/person-notifications.js';

/** A person who can be mailed, and as whom they decide on payouts, if they do. */
export interface Recipient extends Actor {
  readonly email: string;
  readonly approver?: Approver;
}

/**
 * The people of a corporate who can be mailed at this moment: those who may log in and whose mailbox no other of them
 * has. What two people share, both would read.
 */
export const recipientsAmong = (
  everybody: ReadonlyArray<Actor>,
  now: EpochMs,
): ReadonlyMap<UserId, Recipient> => {
  const approvers = new Map(
    decidersAmong(everybody, 'transaction.approve', now).map((one) => [one.user.userId, one]),
  );
  const byMailbox = groupBy(
    everybody.filter(({ user }) => isPortalPerson(user)),
    ({ user: { email } }) => (email === undefined ? undefined : mailboxOf(email)),
  );
  const recipients = new Map<UserId, Recipient>();
  for (const [one, ...others] of byMailbox.values()) {
    const email = one?.user.email;
    if (one === undefined || email === undefined || others.length > 0) continue;
    const approver = approvers.get(one.user.userId);
    recipients.set(one.user.userId, {
      ...one,
      email,
      ...(approver !== undefined && { approver }),
    });
  }
  return recipients;
};

/** Whether a person may see payouts of the package and debit account of a sum. */
export const seesSums = (actor: Actor): ((sum: OutcomeSum) => boolean) => {
  if (seesAllPayouts(actor)) return () => true;
  const sees = placesSeenBy(actor);
  return ({ packageCode, debitAccountId }) => sees(packageCode, debitAccountId);
};

/** What there is to tell a person now. What waits for them is read only where they want to be mailed of it. */
export const factsFor = async (
  stores: Stores,
  tenant: Tenant,
  { recipient, known }: { readonly recipient: Recipient; readonly known: PersonNotifications },
  now: EpochMs,
): Promise<NotificationFacts> => {
  const { approver } = recipient;
  const sees = seesSums(recipient);
  if (approver === undefined || !(wants(known, 'waiting') || wants(known, 'expiring')))
    return { waiting: [], isWhole: true, sees };
  const filter = awaitingFilter(approver, {});
  const { groups, isWhole, zone } = await awaitingFor(stores, tenant, { approver, filter }, now);
  const waiting = groups.map(([{ count, amount, since }, { order }]): Waiting => ({
    subject: order.jobId ?? order.transactionId,
    count,
    amount,
    expiresAt: expiresAt({ ...order, createdAt: since }, zone),
  }));
  return { waiting, isWhole, sees };
};
