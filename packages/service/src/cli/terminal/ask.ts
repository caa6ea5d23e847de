import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Failed, type Surroundings } from '../command.js';

/** Asks a person, or the script that writes to standard input, for lines. */
export interface Questions {
  /** The next line of standard input, without spaces around it. @throws Failed when there is none, or a signal. */
  readonly ask: (what: string) => Promise<string>;
  readonly close: () => void;
}

/** Questions on standard error, answered a line each on standard input, which is read from the first question on. */
export const questions = ({ input, err, stop }: Surroundings): Questions => {
  let reader: ReturnType<typeof createInterface> | undefined;
  let lines: AsyncIterator<string> | undefined;
  return {
    ask: async (what) => {
      reader ??= createInterface({ input, terminal: false });
      lines ??= reader[Symbol.asyncIterator]();
      err(`${what}:`);
      if (stop.aborted) throw new Failed('stopped by a signal');
      const line = await Promise.race([lines.next(), once(stop, 'abort')]);
      if (Array.isArray(line)) throw new Failed('stopped by a signal');
      if (line.done === true)
        throw new Failed(`standard input ended without an answer to: ${what}`);
      return line.value.trim();
    },
    close: () => {
      reader?.close();
    },
  };
};
