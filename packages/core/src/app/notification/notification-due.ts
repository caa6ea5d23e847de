import { DAY, HOUR, type EpochMs } from '../../kernel/values/time.js';
import type { NotificationKind } from '../../model/notification/kept/notification-kind.js';
import {
  summed,
  type OutcomeState,
  type OutcomeSum,
  type PersonNotifications,
} from '../../model/notification/kept/person-notifications.js';

/** A person is mailed no more often. */
const BETWEEN_MAILS = HOUR;

/** How long before their expiry a person is warned of payouts that wait for them. */
const WARNED_BEFORE = 3 * DAY;

/** Payouts that wait for a person: of one job, or one by itself. */
export interface Waiting {
  /** The job, or the payout that has none. */
  readonly subject: string;
  readonly count: number;
  /** Paise. */
  readonly amount: bigint;
  readonly expiresAt: EpochMs;
}

/** What there is to tell a person, as they may see it now. */
export interface NotificationFacts {
  readonly waiting: ReadonlyArray<Waiting>;
  /** False where more waits than `waiting` holds. */
  readonly isWhole: boolean;
  /** Whether the person may see payouts of a package and debit account. */
  readonly sees: (sum: OutcomeSum) => boolean;
}

export interface Total {
  readonly count: number;
  /** Paise. */
  readonly amount: bigint;
}

/** One mail to a person: at least one of its parts is there. */
export interface Notification {
  /** All that waits for them; `isWhole` as in the facts. */
  readonly waiting?: Total & Pick<NotificationFacts, 'isWhole'>;
  /** What of it expires soon, and when the first of it does. */
  readonly expiring?: Total & { readonly firstAt: EpochMs };
  readonly outcomes?: { readonly [S in OutcomeState]?: Total };
}

/** Whether a person was mailed less than an hour ago. */
export const isMailedLately = ({ sentAt }: PersonNotifications, now: EpochMs): boolean =>
  sentAt !== undefined && now < sentAt + BETWEEN_MAILS;

export const wants = ({ off }: PersonNotifications, kind: NotificationKind): boolean =>
  !off.includes(kind);

/**
 * The mail that is due to a person, if one is: when something new waits for them, something that waits comes within
 * three days of its expiry, or something of theirs was rejected or failed; and not within an hour of the last.
 */
export const notificationDue = (
  known: PersonNotifications,
  { waiting, isWhole, sees }: NotificationFacts,
  now: EpochMs,
): Notification | undefined => {
  if (isMailedLately(known, now)) return undefined;
  const isNew = wants(known, 'waiting') && waiting.some(({ subject }) => !(subject in known.told));
  const expiring = wants(known, 'expiring')
    ? waiting.filter((one) => isToWarnOf(known, one, now))
    : [];
  const outcomes = wants(known, 'outcomes') ? known.outcomes.filter(sees) : [];
  if (!isNew && expiring.length === 0 && outcomes.length === 0) return undefined;
  return {
    ...(isNew && { waiting: { ...totalOf(waiting), isWhole } }),
    ...(expiring.length > 0 && {
      expiring: {
        ...totalOf(expiring),
        firstAt: Math.min(...expiring.map(({ expiresAt }) => expiresAt)),
      },
    }),
    ...(outcomes.length > 0 && {
      outcomes: { ...outcomesIn(outcomes, 'rejected'), ...outcomesIn(outcomes, 'failed') },
    }),
  };
};

const isToWarnOf = (
  { told }: PersonNotifications,
  { subject, expiresAt }: Waiting,
  now: EpochMs,
): boolean => expiresAt <= now + WARNED_BEFORE && expiresAt > (told[subject] ?? 0);

const totalOf = (parts: ReadonlyArray<Total>): Total => ({
  count: parts.reduce((sum, { count }) => sum + count, 0),
  amount: parts.reduce((sum, { amount }) => sum + amount, 0n),
});

const outcomesIn = (
  sums: ReadonlyArray<OutcomeSum>,
  state: OutcomeState,
): NonNullable<Notification['outcomes']> => {
  const found = sums.filter((sum) => sum.state === state);
  return found.length === 0
    ? {}
    : { [state]: totalOf(found.map((sum) => ({ ...sum, amount: BigInt(sum.amount) }))) };
};

/** What a mail told: what was known as it was written, and the facts that it follows from. */
export interface Told {
  readonly known: PersonNotifications;
  readonly facts: NotificationFacts;
  readonly notification: Notification;
}

/**
 * What a person has been told once that mail is sent. Outcomes that came up since it was written stay for the next one;
 * those that they may not see are never told.
 */
export const afterTelling = (
  known: PersonNotifications,
  {
    known: written,
    facts: { waiting },
    notification: { waiting: toldOf, expiring: warnedOf },
  }: Told,
  now: EpochMs,
): PersonNotifications => {
  const told: Record<string, number> = {};
  for (const one of waiting) {
    const { subject, expiresAt } = one;
    const before = told[subject] ?? written.told[subject];
    const isWarned = warnedOf !== undefined && isToWarnOf(written, one, now);
    if (toldOf !== undefined || isWarned || before !== undefined)
      told[subject] = Math.max(before ?? 0, isWarned ? expiresAt : 0);
  }
  return {
    ...known,
    told,
    outcomes: summed(known.outcomes, written.outcomes),
    sentAt: now,
    revision: known.revision + 1,
  };
};

/** A person who may have been mailed, although no answer says so: they are told what there is in an hour. */
export const afterNoAnswer = (known: PersonNotifications, now: EpochMs): PersonNotifications => ({
  ...known,
  sentAt: now,
  revision: known.revision + 1,
});
