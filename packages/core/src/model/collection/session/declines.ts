import type { DeclineCode } from '../../../ports/card-acquirer.js';

/** The text that a customer sees when a card is declined. */
export const DECLINES: Readonly<Record<DeclineCode, string>> = {
  card_declined: 'The card was declined. Try another card, or ask your bank.',
  insufficient_funds: 'The card has insufficient funds. Try another card.',
  expired_card: 'The card has expired. Try another card.',
  incorrect_cvc: 'The CVC does not match the card. Check it and try again.',
};
