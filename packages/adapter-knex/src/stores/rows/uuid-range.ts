/** UUIDs from `first` to `last`, both included. Their texts order as they do. */
export interface UuidRange {
  readonly first: string;
  readonly last: string;
}

export const EVERY_UUID: UuidRange = {
  first: '00000000-0000-0000-0000-000000000000',
  last: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

const TIME_MAX = 2 ** 48 - 1;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const dashed = (digits: string): string =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The least of the time-ordered UUIDs of a moment. */
export const uuidAt = (at: number): string =>
  dashed(Math.min(Math.max(at, 0), TIME_MAX).toString(16).padStart(12, '0').padEnd(32, '0'));

/** The UUID so many after this one. */
const stepped = (uuid: string, by: bigint): string =>
  dashed((BigInt(`0x${uuid.replaceAll('-', '')}`) + by).toString(16).padStart(32, '0'));

export const isEmpty = ({ first, last }: UuidRange): boolean => first > last;

/** The intersection of two ranges; it may be empty. */
export const within = (a: UuidRange, b: UuidRange): UuidRange => ({
  first: a.first > b.first ? a.first : b.first,
  last: a.last < b.last ? a.last : b.last,
});

/** The id of the job whose row this id would be. */
export const jobIdOf = (id: string): string => `${id.slice(0, 31)}00000`;

/** The ids of a job and of its rows. */
export const idsOfJob = (jobId: string): UuidRange => ({
  first: jobId,
  last: `${jobId.slice(0, 31)}fffff`,
});

/** The UUIDs that are written with this prefix; undefined where none is. */
export const uuidsWith = (prefix: string): UuidRange | undefined => {
  const { first, last } = EVERY_UUID;
  const range = {
    first: prefix + first.slice(prefix.length),
    last: prefix + last.slice(prefix.length),
  };
  return UUID.test(range.first) ? range : undefined;
};

/** No UUIDs. */
export const NONE: UuidRange = { first: EVERY_UUID.last, last: EVERY_UUID.first };

/** The part of a range before another part of it. */
export const before = (range: UuidRange, { first }: UuidRange): UuidRange =>
  first === range.first ? NONE : { first: range.first, last: stepped(first, -1n) };

/** The id that comes right after a range. */
export const idAfter = ({ last }: UuidRange): string => stepped(last, 1n);

/** The part of a range after another part of it. */
export const after = (range: UuidRange, { last }: UuidRange): UuidRange =>
  last === range.last ? NONE : { first: stepped(last, 1n), last: range.last };
