import { InvalidInput } from '@hundi/core';
import { isOrdinaryNumber } from './ordinary-number.js';

/** The list of a body that is too long to be parsed at once: a member of the outermost object. */
export interface Rows {
  readonly member: string;
  /** What its items are; by default it is named after them. */
  readonly items?: string;
  /** How many items it may have. */
  readonly max: number;
}

/** How much one piece of a body may be. A piece is one row, or everything but the rows. */
export const PIECE = { values: 4_096, members: 128, levels: 32 } as const;

/**
 * How many members all objects of a body may have: a parser keeps the name of each, and a million names that differ
 * take two seconds, a few milliseconds at a time. 20,000 payments with all their fields and 24 keys of metadata fit.
 */
export const MEMBERS_MAX = 1_000_000;

/** Rows that are parsed together. */
export interface Slice {
  readonly from: number;
  readonly to: number;
  /** The first of its rows, counted from 0. */
  readonly first: number;
  readonly rows: number;
  /** Members of all objects in it. */
  readonly members: number;
  /** Whether it has a number that may not be kept as it is written. */
  readonly hasOddNumber: boolean;
}

/** Where the parts of a body are, before any of it is parsed. */
export interface Parts {
  /** Where the rows begin and end, between their brackets; both at the end where there are none. */
  readonly from: number;
  readonly to: number;
  readonly slices: ReadonlyArray<Slice>;
  /** Members of all objects outside of the rows. */
  readonly members: number;
  /** Whether there is a number outside of the rows that may not be kept as it is written. */
  readonly hasOddNumber: boolean;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const POINT = 0x2e;
const COLON = 0x3a;
const CAPITAL_E = 0x45;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const SMALL_E = 0x65;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The bytes that the look stops at, outside of texts. Plain digits are not among them: most numbers cost nothing. */
const IS_MARK = new Uint8Array(256);
for (const mark of [COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT]) {
  IS_MARK[mark] = 1;
}
for (const mark of [POINT, SMALL_E, CAPITAL_E]) IS_MARK[mark] = 1;

// The bytes that are parsed in one turn of the thread: about a millisecond of work at the worst, and
// three where each of its numbers has to be taken apart.
const SLICE_BYTES = 64 * 1_024;
const SLICE_MEMBERS = 4_096;

const COLON_ALONE = /^[ \t\r\n]{0,64}:[ \t\r\n]{0,64}$/;

const fault = (pointer: string, detail: string): InvalidInput =>
  InvalidInput([{ pointer, code: 'invalid', detail }]);

/**
 * One linear look at the bytes of a JSON text: counts levels, values and members of every piece, and finds
 * where rows begin and end. It does not check the grammar, the parser does that of every part; a text that
 * is not JSON may get any parts.
 */
export class JsonLook {
  #at = 0;
  #depth = 0;
  #values = 0;
  #members = 0;
  #key: readonly [from: number, to: number] = [0, 0];
  #inRows = false;
  #list: readonly [from: number, to: number] | undefined;
  #row = { index: 0, from: 0, values: 0, members: 0 };
  #slice = { from: 0, first: 0, members: 0, hasOddNumber: false };
  /** Of what is around the rows. */
  #hasOddNumber = false;
  /** The counts of the rows, which do not count for the rest of the body. */
  #ofRows = { values: 0, members: 0 };
  #fault: InvalidInput | undefined;
  readonly #slices: Slice[] = [];

  constructor(
    readonly bytes: Buffer,
    readonly pieceBytes: number,
    readonly rows?: Rows,
  ) {}

