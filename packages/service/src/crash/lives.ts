import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  EndedEarly,
  launch,
  runService,
  type Ended,
  type RunningService,
} from '../testing/running-service.js';
import type { Place } from '../testing/places.js';
import { CRASH_AT, FORGETFUL_BANK, type CrashPoint } from './crash-points.js';
import type { Dice } from './dice.js';
import type { Tally } from './tally.js';

const PROGRAM = fileURLToPath(new URL('program.js', import.meta.url));

/** How a process is to die: at a named point, after so long of starting, or after so long of serving. */
export type Fate =
  /** It dies after so long of serving wherever it is, if it does not come to the point. */
  | {
      readonly kind: 'point';
      readonly at: CrashPoint;
      readonly passes: number;
      readonly afterMs: number;
    }
  | { readonly kind: 'starting'; readonly afterMs: number }
  | { readonly kind: 'serving'; readonly afterMs: number };

/** Statements that make the schema are many; everything else is passed once in a while. */
export const fateAt = (at: CrashPoint, dice: Dice, afterMs: number): Fate => ({
  kind: 'point',
  at,
  passes: dice.int(1, at === 'in-migration' ? 45 : 3),
  afterMs,
});

/** The service as it is started in production, unless something about it is not. */
const programOf = (variables: Place['variables']): string | undefined =>
  CRASH_AT in variables || FORGETFUL_BANK in variables ? PROGRAM : undefined;

/** Starts a process that is not to be killed. */
export const start = ({ dataDir, variables }: Place): Promise<RunningService> =>
  runService(dataDir, variables, programOf(variables));

const wasKilled = ({ signal, stderr }: Ended): void => {
  if (signal !== 'SIGKILL') throw new Error(`a process ended by itself: ${stderr.at(-1) ?? ''}`);
};

/**
 * Starts a process; undefined when it met its fate before it was ready.
 *
 * @throws when it ends in any other way.
 */
export const live = async (
  place: Place,
  fate: Fate,
  tally: Tally,
): Promise<RunningService | undefined> => {
  if (fate.kind === 'starting') {
    const { dataDir, variables } = place;
    const { child, ended } = launch({ DATA_DIR: dataDir, ...variables }, programOf(variables));
    await setTimeout(fate.afterMs);
    child.kill('SIGKILL');
    wasKilled(await ended);
    tally.died('while starting');
    return undefined;
  }
  const startedAt = performance.now();
  try {
    const crash = fate.kind === 'point' && { [CRASH_AT]: `${fate.at}:${String(fate.passes)}` };
    const service = await start({ ...place, variables: { ...place.variables, ...crash } });
    tally.took('ready', performance.now() - startedAt);
    return service;
  } catch (error) {
    if (!(error instanceof EndedEarly) || fate.kind !== 'point') throw error;
    wasKilled(error.ended);
    tally.died(fate.at);
    return undefined;
  }
};

/** Waits for the death that a process is meant for. @throws when it ends in any other way. */
export const die = async (service: RunningService, fate: Fate, tally: Tally): Promise<void> => {
  const alone = new AbortController();
  const byItself = await Promise.race([
    service.ended.then(() => true),
    setTimeout(fate.afterMs, false, { signal: alone.signal }),
  ]);
  alone.abort();
  wasKilled(await service.end('SIGKILL'));
  tally.died(byItself && fate.kind === 'point' ? fate.at : 'anywhere');
};
