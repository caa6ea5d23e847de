import type { MessageType } from '../reading/read-message.js';
import type { StatementHead } from '../reading/statement.js';
import type { Unmatched } from './matched.js';
import { closingOf, openingOf, unbalanced, type StatementSum } from './statement-balances.js';
import { append } from './sent-orders.js';
import { isOnOnePage, pageOf, statementKey, statementPages } from './statement-pages.js';

/** A statement, or a page of one, as a file had it. */
export interface PageRead extends StatementSum {
  readonly type: MessageType;
  /** The name under which its file is kept. */
  readonly keptAs: string;
}

const byPlace = (a: PageRead, b: PageRead): number =>
  pageOf(a.statement).number - pageOf(b.statement).number || (a.keptAs < b.keptAs ? -1 : 1);

/** Of a message on several pages, each page has other statements: one may stand on its page whole. */
const standsAlone = (page: PageRead): boolean => {
  const { statement } = page;
  if (statement.page !== undefined || statement.messagePage === undefined) return false;
  const [opening, closing] = [openingOf(statement), closingOf(statement)];
  return (opening === undefined) === (closing === undefined) && unbalanced([page]) === undefined;
};

const NUMBER = /^\d+$/;

const accountKey = (type: MessageType, { accountNumber }: StatementHead): string =>
  JSON.stringify([type, accountNumber]);

const isLater = (one: StatementHead, other: StatementHead): boolean => {
  if (statementKey(one) === statementKey(other)) return false;
  if (one.from !== undefined && other.from !== undefined && one.from !== other.from)
    return one.from > other.from;
  const [here, there] = [one.sequenceNumber ?? '', other.sequenceNumber ?? ''];
  return NUMBER.test(here) && NUMBER.test(there) && Number(here) > Number(there);
};

const ofStatement = (
  pages: ReadonlyArray<PageRead>,
  hasLater: boolean,
): ReadonlyArray<Unmatched> => {
  const [first] = pages;
  const [found] = statementPages(pages.map(({ statement }) => statement));
  if (first === undefined || found === undefined) return [];
  const numbers = pages.map(({ statement }) => pageOf(statement).number);
  const counted = pages.filter((_, i) => numbers.indexOf(numbers[i] ?? 0) === i);
  if (counted.length === 1 && standsAlone(first)) return [];
  const said = { statement: first.statement, pages: found };
  const sums = found.isWhole ? unbalanced(counted) : undefined;
  const isMissing = !found.isWhole && (found.last !== undefined || hasLater);
  return [
    ...(found.repeated.length > 0 ? [{ reason: 'page_repeated', said } as const] : []),
    ...(isMissing ? [{ reason: 'pages_missing', said } as const] : []),
    ...(sums === undefined ? [] : [sums]),
  ];
};

/**
 * What is wrong with the pages of statements: a page that came again, or is missing, or a statement that does not add up
 * over its pages. Pages come in any order: one is missing only once the last page is there, or a later statement of the
 * account. Says nothing of statements on one page.
 *
 * @param pages all that were read, each file once
 */
export const pageMismatches = (pages: ReadonlyArray<PageRead>): ReadonlyArray<Unmatched> => {
  const statements = new Map<string, PageRead[]>();
  const accounts = new Map<string, StatementHead[]>();
  for (const page of [...pages].sort(byPlace)) {
    const { type, statement } = page;
    const key = JSON.stringify([type, statementKey(statement)]);
    append(statements, key, page);
    append(accounts, accountKey(type, statement), statement);
  }
  const hasLater = ({ type, statement }: PageRead): boolean =>
    (accounts.get(accountKey(type, statement)) ?? []).some((one) => isLater(one, statement));
  return [...statements.values()]
    .filter((all) => !all.every(({ statement }) => isOnOnePage(statement)))
    .flatMap((all) => ofStatement(all, all.some(hasLater)));
};
