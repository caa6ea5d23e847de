import { tableOf } from '../terminal/table.js';

/** One fault of a file with payments, before it is sent. The only value in it is what a number would become. */
export interface FileFault {
  /** The payment, counted from 1. */
  readonly row?: number;
  /** The line of a CSV file in which the row ends, or the row of a sheet. */
  readonly line?: number;
  /** The field, as the header of the file names it. */
  readonly column?: string;
  /** Into the body that the file stands for (RFC 6901). */
  readonly pointer: string;
  readonly detail: string;
}

const IN_PAYMENT = /^\/payments\/(\d+)(?:\/([^/]+))?/;

const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

/** A fault of a body as one of the file: with its row and its column, and its line where the file has lines. */
export const fileFault = (
  { pointer, detail }: { readonly pointer: string; readonly detail: string },
  lines: ReadonlyArray<number> = [],
): FileFault => {
  const [, index, name] = IN_PAYMENT.exec(pointer) ?? [];
  const line = index === undefined ? undefined : lines[Number(index)];
  return {
    ...(index !== undefined && { row: Number(index) + 1 }),
    ...(line !== undefined && { line }),
    ...(name !== undefined && { column: unescaped(name) }),
    pointer,
    detail,
  };
};

const HEADINGS = ['row', 'line', 'column', 'pointer', 'what is wrong'];

/** Faults for a person: a line for each. */
export const faultLines = (faults: ReadonlyArray<FileFault>): ReadonlyArray<string> =>
  tableOf(
    HEADINGS,
    faults.map(({ row, line, column, pointer, detail }) => [row, line, column, pointer, detail]),
  );
