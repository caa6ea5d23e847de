import * as t from 'io-ts';
import { ApprovalMatrix } from '../approval/matrix/matrix.js';
import { PolicySeal } from '../authority/seal/policy-seal.js';
import { BankTenantId, CorporateTenantId, UserId } from '../../kernel/values/ids.js';
import { Lei } from '../../kernel/values/lei.js';
import { Purpose } from '../../kernel/values/purpose.js';
import { CustomerId, Name } from '../../kernel/values/text.js';
import { record } from '../../kernel/codecs/record.js';
import { Calendar } from './calendar.js';
import { LeiThreshold } from './lei-thresholds.js';
import { SecondFactorPolicy } from './second-factor.js';

/** A bank that runs the engine. Its zone decides which day it is (decisions §2). */
export const BankTenant = record(
  'BankTenant',
  { bankTenantId: BankTenantId, name: Name, timeZone: t.string },
  {
    /** What payments may be for; the default list where there is none. */
    purposes: t.array(Purpose),
    /** From which amounts on both LEIs must be known; the default ones where there are none. */
    leiThresholds: t.array(LeiThreshold),
    /** The holidays of windows that name a calendar; none where there are none. */
    calendars: t.array(Calendar),
  },
);
export type BankTenant = t.TypeOf<typeof BankTenant>;

/** The hosts to which a collection checkout may return customers, and the text on card statements (§4.13). */
export const CheckoutSettings = t.strict({
  destinationHosts: t.array(t.string),
  statementDescriptor: t.string,
});
export type CheckoutSettings = t.TypeOf<typeof CheckoutSettings>;

/** Since when (epoch ms) and by whom payouts of a user are held for a second person to release. */
export const Hold = record(
  'Hold',
  { userId: UserId, at: t.number, by: UserId },
  {
    /** Who asked for the hold after that: they do not release it either. */
    alsoBy: t.array(UserId),
    /** When the user was reinstated (epoch ms): what they made after it is not held. */
    until: t.number,
  },
);
export type Hold = t.TypeOf<typeof Hold>;

/** A customer of the bank. */
export const Corporate = record(
  'Corporate',
  {
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    name: Name,
    checkout: CheckoutSettings,
    approvalMatrix: ApprovalMatrix,
  },
  {
    /** The bank's own number of the customer. */
    customerId: CustomerId,
    lei: Lei,
    /**
     * Whether new keys, webhook URLs, return hosts and reinstatements wait for a second person with
     * `settings.approve`, and changes of a payee's packages and contact data for a checker.
     */
    settingsNeedSecondPerson: t.boolean,
    /** Whether no key may authorize a payee whose maker (or of its change, or of their keys) made that key, or one in its line. */
    keysSeparateDuties: t.boolean,
    /** Where browsers of payout sessions may be sent back to; anywhere where there is none. */
    payoutReturnHosts: t.array(t.string),
    /** Where a second factor is asked for; nowhere where there is none. */
    secondFactor: SecondFactorPolicy,
    /** The users whose payouts are held, one hold each. */
    holds: t.array(Hold),
    /** The version of the approval policy that `approvalMatrix` is; absent until its first version is recorded. */
    approvalPolicyVersion: t.number,
    /** The seal of its policies, since approvals needed a passkey first. */
    policySeal: PolicySeal,
  },
);
export type Corporate = t.TypeOf<typeof Corporate>;
