import type { Readable } from 'node:stream';
import type { ParseArgsConfig } from 'node:util';

/** How a command ended, for scripts. */
export const EXIT = {
  done: 0,
  /** It ran, and found or met something that a person must look at. */
  failed: 1,
  /** It was called wrongly, or with settings that cannot be; it did nothing. */
  misused: 2,
} as const;

/** The command was called wrongly. The message is one line that says what was expected. */
export class Misused extends Error {
  override readonly name = 'Misused';
}

/** It ran, and met something that a person must look at. The message is one line for that person. */
export class Failed extends Error {
  override readonly name = 'Failed';
}

/** What a command finds around it. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative paths are seen from. */
  readonly directory: string;
  /** Standard input; nothing reads it before a command asks for it. */
  readonly input: Readable;
  /** Answers on standard output, for people or for scripts. */
  readonly out: (line: string) => void;
  /** Progress and faults on standard error. */
  readonly err: (line: string) => void;
  /** Overwrites one line of a terminal; false where none is watching. */
  readonly progress: (line: string) => boolean;
  /** Waits for an answer of a person, who may take their time. */
  readonly asking: <A>(answer: Promise<A>) => Promise<A>;
  /** Aborted by the first signal to stop. */
  readonly stop: AbortSignal;
}

/** What was given after the name of a command. */
export interface Given {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: ReadonlyArray<string>;
  /** `--json` was given: every line of standard output is one JSON document. */
  readonly json: boolean;
}

/** An option that a command takes beside `--help` and `--json`. */
export interface Option {
  readonly type: 'string' | 'boolean';
  /** What stands behind it in the help: `FILE`, `NUMBER`. */
  readonly value?: string;
  readonly about: string;
}

/** One command. */
export interface Command {
  /** The words behind it, as the help shows them: `FILE`, `[REFERENCE]`. */
  readonly words?: string;
  /** The most words that it takes; none if left out. */
  readonly wordsMax?: number;
  readonly options?: Readonly<Record<string, Option>>;
  /** What it does, in a few sentences, for its help. */
  readonly about: string;
  /** It goes on until it is stopped, and is silent while nothing comes: silence is no sign that it hangs. */
  readonly serves?: true;
  /** Calls worth copying. */
  readonly examples?: ReadonlyArray<string>;
  /** @returns the exit code; @throws Misused, StartRefused. */
  readonly run: (given: Given, around: Surroundings) => Promise<number>;
}

type ParseOptions = NonNullable<ParseArgsConfig['options']>;

/** A command that is loaded when it is called. */
export interface Listed {
  readonly name: string;
  /** What it does, in a line. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const COMMON: ParseOptions = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
};

/** The options of a command as Node parses them. */
export const parseConfigOf = ({ options = {} }: Command): ParseOptions => ({
  ...Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }])),
  ...COMMON,
});

/** The text of an option; undefined if it was not given. */
export const textOf = ({ values }: Given, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** A whole number of an option. @throws Misused when it is none, or out of bounds. */
export const numberOf = (
  given: Given,
  name: string,
  { min, max, usual }: { readonly min: number; readonly max: number; readonly usual: number },
): number => {
  const text = textOf(given, name);
  if (text === undefined) return usual;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new Misused(`--${name}: expected a whole number from ${String(min)} to ${String(max)}`);
};
