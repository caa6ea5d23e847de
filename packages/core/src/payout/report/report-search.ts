import type { ReportSearch } from '../report-filter.js';

/** The beginning of every title; the payee's name follows (§2.9). */
export const TITLE = 'Payout to ';

const PAISE = /^[0-9]{1,15}$/;
const RUPEES = /^[0-9]{1,13}\.[0-9]{2}$/;

/** Whether a search is no more than the first words of the title, which every payout has. */
const isOfEveryTitle = (lower: string): boolean =>
  TITLE.toLowerCase().startsWith(`${lower.trimEnd()} `);

/**
 * The texts of which one is to be part of a payee's name or id: the search, and what it says of a title.
 * None when it is the first words of every title.
 */
export const payeeTexts = (search: string): ReadonlyArray<string> => {
  const lower = search.toLowerCase();
  if (isOfEveryTitle(lower)) return [];
  return lower.startsWith(TITLE.toLowerCase()) ? [search, search.slice(TITLE.length)] : [search];
};

/**
 * What a search may mean besides a payee: an amount in paise, or in rupees with both decimals, and the beginning of a
 * reference.
 */
export const searchWords = (search: string): Omit<ReportSearch, 'beneficiaryIds'> => {
  const amount =
    PAISE.test(search) || RUPEES.test(search) ? Number(search.replace('.', '')) : undefined;
  return { prefix: search, ...(amount !== undefined && { amount }) };
};
