import type { ReportSearch } from './report-filter.js';

/** What every title begins with; the payee's name follows (§2.9). */
export const TITLE = 'Payout to ';

const PAISE = /^[0-9]{1,15}$/;
const RUPEES = /^[0-9]{1,13}\.[0-9]{2}$/;

/**
 * The texts of which one is to be part of a payee's name or id: the search, and what it says of a title.
 * None when it is part of every title.
 */
export const payeeTexts = (search: string): ReadonlyArray<string> => {
  if (!search.toLowerCase().startsWith(TITLE.toLowerCase())) return [search];
  const name = search.slice(TITLE.length);
  return name === '' ? [] : [search, name];
};

/** What a search may mean besides a payee: an amount in paise, or in rupees with both decimals, and the beginning of a reference. */
export const searchWords = (search: string): Omit<ReportSearch, 'beneficiaryIds'> => {
  const amount =
    PAISE.test(search) || RUPEES.test(search) ? Number(search.replace('.', '')) : undefined;
  return { prefix: search, ...(amount !== undefined && { amount }) };
};
