import type { Issue } from '@hundi/core';
import { unknownMembers } from '@hundi/core/wire';
import type * as t from 'io-ts';

/** Some items of the list that stands at a pointer, or, without one, all of a body but that list. */
export interface Piece {
  readonly value: unknown;
  readonly member?: string;
  /** The index of the first item. */
  readonly first?: number;
}

/** The members of a piece that its codec does not know. */
const unknownIn = (shape: t.Mixed, { value, member, first = 0 }: Piece): ReadonlyArray<string> => {
  const pointers = unknownMembers(shape, member === undefined ? value : { [member]: value }).map(
    ({ pointer }) => pointer,
  );
  if (member === undefined) return pointers;
  const list = `/${member}/`;
  return pointers.map((pointer) => {
    const [index = '', ...rest] = pointer.slice(list.length).split('/');
    return [list + String(Number(index) + first), ...rest].join('/');
  });
};

/** Those of the faults that are not in unknown members: those are ignored, whatever they hold (decisions §2). */
export const inKnownMembers = (
  faults: ReadonlyArray<Issue>,
  shape: t.Mixed,
  piece: Piece,
): ReadonlyArray<Issue> => {
  if (faults.length === 0) return faults;
  const ignored = unknownIn(shape, piece);
  return faults.filter(
    ({ pointer }) => !ignored.some((one) => pointer === one || pointer.startsWith(`${one}/`)),
  );
};
