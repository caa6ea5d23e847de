import type { Budget } from './budgets.js';

const HEAD = [
  [
    'Way',
    'SQLite: statements',
    'commits',
    'PostgreSQL: statements',
    'round trips',
    'commits',
    'For',
  ],
  ['---', '--:', '--:', '--:', '--:', '--:', '---'],
];

const rowOf = ({ way, reason, isLimit, sqlite, postgres }: Budget): ReadonlyArray<string> => {
  const counts = [
    sqlite.statements,
    sqlite.commits,
    postgres.statements,
    postgres.roundTrips,
    postgres.commits,
  ].map((count) => (isLimit === true ? '≤ ' : '') + count.toLocaleString('en'));
  return [way, ...counts, reason];
};

/** The budgets as a table of Markdown. */
export const tableOf = (budgets: ReadonlyArray<Budget>): string =>
  [...HEAD, ...budgets.map(rowOf)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
