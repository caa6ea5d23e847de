import type { Duty, EpochMs } from '@hundi/core';
import { dueOf, isFeed } from '../engine/due.js';
import type { Process } from '../engine/process.js';
import { vouchForPolicies } from '../people/operators.js';
import type { Simulation } from '../play/simulation.js';
import { drained, note, violate } from '../world/world.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How long after the heal everything must have come to rest. */
const REST_AFTER = 2 * HOUR;

/** Moments at which something may fall due, visited one by one; a healed world has few. */
const MOMENTS_MAX = 400;
const ROUNDS_MAX = 100;

/**
 * Ends every fault: calls go on, clocks agree again, one process is there. Time goes to the furthest moment
 * that any clock has shown, for work may be due only then.
 */
export const heal = async (simulation: Simulation): Promise<Process> => {
  const { world, crossing, clients } = simulation;
  note(world, 'heal');
  world.calm = true;
  // One after the other: only so does every storage see the same order.
  for (let [next] = crossing.all(); next !== undefined; [next] = crossing.all()) {
    crossing.letGo(next);
    await drained(world);
  }
  world.now = Math.max(world.now, world.latestReading);
  for (const process of simulation.processes()) process.setSkew(0);
  // One is enough from here on; the others stop as they would for a release.
  const survivor = simulation.processes().find((one) => one.state() === 'running');
  await vouchForPolicies(simulation);
  const process = survivor ?? simulation.start();
  for (const other of simulation.processes()) if (other !== process) other.stop();
  await drained(world);
  if (simulation.processes().length !== 1) violate(world, 'F35', 'a process does not stop');
  for (const request of clients.unanswered()) {
    clients.repeat(process, request);
    await drained(world);
  }
  return process;
};

/** Runs what is due until nothing is. Nothing may fail any more. */
const runDue = async (
  { world, storage }: Simulation,
  duties: ReadonlyArray<Duty>,
): Promise<void> => {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const moments = await dueOf(world, storage, duties);
    const due = duties.filter((_, i) => (moments[i] ?? Infinity) <= world.now);
    if (due.length === 0) return;
    for (const duty of due) await duty.run();
  }
  throw new Error('work stays due');
};

/** Remaining entries are sealed at the end: the history is checked by the same events, sealed in fewer commits. */
const withoutFeed = ({ engine }: Process): ReadonlyArray<Duty> =>
  engine.duties.filter((duty) => !isFeed(duty));

const catchUp = async (
  simulation: Simulation,
  process: Process,
  duties: ReadonlyArray<Duty> = process.engine.duties,
): Promise<void> => {
  const { world, bank, messenger, guard, storage } = simulation;
  bank.catchUp();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    messenger.deliverAll(process);
    await drained(world);
    // By one operator alone nothing may leave.
    if (await guard.askForRelease(storage)) await runDue(simulation, duties);
    await guard.release(storage);
    await runDue(simulation, duties);
    bank.catchUp();
    if (bank.books.letters.length === 0) return;
  }
  throw new Error('reports are not taken');
};

const nextMoment = async (
  { world, storage, bank }: Simulation,
  duties: ReadonlyArray<Duty>,
): Promise<EpochMs> => {
  const moments = [...(await dueOf(world, storage, duties)), bank.nextDue() ?? Infinity];
  return Math.min(...moments.map((at) => (at > world.now ? at : Infinity)));
};

/** Lets two hours pass, stopping wherever something falls due. */
export const comeToRest = async (simulation: Simulation, process: Process): Promise<void> => {
  const { world } = simulation;
  const end = world.now + REST_AFTER;
  const duties = withoutFeed(process);
  await catchUp(simulation, process, duties);
  for (let moment = 0; moment < MOMENTS_MAX; moment += 1) {
    const next = await nextMoment(simulation, duties);
    if (next > end) break;
    world.now = next;
    await catchUp(simulation, process, duties);
  }
  world.now = end;
  await catchUp(simulation, process);
};

const STEPS_DEAD = 22;

/** Lets more than four days pass in steps of a few hours: deliveries to who stays dead are given up. */
export const outlastDead = async (simulation: Simulation, process: Process): Promise<void> => {
  for (let step = 0; step < STEPS_DEAD; step += 1) {
    simulation.world.now += 5 * HOUR;
    await catchUp(simulation, process);
  }
};

/** Lets thirty days pass in a few steps. */
export const liveOn = async (simulation: Simulation, process: Process): Promise<void> => {
  const { world } = simulation;
  for (const days of [1, 2, 7, 20]) {
    world.now += days * DAY;
    await catchUp(simulation, process);
  }
};
