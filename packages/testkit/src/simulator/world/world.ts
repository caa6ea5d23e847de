import type { EpochMs } from '@hundi/core';
import type { RailTraits } from '@hundi/core/rail';
import type { Cell, FaultKind, StruckState } from './faults.js';
import { randomOf, type Random } from './random.js';

/** A promise of the engine that did not hold, by its number. */
export interface Violation {
  readonly invariant: string;
  readonly detail: string;
  /** The turn of the scheduler at which it was seen. */
  readonly turn: number;
}

/** The traits of one history: drawn once, so that histories differ in kind, not only in detail. */
export interface Climate {
  readonly faults: ReadonlySet<FaultKind>;
  /** How often a boundary that can be struck is. */
  readonly intensity: number;
  readonly processes: number;
  /** Time goes on in small steps only: nothing is jumped over. */
  readonly isSlow: boolean;
  /** How often the scheduler stays with the call that moved last: more gets done, less meets. */
  readonly focus: number;
  /** A sender may fall asleep, and wakes up once others have settled the payout. */
  readonly sleepers: boolean;
  /** A sender may start late, at a bank that executes a repeated order again. */
  readonly dawdlers: boolean;
  readonly traits: RailTraits;
  /** Whether the bank takes orders in windows, by a calendar. */
  readonly keepsHours: boolean;
  /** How likely a turn seals and delivers while faults strike, beside 30 for other work. */
  readonly feed: number;
  /** Whether one receiver stays dead for days after the heal. */
  readonly staysDead: boolean;
  /** How far apart the clocks of processes may be. */
  readonly skewMaxMs: number;
  /** What its people do beside posting, deciding and cancelling. */
  readonly habits: ReadonlySet<Habit>;
}

/** People name deputies, propose and approve policies, give second factors; clients preview batches. */
export const HABITS = ['deputies', 'policies', 'previews', 'factors'] as const;
export type Habit = (typeof HABITS)[number];

/** One simulated world: the true time, the dice, and what has been seen. */
export interface World {
  readonly seed: number;
  readonly climate: Climate;
  readonly random: Readonly<Record<Stream, Random>>;
  readonly trace: string[];
  readonly violations: Violation[];
  /** How often each fault struck in each state. */
  readonly struck: Map<Cell, number>;
  /** True time, by which the bank goes. Never back. */
  now: EpochMs;
  turn: number;
  /** No faults any more, and no actor waits for the scheduler. */
  calm: boolean;
  /** The latest moment that any process's clock has shown. */
  latestReading: EpochMs;
  /** Calls of the storage that it has not answered. */
  outstanding: number;
}

const STREAMS = ['climate', 'schedule', 'clients', 'bank', 'faults', 'receivers'] as const;
type Stream = (typeof STREAMS)[number];

/** Monday, 5 January 2026, 10:00 in India. */
const START: EpochMs = Date.UTC(2026, 0, 5, 4, 30);

export const diceOf = (seed: number): World['random'] =>
  Object.fromEntries(STREAMS.map((stream, i) => [stream, randomOf(seed, i)])) as World['random'];

export const newWorld = (seed: number, random: World['random'], climate: Climate): World => ({
  seed,
  climate,
  random,
  trace: [],
  violations: [],
  struck: new Map(),
  now: START,
  turn: 0,
  calm: false,
  latestReading: START,
  outstanding: 0,
});

/** One line of the trace. Nothing in it may differ between two runs of a seed. */
export const note = (world: World, line: string): void => {
  world.trace.push(`${String(world.turn)} ${line}`);
};

export const violate = (world: World, invariant: string, detail: string): void => {
  world.violations.push({ invariant, detail, turn: world.turn });
  note(world, `VIOLATION ${invariant} ${detail}`);
};

/** Counts a fault for every state that it struck in. */
export const strike = (world: World, fault: FaultKind, states: Iterable<StruckState>): void => {
  const distinct = new Set(states);
  for (const state of distinct) {
    const cell: Cell = `${fault}/${state}`;
    world.struck.set(cell, (world.struck.get(cell) ?? 0) + 1);
  }
  note(world, `${fault} [${[...distinct].sort().join(' ')}]`);
};

/** Whether a fault of this kind is to happen here. */
export const befalls = (world: World, fault: FaultKind, likely = 1): boolean =>
  !world.calm &&
  world.climate.faults.has(fault) &&
  world.random.faults.chance(world.climate.intensity * likely);

/**
 * Lets everything run that can run without the scheduler. Promises alone are done before the next tick; a
 * database is waited for.
 */
export const drained = async (world: World): Promise<void> => {
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
  while (world.outstanding > 0) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
};
