import { parseArgs } from 'node:util';

export const USAGE = 'npm run failover -- [--short | --long] [--rounds N] [--seed N]';

const SIZES = {
  whole: { rounds: 5, commits: 20 },
  short: { rounds: 1, commits: 4 },
  // Each node is lost twice.
  long: { rounds: 4, commits: 20 },
} as const;

export interface Options {
  /** Whether Patroni promotes the standby, and not the run. */
  readonly withPatroni: boolean;
  readonly rounds: number;
  readonly commits: number;
  readonly seed: number;
}

const whole = (text: string, name: string): number => {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new Error(`--${name}: a whole number`);
};

/** Reads the arguments of this process. @throws when it knows one of them not. */
export const readOptions = (): Options => {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { short, long, rounds, seed } = values;
  if (short && long) throw new Error('--short or --long, not both');
  const size = long ? SIZES.long : short ? SIZES.short : SIZES.whole;
  return {
    withPatroni: long,
    rounds: rounds === undefined ? size.rounds : whole(rounds, 'rounds'),
    commits: size.commits,
    seed: whole(seed, 'seed'),
  };
};
