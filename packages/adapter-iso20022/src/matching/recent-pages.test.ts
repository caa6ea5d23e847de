import test from 'ava';
import type { StatementHead } from '../reading/statement.js';
import type { PageRead } from './page-mismatches.js';
import { RECENT_MS, recentPages } from './recent-pages.js';

const NOW = Date.parse('2026-12-31T00:00:00Z');
const agoOf = (ms: number): string => new Date(NOW - ms).toISOString();
const [OLD, RECENT] = [agoOf(RECENT_MS + 1), agoOf(RECENT_MS)];

const page = (statementId: string, more: Partial<StatementHead>): PageRead => ({
  type: 'camt.053',
  keptAs: 'a.xml.1',
  statement: { messageId: 'B1', statementId, accountNumber: '1', balances: [], ...more },
});

const recent = (...pages: ReadonlyArray<PageRead>) =>
  recentPages(pages, NOW).map(({ statement }) => statement.statementId);

test('a statement is recent for 30 days after the end of its period', (t) => {
  t.deepEqual(
    recent(
      page('old', { from: OLD, to: OLD, createdAt: RECENT }),
      page('month', { from: OLD, to: RECENT }),
      page('begun', { from: RECENT }),
      page('over', { from: OLD }),
    ),
    ['month', 'begun'],
  );
});

test('a statement without a period is recent for 30 days after it was made, and one without any moment always', (t) => {
  t.deepEqual(
    recent(page('old', { createdAt: OLD }), page('new', { createdAt: RECENT }), page('none', {})),
    ['new', 'none'],
  );
});

test('a statement is as old as its newest page: no page of it goes before the others', (t) => {
  t.deepEqual(recent(page('one', { createdAt: OLD }), page('one', { createdAt: RECENT })), [
    'one',
    'one',
  ]);
});
