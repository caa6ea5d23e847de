import type { Amount } from '../amount.js';
import type {
  Balance,
  EntryPart,
  Side,
  StatementHead,
  StatementPart,
} from '../reading/statement.js';
import type { Unmatched } from './matched.js';
import { isOnOnePage } from './statement-pages.js';

/** A statement whose booked entries do not lead from its opening balance to its closing one, in paise. */
export interface UnbalancedStatement {
  readonly statement: StatementHead;
  readonly opening: number;
  /** Credits less debits. */
  readonly entries: number;
  readonly closing: number;
}

/** A statement, or a page of one, and what its booked entries come to. */
export interface StatementSum {
  readonly statement: StatementHead;
  /** Paise, credits less debits. Left out where an amount is none of rupees. */
  readonly entries?: number;
}

/** Adds up statements while they are read. */
export interface StatementBalances {
  readonly add: (part: StatementPart | EntryPart) => void;
  /** The statements that do not add up, once the message is read. */
  readonly differing: () => ReadonlyArray<Unmatched>;
  /** Every statement with its sum, for {@link pageMismatches}. */
  readonly sums: () => ReadonlyArray<StatementSum>;
}

/** NaN where the amount is none of rupees: then nothing can be said. */
const signed = (amount: Amount, side: Side): number =>
  'paise' in amount ? (side === 'debit' ? -amount.paise : amount.paise) : Number.NaN;

const balanceIn = (
  balances: ReadonlyArray<Balance>,
  ...types: ReadonlyArray<string>
): number | undefined => {
  const found = balances.find(({ type }) => types.includes(type));
  return found && signed(found.amount, found.side);
};

export const openingOf = ({ balances }: StatementHead): number | undefined =>
  balanceIn(balances, 'OPBD', 'PRCD');
export const closingOf = ({ balances }: StatementHead): number | undefined =>
  balanceIn(balances, 'CLBD');

/** Whether the entries of the pages, in their order, lead from the first balance to the last; undefined where they do. */
export const unbalanced = (pages: ReadonlyArray<StatementSum>): Unmatched | undefined => {
  const [first, last] = [pages[0], pages.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const [opening, closing] = [openingOf(first.statement), closingOf(last.statement)];
  if (opening === undefined || closing === undefined) return undefined;
  const entries = pages.reduce((sum, page) => sum + (page.entries ?? Number.NaN), 0);
  return Number.isNaN(opening + entries + closing) || opening + entries === closing
    ? undefined
    : {
        reason: 'balances_differ',
        said: { statement: first.statement, opening, entries, closing },
      };
};

/**
 * Whether statements add up: a line too few or too many shows, even where each line by itself matches an order. Says
 * nothing of a statement in another currency, or without both balances; of one on several pages {@link pageMismatches}
 * does.
 */
export const statementBalances = (): StatementBalances => {
  const all = new Map<StatementHead, number>();
  const sums = (): ReadonlyArray<StatementSum> =>
    [...all].map(([statement, entries]) => ({
      statement,
      ...(!Number.isNaN(entries) && { entries }),
    }));
  return {
    add: (part) => {
      const sum = all.get(part.statement) ?? 0;
      const counts = part.kind === 'entry' && part.isFirst && part.entry.status === 'BOOK';
      all.set(part.statement, counts ? sum + signed(part.entry.amount, part.entry.side) : sum);
    },
    differing: () =>
      sums().flatMap((one) => (isOnOnePage(one.statement) ? (unbalanced([one]) ?? []) : [])),
    sums,
  };
};
