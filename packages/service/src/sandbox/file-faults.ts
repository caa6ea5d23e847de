/**
 * What can happen to the bank's files. To the next one that it puts into the folder: it comes an hour late; under two
 * names; half of it, and all of it an hour later; behind all others, whatever its name; in UTF-16. To its next statement:
 * a line that is none of its customers' payments; or one that is missing.
 */
export const FILE_FAULTS = [
  'file_late',
  'file_twice',
  'file_half',
  'file_out_of_order',
  'file_in_utf16',
  'line_more',
  'line_less',
] as const;
export type FileFaultKind = (typeof FILE_FAULTS)[number];

export interface FileFault {
  readonly kind: FileFaultKind;
  readonly count: number;
}

export const isFileFault = (fault: {
  readonly kind: string;
  readonly count: number;
}): fault is FileFault => (FILE_FAULTS as ReadonlyArray<string>).includes(fault.kind);

export interface FileFaults {
  /** The next `count` files, or statements, suffer it. */
  readonly arm: (fault: FileFault) => void;
}

export interface ArmedFileFaults extends FileFaults {
  /** Uses up the first armed fault that strikes a file of any kind, or the lines of a statement. */
  readonly strike: <W extends 'file' | 'line'>(
    what: W,
  ) => Extract<FileFaultKind, `${W}_${string}`> | undefined;
}

export const fileFaults = (): ArmedFileFaults => {
  const armed: { readonly kind: FileFaultKind; left: number }[] = [];
  return {
    arm: ({ kind, count }) => {
      armed.push({ kind, left: count });
    },
    strike: <W extends 'file' | 'line'>(what: W) => {
      const fault = armed.find(({ kind, left }) => left > 0 && kind.startsWith(what));
      if (fault === undefined) return undefined;
      fault.left -= 1;
      return fault.kind as Extract<FileFaultKind, `${W}_${string}`>;
    },
  };
};
