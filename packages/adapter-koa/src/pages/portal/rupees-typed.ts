import { paiseIn as rupeesIn } from '@hundi/core';

/** Rupees as people write them, in paise; undefined for what is no such amount. */
export const paiseIn = (text: string): number | undefined => {
  const paise = Number(rupeesIn(text) ?? 0n);
  return Number.isSafeInteger(paise) && paise > 0 ? paise : undefined;
};
