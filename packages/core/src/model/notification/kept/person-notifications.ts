import * as t from 'io-ts';
import { record } from '../../../kernel/codecs/record.js';
import {
  BankTenantId,
  CorporateTenantId,
  DebitAccountId,
  PackageCode,
  UserId,
} from '../../../kernel/values/ids.js';
import { MailLanguage } from '../../../kernel/values/mail-language.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { NotificationKind } from './notification-kind.js';

const OutcomeState = t.keyof({ rejected: null, failed: null }, 'OutcomeState');
export type OutcomeState = t.TypeOf<typeof OutcomeState>;

/** Payouts of one maker that ended alike, in one package and of one debit account: one that intake rejected has none. */
export const OutcomeSum = record(
  'OutcomeSum',
  {
    state: OutcomeState,
    packageCode: PackageCode,
    count: t.number,
    /** Paise, in digits: a sum may pass what a double holds. */
    amount: t.string,
  },
  { debitAccountId: DebitAccountId },
);
export type OutcomeSum = t.TypeOf<typeof OutcomeSum>;

/** What a person wants to be mailed of, and what they have been told: one record a person, written by compare and set. */
export const PersonNotifications = record(
  'PersonNotifications',
  {
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    userId: UserId,
    revision: t.number,
    /** What they switched off. */
    off: t.array(NotificationKind),
    /**
     * The jobs, and payouts without a job, that they were told wait for them; each with the latest expiry (epoch ms) that
     * they were warned of, 0 for none.
     */
    told: t.record(t.string, t.number),
    /** Outcomes of their payouts that they have not been told. */
    outcomes: t.array(OutcomeSum),
  },
  {
    /** When they were last mailed, or last may have been. Epoch ms. */
    sentAt: t.number,
    /** In which language they are mailed; absent until they choose one. */
    language: MailLanguage,
  },
);
export type PersonNotifications = t.TypeOf<typeof PersonNotifications>;

/** Of a person who has switched nothing off and was told nothing. It is not stored; its next revision is. */
export const noNotifications = (
  { bankTenantId, corporateTenantId }: Tenant,
  userId: UserId,
): PersonNotifications => ({
  bankTenantId,
  corporateTenantId,
  userId,
  revision: 0,
  off: [],
  told: {},
  outcomes: [],
});

/** Sums that are alike as one, those that count nothing left out. */
export const summed = (
  sums: ReadonlyArray<OutcomeSum>,
  less: ReadonlyArray<OutcomeSum> = [],
): OutcomeSum[] => {
  const all = new Map<string, OutcomeSum>();
  const add = (sum: OutcomeSum, sign: 1 | -1): void => {
    const key = JSON.stringify([sum.state, sum.packageCode, sum.debitAccountId]);
    const { count = 0, amount = '0' } = all.get(key) ?? {};
    const next = BigInt(amount) + BigInt(sign) * BigInt(sum.amount);
    all.set(key, { ...sum, count: count + sign * sum.count, amount: String(next) });
  };
  for (const sum of sums) add(sum, 1);
  for (const sum of less) add(sum, -1);
  return [...all.values()].filter(({ count }) => count > 0);
};
