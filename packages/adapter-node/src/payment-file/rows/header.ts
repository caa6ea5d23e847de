import { E } from '@hundi/core';
import { unknownMembers } from '@hundi/core/wire';
import type { Fault } from '../file-refused.js';
import { textIn, type Cell } from './cell.js';
import { columnNamed, Columns, INSTEADS, isUnclearAmount, NEEDED } from './column-names.js';

/** A column of a file. One without a name must be empty. */
export interface Column {
  /** As the header writes it. */
  readonly written: string;
  readonly name: string | undefined;
}

/** Longer than any name of a column. */
const WRITTEN_MAX = 60;

const writtenIn = (cell: Cell | undefined): string =>
  (cell === undefined ? '' : (textIn(cell) ?? '')).trim().slice(0, WRITTEN_MAX);

/** What is wrong with a cell that names no column. */
const namesNone = (written: string): string => {
  if (isUnclearAmount(written))
    return 'says neither rupees nor paise: name the column amountRupees, or amount for paise';
  const [issue] = unknownMembers(Columns, { [written]: '' });
  return (issue?.detail ?? '').replace(
    'is not a member of this object',
    'is not a field of a payment',
  );
};

/** The columns that a header names, or what is wrong with it. */
export const columnsOf = (
  header: ReadonlyArray<Cell | undefined>,
  line: number,
): E.Either<ReadonlyArray<Fault>, ReadonlyArray<Column>> => {
  const columns = Array.from(header, (cell) => {
    const written = writtenIn(cell);
    return { written, name: columnNamed(written) };
  });
  const names = columns.map(({ name }) => name);
  const unnamed = Array.from(header).flatMap((cell, i): ReadonlyArray<Fault> => {
    if (cell !== undefined && textIn(cell) === undefined)
      return [
        { code: 'header', line, detail: `cell ${String(i + 1)} of the header is no plain text` },
      ];
    const { written = '', name } = columns[i] ?? {};
    if (written === '' || name !== undefined) return [];
    const code = isUnclearAmount(written) ? 'unclear_amount' : 'unknown_column';
    return [{ code, line, column: written, detail: namesNone(written) }];
  });
  const doubled = columns.flatMap(({ written: column, name }, i): ReadonlyArray<Fault> =>
    name !== undefined && names.indexOf(name) < i
      ? [{ code: 'doubled_column', line, column, detail: 'the header names it twice' }]
      : [],
  );
  const missing = NEEDED.flatMap((column): ReadonlyArray<Fault> => {
    const [instead] = INSTEADS.find(([, name]) => name === column) ?? [];
    if (names.includes(column) || (instead !== undefined && names.includes(instead))) return [];
    const or = instead === undefined ? '' : `, or ${instead}`;
    return [{ code: 'missing_column', line, column, detail: `the header must name it${or}` }];
  });
  const faults = [...unnamed, ...doubled, ...missing];
  return faults.length > 0 ? E.left(faults) : E.right(columns);
};
