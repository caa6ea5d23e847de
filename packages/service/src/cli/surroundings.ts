import type { Surroundings } from './command/command.js';

const CLEAR_LINE = '\r\u001b[K';

const stoppedBySignals = (): AbortSignal => {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stopping.abort();
    });
  return stopping.signal;
};

/** The surroundings of a process that was started from a shell. */
export const ofProcess = (): Surroundings => {
  const { stdout, stderr, env } = process;
  let isShown = false;
  let stopping: AbortSignal | undefined;
  const clear = (): void => {
    if (isShown) stderr.write(CLEAR_LINE);
    isShown = false;
  };
  return {
    env,
    directory: process.cwd(),
    out: (line) => {
      clear();
      stdout.write(`${line}\n`);
    },
    err: (line) => {
      clear();
      stderr.write(`${line}\n`);
    },
    progress: (line) => {
      if (!stderr.isTTY) return false;
      stderr.write(`${CLEAR_LINE}${line}`);
      isShown = true;
      return true;
    },
    asking: (answer) => answer,
    // Opened when a command asks for it: an open standard input would keep the process alive.
    get input() {
      return process.stdin;
    },
    // A command that does not ask for it ends at once by a signal, as programs do.
    get stop() {
      stopping ??= stoppedBySignals();
      return stopping;
    },
  };
};
