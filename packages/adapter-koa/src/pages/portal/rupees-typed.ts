import { paiseIn as rupeesIn, rupees } from '@hundi/core';

/** Rupees as people write them, in paise; undefined for what is no such amount. */
export const paiseIn = (text: string): number | undefined => {
  const paise = Number(rupeesIn(text) ?? 0n);
  return Number.isSafeInteger(paise) && paise > 0 ? paise : undefined;
};

// What a person writes as an amount, and not as a number of an invoice.
const IN_RUPEES = /[₹,]/;

/** The text to search payouts for: an amount as the engine reads one, where it is written in rupees. */
export const searched = (text: string): string => {
  const paise = IN_RUPEES.test(text) ? paiseIn(text) : undefined;
  return paise === undefined ? text : rupees(paise).replaceAll(/[₹,]/g, '');
};
