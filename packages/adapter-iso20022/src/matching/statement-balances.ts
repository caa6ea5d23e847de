import type { Amount } from '../amount.js';
import type {
  Balance,
  EntryPart,
  Side,
  StatementHead,
  StatementPart,
} from '../reading/statement.js';
import type { Unmatched } from './matched.js';

/** A statement whose booked entries do not lead from its opening balance to its closing one, in paise. */
export interface UnbalancedStatement {
  readonly statement: StatementHead;
  readonly opening: number;
  /** Credits less debits. */
  readonly entries: number;
  readonly closing: number;
}

/** Adds up statements while they are read. */
export interface StatementBalances {
  readonly add: (part: StatementPart | EntryPart) => void;
  /** The statements that do not add up, once the message is read. */
  readonly differing: () => ReadonlyArray<Unmatched>;
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

const isWhole = ({ page }: StatementHead): boolean =>
  page === undefined || (page.number === 1 && page.isLast);

/**
 * Whether statements add up: a line too few or too many shows, even where each line by itself matches an order. Says
 * nothing of a statement on several pages, in another currency, or without both balances.
 */
export const statementBalances = (): StatementBalances => {
  const sums = new Map<StatementHead, number>();
  return {
    add: (part) => {
      const sum = sums.get(part.statement) ?? 0;
      const counts = part.kind === 'entry' && part.isFirst && part.entry.status === 'BOOK';
      sums.set(part.statement, counts ? sum + signed(part.entry.amount, part.entry.side) : sum);
    },
    differing: () =>
      [...sums].flatMap(([statement, entries]): ReadonlyArray<Unmatched> => {
        const opening = balanceIn(statement.balances, 'OPBD', 'PRCD');
        const closing = balanceIn(statement.balances, 'CLBD');
        if (opening === undefined || closing === undefined || !isWhole(statement)) return [];
        const sum = opening + entries;
        return Number.isNaN(sum) || Number.isNaN(closing) || sum === closing
          ? []
          : [{ reason: 'balances_differ', said: { statement, opening, entries, closing } }];
      }),
  };
};
