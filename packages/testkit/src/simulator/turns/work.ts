import type { Duty } from '@hundi/core';
import { dueOf, isFeed } from '../engine/due.js';
import type { Process } from '../engine/process.js';
import type { Simulation } from '../play/simulation.js';
import { note } from '../world/world.js';
import { isHurried } from './hurry.js';

/** How likely duties are to be run beside those that add nothing to money. */
const URGENCY: Readonly<Record<string, number>> = {
  'process-jobs': 6,
  'retry-jobs': 6,
  'send-to-bank': 6,
  'query-unknowns': 6,
};

/** The same in a hurry: the worker that takes over, or asks, comes first. */
const URGENCY_BEHIND_A_SEND: Readonly<Record<string, number>> = {
  'send-to-bank': 20,
  'query-unknowns': 20,
};

/** Now and then a duty is run though nothing is due. */
const IDLE_RUNS = 0.02;

/** Starts a lane of the process on work that is due; false when there is none. */
export const work = async (simulation: Simulation, process: Process): Promise<boolean> => {
  const { world, storage } = simulation;
  const urgency = isHurried(simulation) ? URGENCY_BEHIND_A_SEND : URGENCY;
  const { schedule: dice } = world.random;
  const due: (readonly [number, Duty])[] = [];
  const idle = process.idle().filter((duty) => !isFeed(duty));
  const moments = await dueOf(world, storage, idle);
  for (const [i, duty] of idle.entries()) {
    const isDue = (moments[i] ?? Infinity) <= process.now();
    if (isDue || dice.chance(IDLE_RUNS)) due.push([urgency[duty.name] ?? 1, duty]);
  }
  const duty = dice.weighted(due);
  if (duty === undefined) return false;
  note(world, `${process.name} works at ${duty.name}`);
  process.work(duty);
  return true;
};

/** The same for sealing and delivering, which wait for turns of their own: most turns are for money. */
export const feed = async ({ world, storage }: Simulation, process: Process): Promise<void> => {
  const idle = process.idle().filter(isFeed);
  const moments = await dueOf(world, storage, idle);
  const due = idle.filter((_, i) => (moments[i] ?? Infinity) <= world.now);
  const from = due.length > 0 ? due : idle;
  if (from.length === 0) return;
  const duty = world.random.schedule.pick(from);
  note(world, `${process.name} works at ${duty.name}`);
  process.work(duty);
};
