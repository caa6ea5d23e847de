import { Readable } from 'node:stream';
import { hundi } from '../cli/hundi.js';
import type { Surroundings } from '../cli/command/command.js';

/** What a command line printed, and how it ended. */
export interface Called {
  readonly code: number;
  readonly out: ReadonlyArray<string>;
  readonly err: ReadonlyArray<string>;
}

/** No test waits for a sign of life. */
const NEVER = { again: () => undefined, end: () => undefined };

/** Calls `hundi` in this process, with these settings and no others. */
export const callHundi = async (
  line: ReadonlyArray<string>,
  around: Partial<Pick<Surroundings, 'env' | 'directory' | 'input' | 'out' | 'err' | 'stop'>> = {},
): Promise<Called> => {
  const [out, err]: [string[], string[]] = [[], []];
  const surroundings: Surroundings = {
    env: {},
    directory: '/',
    input: Readable.from([]),
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    progress: () => false,
    asking: (answer) => answer,
    stop: new AbortController().signal,
    ...around,
  };
  return { code: await hundi(line, surroundings, () => NEVER), out, err };
};
