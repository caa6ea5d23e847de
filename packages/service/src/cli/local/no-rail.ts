import type { BankRail } from '@hundi/core';

const sends = (): Promise<never> => Promise.reject(new Error('this command sends no payment'));

/** The rail of an engine whose workers do not run. */
export const NO_RAIL: BankRail = {
  traits: { deduplicates: false, canQuery: false, absenceFinalAfterMs: null },
  submit: sends,
  query: sends,
};
