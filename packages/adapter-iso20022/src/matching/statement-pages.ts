import type { Page, StatementHead } from '../reading/statement.js';

/** Which pages of a statement have come. */
export interface StatementPages {
  readonly accountNumber: string;
  readonly statementId: string;
  /** The pages that have not come, as far as the others show. */
  readonly missing: ReadonlyArray<number>;
  /** The pages that came more than once: only the first of each counts. */
  readonly repeated: ReadonlyArray<number>;
  /** The number of the last page, once that has come. */
  readonly last?: number;
  /** Whether every page up to the last one has come. */
  readonly isWhole: boolean;
}

/** A statement of which pages are missing or came again. */
export interface PagedStatement {
  readonly statement: StatementHead;
  readonly pages: StatementPages;
}

interface Seen {
  readonly head: StatementHead;
  readonly pages: number[];
  last: number | undefined;
}

/** A key that no text of a bank can forge. A bank that counts its statements may give each the same id. */
export const statementKey = (head: StatementHead): string =>
  JSON.stringify([head.accountNumber, head.statementId, head.sequenceNumber]);

/** The page of its statement, or else of the message that it stands in; a statement without pages is page 1. */
export const pageOf = ({ page, messagePage }: StatementHead): Page =>
  page ?? messagePage ?? { number: 1, isLast: true };

export const isOnOnePage = (head: StatementHead): boolean => {
  const { number, isLast } = pageOf(head);
  return number === 1 && isLast;
};

/** Which pages of each statement have come, of the heads of all that was read. */
export const statementPages = (
  heads: ReadonlyArray<StatementHead>,
): ReadonlyArray<StatementPages> => {
  const statements = new Map<string, Seen>();
  for (const head of heads) {
    const { number, isLast } = pageOf(head);
    const seen = statements.get(statementKey(head)) ?? { head, pages: [], last: undefined };
    statements.set(statementKey(head), seen);
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
      ...(last !== undefined && { last }),
      isWhole: last !== undefined && missing.length === 0,
    };
  });
};
