import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Failed, type Surroundings } from '../command/command.js';

/** Asks a person, or the script that writes to standard input, for lines. */
export interface Questions {
  /** The next line of standard input, without spaces around it. @throws Failed when there is none, or a signal. */
  readonly ask: (what: string) => Promise<string>;
  readonly close: () => void;
}

/** Longer than an address or a code. */
const LINE_MAX = 4_096;

async function* linesOf(input: Readable): AsyncGenerator<string, void> {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8') as AsyncIterable<string>) {
    const [next = '', ...others] = chunk.split('\n');
    const lines = [rest + next, ...others];
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > LINE_MAX) throw new Failed('standard input goes on without an end of line');
  }
  if (rest !== '') yield rest;
}

/** Questions on standard error, answered a line each on standard input, which is read from the first question on. */
export const questions = ({ input, err, stop, asking }: Surroundings): Questions => {
  let lines: AsyncGenerator<string, void> | undefined;
  return {
    ask: async (what) => {
      lines ??= linesOf(input);
      err(`${what}:`);
      if (stop.aborted) throw new Failed('stopped by a signal');
      const line = await asking(Promise.race([lines.next(), once(stop, 'abort')]));
      if (Array.isArray(line)) throw new Failed('stopped by a signal');
      if (line.done === true)
        throw new Failed(`standard input ended without an answer to: ${what}`);
      return line.value.trim();
    },
    close: () => {
      void lines?.return();
    },
  };
};
