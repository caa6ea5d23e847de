import { indianDay, indianMidnight } from '../people/batches.js';
import type { Simulation } from '../play/simulation.js';
import { isHurried } from './hurry.js';
import { note } from '../world/world.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The least that a lease lasts, and a little more. */
export const LEASE_OVER = 31 * SECOND;

/** True time goes on, and the bank with it. */
export const passTime = ({ world, bank }: Simulation, ms: number): void => {
  world.now += ms;
  note(world, `time +${String(ms)}`);
  bank.catchUp();
};

/** How often time stops right before what the bank does next. Before a late order arrives, the bank does not know it. */
const RIGHT_BEFORE = 0.5;

/** A while: a moment, over a lease, to what the bank does next, to midnight. In a slow history moments alone. */
export const someTime = (simulation: Simulation): number => {
  const { world, bank } = simulation;
  const { schedule: dice } = world.random;
  if (world.climate.isSlow) return dice.int(1, 20 * SECOND);
  const next = bank.nextDue();
  const early = dice.chance(RIGHT_BEFORE) ? dice.int(1, 5 * SECOND) : 0;
  const toBank = next === undefined ? MINUTE : Math.max(next - world.now - early, 1);
  if (isHurried(simulation) && world.climate.dawdlers && dice.chance(0.8)) return toBank;
  const toMidnight = indianMidnight(indianDay(world.now, 1)) - world.now;
  return (
    dice.weighted([
      [20, dice.int(1, 3 * SECOND)],
      [15, dice.int(5, 20) * SECOND],
      [30, LEASE_OVER],
      [15, toBank],
      [10, dice.int(1, 20) * MINUTE],
      [5, HOUR],
      [5, toMidnight],
    ]) ?? SECOND
  );
};