  /** Looks at some more bytes; says whether there is nothing left to look at. */
  advance(bytes: number): boolean {
    const until = Math.min(this.bytes.length, this.#at + bytes);
    while (this.#at < until && this.#fault === undefined) this.#scan(until);
    return this.#fault !== undefined || this.#at >= this.bytes.length;
  }

  /** The result, once the whole body has been checked. */
  get found(): InvalidInput | Parts {
    const { length } = this.bytes;
    const [from, to] = this.#list ?? [length, length];
    const wrong =
      this.#fault ??
      (this.#inRows ? fault('', 'expected JSON') : undefined) ??
      this.#excess('', {
        bytes: length - (to - from),
        values: this.#values - this.#ofRows.values,
        members: this.#members - this.#ofRows.members,
      });
    const members = this.#members - this.#ofRows.members;
    return wrong ?? { from, to, slices: this.#slices, members, hasOddNumber: this.#hasOddNumber };
  }

  // The hot loop of every body: fields are copied to locals, and it leaves only where something is out of the ordinary.
  #scan(until: number): void {
    const { bytes, pieceBytes } = this;
    const { length } = bytes;
    const inRows = this.#inRows;
    const lastRow = (this.rows?.max ?? 0) - 2;
    const sliceEnd = this.#slice.from + SLICE_BYTES;
    const membersEnd = Math.min(MEMBERS_MAX, this.#slice.members + SLICE_MEMBERS - 1);
    let { index, from: rowFrom, values: rowValues, members: rowMembers } = this.#row;
    let at = this.#at;
    let depth = this.#depth;
    let values = this.#values;
    let members = this.#members;
    let hasOddNumber = inRows ? this.#slice.hasOddNumber : this.#hasOddNumber;
    let event = 0;
    while (at < until && event === 0) {
      const byte = bytes[at++] ?? 0;
      if (byte === QUOTE) {
        const from = at;
        const end = Math.min(length, from + pieceBytes);
        while (at < end && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
        if (at >= end) event = QUOTE;
        if (depth === 1) this.#key = [from, at];
        at += 1;
      } else if (IS_MARK[byte] === 0) continue;
      else if (byte === COLON) members += 1;
      else if (byte === COMMA) {
        values += 1;
        if (!inRows || depth !== 2) continue;
        const isOrdinary =
          at - 1 - rowFrom <= pieceBytes &&
          values - rowValues <= PIECE.values &&
          members - rowMembers <= PIECE.members &&
          index <= lastRow &&
          at <= sliceEnd &&
          members <= membersEnd;
        if (isOrdinary) {
          index += 1;
          rowFrom = at;
          rowValues = values;
          rowMembers = members;
        } else event = COMMA;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        depth += 1;
        values += 1;
        if (depth > PIECE.levels || (depth === 2 && byte === OPEN_LIST)) event = OPEN_LIST;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        depth -= 1;
        if (depth === 1 && inRows) event = byte;
      } else hasOddNumber ||= !isOrdinaryNumber(bytes, at - 1);
    }
    this.#at = at;
    this.#depth = depth;
    this.#values = values;
    this.#members = members;
    this.#row = { index, from: rowFrom, values: rowValues, members: rowMembers };
    if (inRows) this.#slice.hasOddNumber = hasOddNumber;
    else this.#hasOddNumber = hasOddNumber;
    if (event !== 0) this.#meet(event);
  }

  #meet(event: number): void {
    if (event === QUOTE) this.#fault = this.#unclosed();
    else if (this.#depth > PIECE.levels)
      this.#fault = fault(this.#pointer, `expected at most ${String(PIECE.levels)} levels`);
    else if (event === OPEN_LIST) this.#openRows();
    else if (event === CLOSE_OBJECT) this.#fault = fault('', 'expected JSON');
    else this.#endRow(event === CLOSE_LIST);
  }

  #unclosed(): InvalidInput {
    return this.#at >= this.bytes.length
      ? fault('', 'expected JSON')
      : fault(this.#pointer, `expected at most ${String(this.pieceBytes)} bytes`);
  }

  get #pointer(): string {
    return this.#inRows && this.rows !== undefined
      ? `/${this.rows.member}/${String(this.#row.index)}`
      : '';
  }

  #openRows(): void {
    const [from, to] = this.#key;
    if (this.rows === undefined || this.#list !== undefined) return;
    if (this.bytes.toString('latin1', from, to) !== this.rows.member) return;
    if (!COLON_ALONE.test(this.bytes.toString('latin1', to + 1, this.#at - 1))) return;
    this.#inRows = true;
    this.#list = [this.#at, this.#at];
    this.#row = { index: 0, from: this.#at, values: this.#values, members: this.#members };
    this.#slice = { from: this.#at, first: 0, members: this.#members, hasOddNumber: false };
    this.#ofRows = { values: this.#values, members: this.#members };
  }

  #endRow(isLast: boolean): void {
    const { rows } = this;
    const end = this.#at - 1;
    const { index, from, values, members } = this.#row;
    const size = { bytes: end - from, values: this.#values - values };
    this.#fault = this.#excess(this.#pointer, { ...size, members: this.#members - members });
    if (rows !== undefined && !isLast && index + 2 > rows.max) {
      const expected = `expected 1 to ${String(rows.max)} ${rows.items ?? rows.member}`;
      this.#fault ??= fault(`/${rows.member}`, expected);
    }
    if (this.#members > MEMBERS_MAX)
      this.#fault ??= fault(
        this.#pointer,
        `expected at most ${String(MEMBERS_MAX)} members in all objects of the body; split it here`,
      );
    const { from: start, first, members: before, hasOddNumber } = this.#slice;
    const slice = { from: start, to: end, first, members: this.#members - before, hasOddNumber };
    if (isLast || end - start >= SLICE_BYTES || slice.members >= SLICE_MEMBERS) {
      this.#slices.push({ ...slice, rows: index + 1 - first });
      const next = { from: this.#at, first: index + 1, members: this.#members };
      this.#slice = { ...next, hasOddNumber: false };
    }
    this.#row = { index: index + 1, from: this.#at, values: this.#values, members: this.#members };
    if (isLast) this.#closeRows(end);
  }

  #closeRows(end: number): void {
    this.#inRows = false;
    this.#list = [this.#list?.[0] ?? end, end];
    const { values, members } = this.#ofRows;
    this.#ofRows = { values: this.#values - values, members: this.#members - members };
  }

  #excess(
    pointer: string,
    size: { readonly bytes: number; readonly values: number; readonly members: number },
  ): InvalidInput | undefined {
    const { pieceBytes } = this;
    if (size.bytes > pieceBytes)
      return fault(pointer, `expected at most ${String(pieceBytes)} bytes`);
    if (size.members > PIECE.members)
      return fault(pointer, `expected at most ${String(PIECE.members)} members`);
    return size.values > PIECE.values
      ? fault(pointer, `expected at most ${String(PIECE.values)} values`)
      : undefined;
  }
}
