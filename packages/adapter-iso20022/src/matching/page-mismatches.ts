import type { MessageType } from '../reading/read-message.js';
import type { StatementHead } from '../reading/statement.js';
import type { Unmatched } from './matched.js';
import { accountKeyOf } from './account-key.js';
import { closingOf, openingOf, unbalanced, type StatementSum } from './statement-balances.js';
import { append } from './sent-orders.js';
import { canRepeat, isOnOnePage, pageOf, statementKey, statementPages } from './statement-pages.js';

/** A statement, or a page of one, as a file had it. */
export interface PageRead extends StatementSum {
  readonly type: MessageType;
  /** The name under which its file is kept. */
  readonly keptAs: string;
}

const byPlace = (a: PageRead, b: PageRead): number =>
  pageOf(a.statement).number - pageOf(b.statement).number || (a.keptAs < b.keptAs ? -1 : 1);

/**
 * Of a message on several pages, each page has other statements: one may be whole on some of them. Its balances show which; one
 * without balances may be whole on a single page.
 */
const isWholeWithin = (pages: ReadonlyArray<PageRead>): boolean => {
  const [first, last] = [pages[0]?.statement, pages.at(-1)?.statement];
  if (first === undefined || last === undefined) return false;
  const hasOpening = openingOf(first) !== undefined;
  return (
    pages.every(
      ({ statement: { page, messagePage } }, i) =>
        page === undefined && messagePage?.number === pageOf(first).number + i,
    ) &&
    hasOpening === (closingOf(last) !== undefined) &&
    (hasOpening || pages.length === 1) &&
    unbalanced(pages) === undefined
  );
};

const NUMBER = /^\d+$/;

const accountKey = (type: MessageType, { accountNumber }: StatementHead): string =>
  JSON.stringify([type, accountKeyOf(accountNumber)]);

const isLater = (one: StatementHead, other: StatementHead): boolean => {
  if (one.from !== undefined && other.from !== undefined && one.from !== other.from)
    return one.from > other.from;
  const [here, there] = [one.sequenceNumber ?? '', other.sequenceNumber ?? ''];
  return NUMBER.test(here) && NUMBER.test(there) && Number(here) > Number(there);
};

const ofStatement = (
  unordered: ReadonlyArray<PageRead>,
  latest: ReadonlyMap<string, StatementHead>,
): ReadonlyArray<Unmatched> => {
  const pages = [...unordered].sort(byPlace);
  const [first] = pages;
  const [found] = statementPages(pages.map(({ statement }) => statement));
  if (first === undefined || found === undefined) return [];
  const numbers = pages.map(({ statement }) => pageOf(statement).number);
  // In their order, so that a page that came again stands behind the first.
  const counted = pages.filter((_, i) => numbers[i] !== numbers[i - 1]);
  if (!canRepeat(first.statement) && counted.length < pages.length) return [];
  const isWithin = isWholeWithin(counted);
  if (isWithin && counted.length === 1) return [];
  const said = { statement: first.statement, pages: found };
  const sums = found.isWhole ? unbalanced(counted) : undefined;
  const last = latest.get(accountKey(first.type, first.statement));
  const isOver = found.last !== undefined || (last !== undefined && isLater(last, first.statement));
  const isMissing = !found.isWhole && !isWithin && isOver;
  return [
    ...(found.repeated.length > 0 ? [{ reason: 'page_repeated', said } as const] : []),
    ...(isMissing ? [{ reason: 'pages_missing', said } as const] : []),
    ...(sums === undefined ? [] : [sums]),
  ];
};

/**
 * What is wrong with the pages of statements: a page that came again, or is missing, or a statement that does not add up
 * over its pages. Pages come in any order: one is missing only once the last page is there, or a later statement of the
 * account. Says nothing of statements on one page, nor of pages that may be of several statements with one id.
 *
 * @param pages all that were read, each file once
 */
export const pageMismatches = (pages: ReadonlyArray<PageRead>): ReadonlyArray<Unmatched> => {
  const statements = new Map<string, PageRead[]>();
  const latest = new Map<string, StatementHead>();
  for (const page of pages) {
    const { type, statement } = page;
    append(statements, JSON.stringify([type, statementKey(statement)]), page);
    const account = accountKey(type, statement);
    const last = latest.get(account);
    if (last === undefined || isLater(statement, last)) latest.set(account, statement);
  }
  return [...statements.values()]
    .filter((all) => !all.every(({ statement }) => isOnOnePage(statement)))
    .flatMap((all) => ofStatement(all, latest));
};
