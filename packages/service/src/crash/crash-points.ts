/** Where a process of a crash run kills itself. */
export const CRASH_POINTS = [
  'in-migration',
  'before-acceptance',
  'after-acceptance',
  'in-evaluation',
  'after-evaluation',
  'before-intent',
  'after-intent',
  'in-bank-call',
  'before-answer',
  'after-answer',
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

/** The environment variable that names the point, and after a colon how often it is passed first: `after-intent:3`. */
export const CRASH_AT = 'HUNDI_CRASH_AT';

/** The environment variable that makes the sandbox bank execute every order that it gets, even a repeated one. */
export const FORGETFUL_BANK = 'HUNDI_CRASH_FORGETFUL_BANK';

/** The environment variable that keeps the engine's records on a pool as a host makes it, by Knex's defaults. */
export const HOSTS_POOL = 'HUNDI_CRASH_HOSTS_POOL';

/** Called at every point that is passed; never returns from the one that is meant. */
export type Pass = (point: CrashPoint) => Promise<void>;

/** Passes every point but the one that the text names, if it names one. @throws when that does not exist. */
export const passing = (text: string | undefined): Pass => {
  if (text === undefined) return () => Promise.resolve();
  const [name, times = '1'] = text.split(':');
  const meant = CRASH_POINTS.find((point) => point === name);
  if (meant === undefined) throw new Error(`${CRASH_AT}: no such point`);
  let left = Number(times);
  return async (point) => {
    if (point !== meant) return;
    left -= 1;
    if (left > 0) return;
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  };
};
