import { E, InvalidInput } from '@hundi/core';
import { doubledMembers, numberFaults } from '@hundi/core/wire';
import type * as t from 'io-ts';
import { isAscii, isUtf8 } from 'node:buffer';
import { inKnownMembers, type Piece } from './in-known-members.js';
import { JsonLook, type Parts, type Rows, type Slice } from './json-look.js';
import { withoutMark } from './media-type.js';
import { membersIn } from './members-in.js';
import { nextTurn } from '../turns.js';

// The bytes that are checked in one turn of the thread.
const LOOK_BYTES = 512 * 1_024;

const broken = (detail: string) => E.left(InvalidInput([{ pointer: '', code: 'invalid', detail }]));

const lookAt = async (look: JsonLook): Promise<InvalidInput | Parts> => {
  while (!look.advance(LOOK_BYTES)) await nextTurn();
  return look.found;
};

/** A text and what became of it, if nothing of it was lost on the way. */
const checked = (
  text: string,
  piece: Piece,
  { members, hasOddNumber }: Pick<Slice, 'members' | 'hasOddNumber'>,
  shape: t.Mixed | undefined,
): E.Either<InvalidInput, unknown> => {
  const { value, member, first } = piece;
  const pointer = member === undefined ? '' : `/${member}`;
  if (membersIn(value) !== members)
    return E.left(InvalidInput(doubledMembers(text, pointer, first)));
  const faults = hasOddNumber ? numberFaults(text, pointer, first) : [];
  const issues = shape === undefined ? faults : inKnownMembers(faults, shape, piece);
  return issues.length === 0 ? E.right(value) : E.left(InvalidInput(issues));
};

type TextOf = (from: number, to: number) => string;

const parseRows = (
  textOf: TextOf,
  slice: Slice,
  member: string,
  shape: t.Mixed | undefined,
): E.Either<InvalidInput, ReadonlyArray<unknown>> => {
  const { from, to, first, rows } = slice;
  const text = `[${textOf(from, to)}]`;
  const parsed = JSON.parse(text) as ReadonlyArray<unknown>;
  const isEmpty = first === 0 && rows === 1 && parsed.length === 0;
  if (parsed.length !== rows && !isEmpty) return broken('expected JSON');
  const result = checked(text, { value: parsed, member, first }, slice, shape);
  return E.map(() => parsed)(result);
};

const parseParts = async (
  { textOf, length }: { readonly textOf: TextOf; readonly length: number },
  parts: Parts,
  rows: Rows | undefined,
  shape: t.Mixed | undefined,
): Promise<E.Either<InvalidInput, unknown>> => {
  const { from, to, slices } = parts;
  // A list in brackets is a value with any items: the rest must be JSON even with none of them.
  const text = textOf(0, from) + textOf(to, length);
  const body = checked(text, { value: JSON.parse(text) as unknown }, parts, shape);
  if (E.isLeft(body) || rows === undefined || slices.length === 0) return body;
  const items: unknown[] = [];
  for (const slice of slices) {
    if (slice.first > 0) await nextTurn();
    const parsed = parseRows(textOf, slice, rows.member, shape);
    if (E.isLeft(parsed)) return parsed;
    for (const item of parsed.right) items.push(item);
  }
  return E.right({ ...(body.right as object), [rows.member]: items });
};

/**
 * Parses a body so that no other request waits for it: rows that it may have are parsed some at a time, and of
 * everything else it has no more than `pieceBytes`, a few thousand values and a few levels. A text that gives
 * an object a member twice is refused, with a pointer to it, and so is one with a number that must not be
 * taken for what the parser makes of it.
 *
 * @param shape what the body is decoded by: a number of a member that it does not know may be anything
 */
export const parseJson = async (
  sent: Buffer,
  pieceBytes: number,
  rows?: Rows,
  shape?: t.Mixed,
): Promise<E.Either<InvalidInput, unknown>> => {
  const bytes = withoutMark(sent);
  if (!isUtf8(bytes)) return broken('expected UTF-8');
  const found = await lookAt(new JsonLook(bytes, pieceBytes, rows));
  if ('_tag' in found) return E.left(found);
  // Most bodies are ASCII, and Latin-1 is several times faster to turn into a string than UTF-8.
  const encoding = isAscii(bytes) ? 'latin1' : 'utf8';
  const textOf: TextOf = (from, to) => bytes.toString(encoding, from, to);
  try {
    return await parseParts({ textOf, length: bytes.length }, found, rows, shape);
  } catch (error) {
    if (error instanceof SyntaxError) return broken('expected JSON');
    throw error;
  }
};
