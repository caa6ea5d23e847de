import type { Surroundings } from '../command/command.js';

/** Calls `tick` after each while in which nobody called `again`. */
export type Silence = (tick: () => void) => {
  readonly again: () => void;
  readonly end: () => void;
};

const SILENCE_MS = 10_000;

/** Ticks each ten seconds of silence. */
export const tenSeconds: Silence = (tick) => {
  const timer = setInterval(tick, SILENCE_MS).unref();
  return {
    again: () => {
      timer.refresh();
    },
    end: () => {
      clearInterval(timer);
    },
  };
};

/** Surroundings in which a command that says nothing gives signs of life on standard error, until `end`. */
export const withSigns = (
  around: Surroundings,
  silence: Silence,
): { readonly around: Surroundings; readonly end: () => void } => {
  let doing = 'still at work';
  let isAsking = false;
  const { again, end } = silence(() => {
    if (!isAsking) around.err(`hundi: ${doing}`);
  });
  const heard =
    (say: (line: string) => void) =>
    (line: string): void => {
      say(line);
      again();
    };
  return {
    end,
    around: {
      env: around.env,
      directory: around.directory,
      // Opened when a command asks for them.
      get input() {
        return around.input;
      },
      get stop() {
        return around.stop;
      },
      out: heard(around.out),
      err: heard(around.err),
      progress: (line) => {
        doing = line;
        const isShown = around.progress(line);
        if (isShown) again();
        return isShown;
      },
      asking: async (answer) => {
        isAsking = true;
        try {
          return await around.asking(answer);
        } finally {
          isAsking = false;
          again();
        }
      },
    },
  };
};
