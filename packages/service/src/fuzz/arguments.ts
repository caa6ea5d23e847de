import { parseArgs } from 'node:util';

export const USAGE =
  'npm run fuzz -- [--requests N | --long] [--seed N] [--trace] [--database URL]';

/** The parsed command line. */
export interface FuzzArguments {
  readonly seed: number;
  readonly requests: number;
  /** Prints a line for every request that is sent. */
  readonly trace: boolean;
  /** The service's database; undefined: SQLite in a folder of its own. */
  readonly databaseUrl: string | undefined;
}

const REQUESTS = 20_000;
const REQUESTS_LONG = 200_000;

const whole = (text: string, name: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Error(`--${name}: expected a whole number, at least 1`);
};

/** @throws when the command line asks for something that does not exist. */
export const readArguments = (line: ReadonlyArray<string>): FuzzArguments => {
  const { values } = parseArgs({
    args: [...line],
    options: {
      seed: { type: 'string', default: '1' },
      requests: { type: 'string' },
      long: { type: 'boolean', default: false },
      trace: { type: 'boolean', default: false },
      database: { type: 'string' },
    },
  });
  return {
    seed: whole(values.seed, 'seed'),
    requests: whole(values.requests ?? String(values.long ? REQUESTS_LONG : REQUESTS), 'requests'),
    trace: values.trace,
    databaseUrl: values.database,
  };
};
