import type { DeclineCode } from '@hundi/core/acquirer';

/** Numbers that the sandbox acquirer knows (decisions §10); it approves every other one. */
export const TEST_CARDS = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  rupay: '6521111111111110',
  amex: '378282246310005',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  /** Charged, but the answer is lost: a later query answers that it was approved. */
  unknown: '4000000000000119',
} as const;

/** Why a number is declined; undefined for those that are not. */
export const declineOf = (number: string): DeclineCode | undefined => DECLINED.get(number);

const DECLINED: ReadonlyMap<string, DeclineCode> = new Map([
  [TEST_CARDS.declined, 'card_declined'],
  [TEST_CARDS.insufficientFunds, 'insufficient_funds'],
  [TEST_CARDS.expired, 'expired_card'],
  [TEST_CARDS.wrongCvc, 'incorrect_cvc'],
]);
