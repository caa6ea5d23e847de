import { parseArgs } from 'node:util';
import { FAULT_KINDS, mutants, RECEIVER_FAULTS, type FaultKind } from '@hundi/testkit/simulator';
import { STORAGES, type StorageName } from './storages.js';

export const USAGE =
  'npm run simulate -- [--seeds FROM-TO] [--seconds N] [--steps N] [--storage NAME] [--faults NAME,...] [--without-receivers] [--threads N] [--seed N [--trace]] [--mutants] [--mutant NAME]';

/** The parsed command line. */
export interface Arguments {
  readonly from: number;
  readonly to: number;
  /** No chunk of seeds begins after so long. */
  readonly seconds: number;
  readonly steps: number;
  readonly storage: StorageName;
  readonly faults: ReadonlyArray<FaultKind>;
  /** Whether the corporates receive webhooks. */
  readonly receivers: boolean;
  readonly threads: number;
  readonly mutants: boolean;
  /** Plants this bug, and of all bugs only this one. */
  readonly mutant: string | undefined;
  /** Prints every line of the one history. */
  readonly trace: boolean;
  readonly isReplay: boolean;
}

const STEPS = 200;

const OF_RECEIVERS: ReadonlySet<FaultKind> = new Set(RECEIVER_FAULTS);

const rangeOf = (text: string): readonly [number, number] => {
  const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  if (from === undefined || Number(to) < Number(from))
    throw new Error(`no range of seeds: ${text}`);
  return [Number(from), Number(to)];
};

const storageOf = (text: string): StorageName => {
  const known = STORAGES.find((name) => name === text);
  if (known === undefined) throw new Error(`--storage is one of ${STORAGES.join(', ')}`);
  return known;
};

const faultsOf = (text: string): ReadonlyArray<FaultKind> =>
  (text === '' ? [] : text.split(',')).map((one) => {
    const known = FAULT_KINDS.find((fault) => fault === one);
    if (known === undefined)
      throw new Error(`no fault is called ${one}: ${FAULT_KINDS.join(', ')}`);
    return known;
  });

const mutantOf = (text: string | undefined): string | undefined => {
  if (text !== undefined && !mutants.some(({ name }) => name === text))
    throw new Error(`no mutant is called ${text}: ${mutants.map(({ name }) => name).join(', ')}`);
  return text;
};

/** @throws when the command line asks for something that there is not. */
export const readArguments = (line: ReadonlyArray<string>, cores: number): Arguments => {
  const { values } = parseArgs({
    args: [...line],
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string' },
      seconds: { type: 'string' },
      steps: { type: 'string', default: String(STEPS) },
      storage: { type: 'string', default: 'memory' },
      faults: { type: 'string', default: FAULT_KINDS.join(',') },
      'without-receivers': { type: 'boolean', default: false },
      threads: { type: 'string', default: String(cores) },
      mutants: { type: 'boolean', default: false },
      mutant: { type: 'string' },
      trace: { type: 'boolean', default: false },
    },
  });
  const [from, to] = rangeOf(values.seed ?? values.seeds ?? (values.mutants ? '1-2000' : '1-1000'));
  const receivers = !values['without-receivers'];
  if (values.mutant !== undefined && values.seed === undefined && !values.mutants)
    throw new Error('--mutant needs --seed, or --mutants to look for a seed that catches it');
  return {
    from,
    to,
    seconds: values.seconds === undefined ? Infinity : rangeOf(values.seconds)[0],
    steps: rangeOf(values.steps)[0],
    storage: storageOf(values.storage),
    faults: faultsOf(values.faults).filter((fault) => receivers || !OF_RECEIVERS.has(fault)),
    receivers,
    threads: rangeOf(values.threads)[0],
    mutants: values.mutants,
    mutant: mutantOf(values.mutant),
    trace: values.trace,
    isReplay: values.seed !== undefined,
  };
};
