import type { StatementHead } from '../reading/statement.js';
import type { PageRead } from './page-mismatches.js';
import { statementKey } from './statement-pages.js';

/** Far longer than a bank takes for the pages of a statement. */
export const RECENT_MS = 30 * 24 * 60 * 60 * 1_000;

const isRecent = ({ to, from, createdAt }: StatementHead, now: number): boolean => {
  // A statement of a month is as old as its last day.
  const moments = [to, from, createdAt].map((text) => Date.parse(text ?? ''));
  const moment = moments.find((one) => !Number.isNaN(one));
  return moment === undefined || moment >= now - RECENT_MS;
};

/**
 * The pages of the statements whose period ended within the last 30 days, or that were made within them where they have no
 * period. A statement is as old as its newest page: it goes whole, so that no page seems to be missing. One of which no
 * moment is known stays.
 */
export const recentPages = (
  pages: ReadonlyArray<PageRead>,
  now: number,
): ReadonlyArray<PageRead> => {
  const recent = new Set(
    pages.flatMap(({ statement }) => (isRecent(statement, now) ? [statementKey(statement)] : [])),
  );
  return pages.filter(({ statement }) => recent.has(statementKey(statement)));
};
