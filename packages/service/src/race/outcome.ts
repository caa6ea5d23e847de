/** What a race tried, and what it found. */
export interface Outcome {
  readonly race: string;
  /** What was tried and what came of it. */
  readonly figures: Readonly<Record<string, number>>;
  /** Every promise that was broken, in words; empty where all were kept. */
  readonly broken: ReadonlyArray<string>;
}

const BROKEN_SHOWN = 20;

/** An outcome for people. */
export const linesOf = ({ race, figures, broken }: Outcome): ReadonlyArray<string> => [
  race,
  ...Object.entries(figures).map(([name, figure]) => `  ${name}: ${String(figure)}`),
  `  broken promises: ${String(broken.length)}`,
  ...broken.slice(0, BROKEN_SHOWN).map((each) => `    ${each}`),
];

/** Compares a figure with the only value that it may have. */
export const expected = (name: string, found: number, only: number): ReadonlyArray<string> =>
  found === only ? [] : [`${name}: ${String(found)} instead of ${String(only)}`];
