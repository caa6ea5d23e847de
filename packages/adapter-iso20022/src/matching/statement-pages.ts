import type { Page, StatementHead } from '../reading/statement.js';
import { accountKeyOf } from './account-key.js';

/** Which pages of a statement have come. */
export interface StatementPages {
  readonly accountNumber: string;
  readonly statementId: string;
  /** The pages that have not come, as far as the others show. */
  readonly missing: ReadonlyArray<number>;
  /**
   * The pages that came more than once: only the first of each counts. None where a statement has neither a period nor a
   * number: then it may be another statement with the same id.
   */
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
  /** How often each has come. */
  readonly pages: Map<number, number>;
  last: number | undefined;
}

/**
 * A key that no text of a bank can forge. A bank that counts its statements may give each the same id, and count anew each
 * year.
 */
export const statementKey = ({
  accountNumber,
  statementId,
  sequenceNumber,
  from,
}: StatementHead): string =>
  JSON.stringify([accountKeyOf(accountNumber), statementId, sequenceNumber, from]);

/** Whether a page that has come twice is the same page, and not one of another statement with the same id. */
export const canRepeat = ({ sequenceNumber, from }: StatementHead): boolean =>
  sequenceNumber !== undefined || from !== undefined;

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
    const seen = statements.get(statementKey(head)) ?? {
      head,
      pages: new Map<number, number>(),
      last: undefined,
    };
    statements.set(statementKey(head), seen);
    seen.pages.set(number, (seen.pages.get(number) ?? 0) + 1);
    if (isLast) seen.last = Math.max(number, seen.last ?? 0);
  }
  return [...statements.values()].map(({ head, pages, last }) => {
    const upTo = last ?? Math.max(...pages.keys());
    const missing = Array.from({ length: upTo }, (_, i) => i + 1).filter((n) => !pages.has(n));
    return {
      accountNumber: head.accountNumber,
      statementId: head.statementId,
      missing,
      repeated: canRepeat(head) ? [...pages].flatMap(([n, count]) => (count > 1 ? [n] : [])) : [],
      ...(last !== undefined && { last }),
      isWhole: last !== undefined && missing.length === 0,
    };
  });
};
