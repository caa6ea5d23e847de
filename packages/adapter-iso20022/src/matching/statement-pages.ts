import type { StatementHead } from '../reading/statement.js';

/** Which pages of a statement have come. */
export interface StatementPages {
  readonly accountNumber: string;
  readonly statementId: string;
  /** The pages that have not come, as far as the others show. */
  readonly missing: ReadonlyArray<number>;
  /** The pages that came more than once: only the first of each counts. */
  readonly repeated: ReadonlyArray<number>;
  /** Whether every page up to the last one has come. */
  readonly isWhole: boolean;
}

interface Seen {
  readonly head: StatementHead;
  readonly pages: number[];
  last: number | undefined;
}

/** A key that no text of a bank can forge. */
const keyOf = ({ accountNumber, statementId }: StatementHead): string =>
  JSON.stringify([accountNumber, statementId]);

/** Which pages of each statement have come, of the heads of all that was read. A statement without pages is page 1. */
export const statementPages = (
  heads: ReadonlyArray<StatementHead>,
): ReadonlyArray<StatementPages> => {
  const statements = new Map<string, Seen>();
  for (const head of heads) {
    const { number, isLast } = head.page ?? { number: 1, isLast: true };
    const seen = statements.get(keyOf(head)) ?? { head, pages: [], last: undefined };
    statements.set(keyOf(head), seen);
    seen.pages.push(number);
    if (isLast) seen.last = Math.max(number, seen.last ?? 0);
  }
  return [...statements.values()].map(({ head, pages, last }) => {
    const there = new Set(pages);
    const upTo = last ?? Math.max(...there);
    const missing = Array.from({ length: upTo }, (_, i) => i + 1).filter((n) => !there.has(n));
    return {
      accountNumber: head.accountNumber,
      statementId: head.statementId,
      missing,
      repeated: [...there].filter((n) => pages.filter((page) => page === n).length > 1),
      isWhole: last !== undefined && missing.length === 0,
    };
  });
};
