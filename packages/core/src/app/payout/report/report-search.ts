import { nameKey } from '../../../model/beneficiary/payee/beneficiary.js';
import { BeneficiaryId } from '../../../kernel/values/ids.js';
import { paiseIn } from '../../../kernel/values/rupees-in.js';
import type { ReportSearch } from '../../../model/payout/report-filter.js';

/** The beginning of every title; the payee's name follows (§2.9). */
export const TITLE = 'Payout to ';

const PAISE = /^[0-9]{1,15}$/;
const RUPEES = /^[0-9]{1,13}\.[0-9]{2}$/;

const TITLE_KEY = TITLE.toLowerCase();

interface PayeeTexts {
  /** The key that is to be part of a name or an id. */
  readonly part: string;
  /** The key that a name is to begin with, where the search is a title. */
  readonly beginning?: string;
  /** The id that the search is, or its title ends with: its payee may be unknown, and so found by no name. */
  readonly id?: BeneficiaryId;
}

/** By what a search finds payees: undefined when it is the beginning of every title. */
export const payeeTexts = (search: string): PayeeTexts | undefined => {
  const key = nameKey(search);
  if (TITLE_KEY.startsWith(key)) return undefined;
  // Names have keys, ids are as they were written.
  const id = search.toLowerCase().startsWith(TITLE_KEY) ? search.slice(TITLE.length) : search;
  return {
    part: key,
    ...(key.startsWith(TITLE_KEY) && { beginning: key.slice(TITLE_KEY.length) }),
    ...(BeneficiaryId.is(id) && { id }),
  };
};

// What a person writes as an amount, and not as a number of an invoice.
const IN_RUPEES = /[₹,]|^rs/;

const amountIn = (key: string): number | undefined => {
  if (PAISE.test(key) || RUPEES.test(key)) return Number(key.replace('.', ''));
  const paise = IN_RUPEES.test(key) ? Number(paiseIn(key) ?? 0n) : 0;
  return Number.isSafeInteger(paise) && paise > 0 ? paise : undefined;
};

/**
 * What a search may mean besides a payee: an amount in paise, or in rupees with both decimals, ₹ or a comma, and the
 * beginning of a reference.
 */
export const searchWords = (search: string): Omit<ReportSearch, 'beneficiaryIds'> => {
  const amount = amountIn(nameKey(search));
  return { prefix: search, ...(amount !== undefined && { amount }) };
};
