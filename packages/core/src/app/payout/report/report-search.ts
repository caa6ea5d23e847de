import { nameKey } from '../../../model/beneficiary/payee/beneficiary.js';
import type { ReportSearch } from '../../../model/payout/report-filter.js';

/** The beginning of every title; the payee's name follows (§2.9). */
export const TITLE = 'Payout to ';

const PAISE = /^[0-9]{1,15}$/;
const RUPEES = /^[0-9]{1,13}\.[0-9]{2}$/;

const TITLE_KEY = TITLE.toLowerCase();

/** Whether a search is no more than the first words of the title, which every payout has. */
const isOfEveryTitle = (key: string): boolean => key === '' || TITLE_KEY.startsWith(`${key} `);

/**
 * The keys of which one is to be part of a payee's name or id: the search's, and that of what it says of a title.
 * None when it is the first words of every title.
 */
export const payeeTexts = (search: string): ReadonlyArray<string> => {
  const key = nameKey(search);
  if (isOfEveryTitle(key)) return [];
  return key.startsWith(TITLE_KEY) ? [key, key.slice(TITLE_KEY.length)] : [key];
};

/**
 * What a search may mean besides a payee: an amount in paise, or in rupees with both decimals, and the beginning of a
 * reference.
 */
export const searchWords = (search: string): Omit<ReportSearch, 'beneficiaryIds'> => {
  const key = nameKey(search);
  const amount = PAISE.test(key) || RUPEES.test(key) ? Number(key.replace('.', '')) : undefined;
  return { prefix: search, ...(amount !== undefined && { amount }) };
};
