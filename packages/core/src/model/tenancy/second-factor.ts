import * as t from 'io-ts';
import { about } from '../../kernel/codecs/documented.js';
import { Paise } from '../../kernel/values/money.js';
import { describedRecord } from '../../kernel/codecs/record.js';

/** Which second factor is asked for: none, any that a person has, or a passkey and nothing else. */
export const FactorRule = t.keyof({ none: null, any: null, passkey: null }, 'FactorRule');
export type FactorRule = t.TypeOf<typeof FactorRule>;

/** Where a corporate asks for a second factor, beside the mailed code. */
export const SecondFactorPolicy = describedRecord(
  'SecondFactorPolicy',
  'Where a second factor is asked for, beside the mailed code.',
  {
    login: about(FactorRule, 'To open a session.'),
    approval: about(FactorRule, 'To approve payouts.'),
  },
  {
    hosted: about(
      FactorRule,
      'To authorize a payout on the hosted page, after the mailed code. Without it: none.',
    ),
    aboveAmount: about(
      Paise,
      'Approvals need it only where the payouts of one request are together above this, payouts of the hosted page only where they are above it. Paise.',
    ),
  },
);
export type SecondFactorPolicy = t.TypeOf<typeof SecondFactorPolicy>;

/** Whether a second factor is asked for anywhere, of whatever amount. */
export const asksForFactors = (policy: SecondFactorPolicy | undefined): boolean =>
  policy !== undefined &&
  [policy.login, policy.approval, policy.hosted ?? 'none'].some((rule) => rule !== 'none');

/**
 * The factor that an approval needs. What counts is the sum of the payouts of one request, so that a large sum in small
 * payouts needs it, too.
 */
export const approvalRule = (
  policy: SecondFactorPolicy | undefined,
  amount: () => number,
): FactorRule => ruleAbove(policy?.approval, policy?.aboveAmount, amount);

/** The factor that a payout of the hosted page needs, beside its mailed code. Paise. */
export const hostedRule = (policy: SecondFactorPolicy | undefined, amount: number): FactorRule =>
  ruleAbove(policy?.hosted, policy?.aboveAmount, () => amount);

const ruleAbove = (
  rule: FactorRule = 'none',
  aboveAmount: number | undefined,
  amount: () => number,
): FactorRule =>
  rule === 'none' || (aboveAmount !== undefined && amount() <= aboveAmount) ? 'none' : rule;

/** Whether a factor that a person gave is what a rule asks for; a recovery code is no passkey, nor is an app. */
export const fulfils = (rule: Exclude<FactorRule, 'none'>, given: string | undefined): boolean =>
  rule === 'any' ? given !== undefined : given === rule;
