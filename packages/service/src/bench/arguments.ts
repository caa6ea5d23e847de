import { parseArgs } from 'node:util';

/** The parts of the bench. */
export const PART_NAMES = [
  'batches',
  'authority',
  'smallWrites',
  'reads',
  'reports',
  'pages',
  'portal',
  'webhooks',
  'backlogs',
  'vacuum',
  'wake',
  'processes',
  'start',
  'messages',
  'simulate',
  'soak',
  'timing',
] as const;
export type PartName = (typeof PART_NAMES)[number];

export const USAGE =
  'npm run bench -- [--parts NAME,...] [--rounds N] [--short] [--check] [--against COMMIT]';

/** The parsed command line. */
export interface BenchArguments {
  readonly parts: ReadonlyArray<PartName>;
  /** How many rounds count. */
  readonly rounds: number;
  /** Whether the figures are compared with their bounds. */
  readonly check: boolean;
  /** How many times what is reached a figure of a short run may be. */
  readonly slack: number | undefined;
  /** Another version of the code, that is measured beside this one. */
  readonly against: string | undefined;
}

const ROUNDS = '5';
const ROUNDS_SHORT = '3';
const SHORT: ReadonlyArray<PartName> = ['batches', 'smallWrites', 'start'];
const SLACK_SHORT = 1.5;

const isPart = (name: string): name is PartName => PART_NAMES.some((part) => part === name);

const partsOf = (text: string): ReadonlyArray<PartName> => {
  const names = text.split(',');
  const unknown = names.filter((name) => !isPart(name));
  if (unknown.length === 0) return names.filter(isPart);
  throw new Error(
    `no such part of the bench: ${unknown.join(', ')}; there are ${PART_NAMES.join(', ')}`,
  );
};

const whole = (text: string): number => {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new Error('rounds: expected a whole number, at least 1');
};

/** @throws when the command line or the environment asks for something that does not exist. */
export const readArguments = (
  line: ReadonlyArray<string>,
  { BENCH_PARTS, BENCH_ROUNDS }: NodeJS.ProcessEnv,
): BenchArguments => {
  const { values } = parseArgs({
    args: [...line],
    options: {
      parts: { type: 'string', ...(BENCH_PARTS !== undefined && { default: BENCH_PARTS }) },
      rounds: { type: 'string', ...(BENCH_ROUNDS !== undefined && { default: BENCH_ROUNDS }) },
      check: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
      against: { type: 'string' },
    },
  });
  const usual = values.short ? SHORT : PART_NAMES.filter((name) => name !== 'timing');
  return {
    parts: values.parts === undefined ? usual : partsOf(values.parts),
    rounds: whole(values.rounds ?? (values.short ? ROUNDS_SHORT : ROUNDS)),
    check: values.check,
    slack: values.short ? SLACK_SHORT : undefined,
    against: values.against,
  };
};
