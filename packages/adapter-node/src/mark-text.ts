import type { Mark } from '@hundi/core';
import { sha256 } from '@hundi/core/wire';

const DIGITS = 16;
const OWNER_DIGITS = 16;
const CHECK_DIGITS = 8;

const digits = (value: number): string => String(value).padStart(DIGITS, '0');

/** The first line of the file of a mark, and all of it that earlier versions wrote. */
export const firstLine = ({ token, at }: Mark): string => `${digits(token)} ${digits(at)}\n`;

const FIRST_LINE = /^(\d{16}) (\d{16})\n/;

const checkOf = (marked: string): string => sha256(marked).slice(0, CHECK_DIGITS);

/** How many bytes each cell takes. */
export const CELL_BYTES = 2 * (DIGITS + 1) + OWNER_DIGITS + 1 + CHECK_DIGITS + 1;

/** A mark with its owner, and a check by which a reader notices that only part of it was written. */
export const cell = ({ token, at }: Mark, owner: string): string => {
  const marked = `${digits(token)} ${digits(at)} ${owner}`;
  return `${marked} ${checkOf(marked)}\n`;
};

// Not bound to the start of a line: a process that died while it added a cell leaves no end of the line.
const CELLS = /((\d{16}) (\d{16}) [0-9a-f]{16}) ([0-9a-f]{8})\n/g;

const markOf = (token = '', at = ''): Mark => ({ token: Number(token), at: Number(at) });

/** Whether the text is that of a file of a mark. */
export const isMarkText = (text: string): boolean => FIRST_LINE.test(text);

/** The highest mark in the first line and in all cells that were written whole. */
export const highestIn = (text: string): Mark => {
  const [, token, at] = FIRST_LINE.exec(text) ?? [];
  let highest = markOf(token, at);
  for (const [, marked = '', cellToken, cellAt, check] of text.matchAll(CELLS)) {
    const mark = markOf(cellToken, cellAt);
    if (mark.token > highest.token && check === checkOf(marked)) highest = mark;
  }
  return highest;
};
