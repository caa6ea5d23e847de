import { plain } from './plain.js';

type Cells = ReadonlyArray<string>;

const GAP = '  ';

/** Rows below their headings, as wide as their widest cell; a column without any value is left out. */
export const tableOf = (
  headings: Cells,
  rows: ReadonlyArray<ReadonlyArray<string | number | undefined>>,
): ReadonlyArray<string> => {
  const cells = rows.map((row) => row.map((cell) => plain(String(cell ?? ''))));
  const shown = headings.map((_, i) => i).filter((i) => cells.some((row) => row[i] !== ''));
  const lines = [headings, ...cells].map((row) => shown.map((i) => row[i] ?? ''));
  const widths = shown.map((_, i) => Math.max(...lines.map((row) => row[i]?.length ?? 0)));
  return lines.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
};

/** A terminal is no place for twenty thousand rows. */
const SHOWN_MAX = 100;

/** The first rows as a table, and how many more there are. */
export const shortTableOf = (
  headings: Cells,
  rows: ReadonlyArray<ReadonlyArray<string | number | undefined>>,
): ReadonlyArray<string> => {
  const more = rows.length - SHOWN_MAX;
  return [
    ...tableOf(headings, rows.slice(0, SHOWN_MAX)),
    ...(more > 0 ? [`… and ${String(more)} more; --json prints all of them`] : []),
  ];
};
