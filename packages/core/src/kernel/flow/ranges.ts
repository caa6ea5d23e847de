/** Items of a list that follow one another. */
export interface Range {
  readonly from: number;
  readonly length: number;
}

/** Parts a list of `total` items into ranges of `size`; the last one may be shorter. */
export const rangesOf = (total: number, size: number): ReadonlyArray<Range> =>
  Array.from({ length: Math.ceil(total / size) }, (_, i) => ({
    from: i * size,
    length: Math.min(size, total - i * size),
  }));
