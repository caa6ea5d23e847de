import type { DeclineCode } from '../../../ports/card-acquirer.js';

/** Why a card was declined, and what its customer does next. */
const DECLINES: Readonly<Record<DeclineCode, readonly [why: string, next: string]>> = {
  card_declined: ['The card was declined.', 'Try another card, or ask your bank.'],
  insufficient_funds: ['The card has insufficient funds.', 'Try another card.'],
  expired_card: ['The card has expired.', 'Try another card.'],
  incorrect_cvc: ['The CVC does not match the card.', 'Check it and try again.'],
};

/** The text that a customer sees when a card is declined; without advice once the session takes no other card. */
export const declineText = (code: DeclineCode, isOpen: boolean): string => {
  const [why, next] = DECLINES[code];
  return isOpen ? `${why} ${next}` : why;
};
