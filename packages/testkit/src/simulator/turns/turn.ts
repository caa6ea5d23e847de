import { isAwakeAgain, rouse, type Parked } from '../engine/crossing.js';
import type { Process } from '../engine/process.js';
import { rearrange } from '../people/administrators.js';
import { changeDeputy } from '../people/deputies.js';
import { govern } from '../people/governors.js';
import type { Simulation } from '../play/simulation.js';
import { befalls, note, type World } from '../world/world.js';
import { dawdles, fallsAsleep, holdUp, machineFault, putToSleep } from './machine-faults.js';
import { restoreBackup, takeBackup } from './restored-backup.js';
import { isHurried } from './hurry.js';
import { passTime, someTime } from './time.js';
import { feed, work } from './work.js';

type Turn =
  | 'go_on'
  | 'work'
  | 'feed'
  | 'post'
  | 'decide'
  | 'cancel'
  | 'look'
  | 'rearrange'
  | 'deputize'
  | 'govern'
  | 'report'
  | 'time'
  | 'start';

/** Policies that are sealed are replaced more often: a restored backup is to bring an older one back. */
const governed = (world: World): number => (sealsPolicies(world) ? 12 : 6);

const choose = (simulation: Simulation, running: ReadonlyArray<Process>): Turn => {
  const { world, crossing, messenger, ledger } = simulation;
  const ready = crossing.ready().length;
  const isUp = running.length > 0;
  const hasPayouts = isUp && ledger.entries.size > 0;
  // Few turns are left in which the worker that takes over from a sleeper can settle its payouts.
  const hurry = isHurried(simulation);
  return (
    world.random.schedule.weighted<Turn>([
      [ready === 0 ? 0 : 60 + 4 * ready, 'go_on'],
      [isUp ? (hurry ? 60 : 30) : 0, 'work'],
      [hasPayouts && !hurry ? world.climate.feed : 0, 'feed'],
      [isUp ? (hurry ? 1 : 4) : 0, 'post'],
      [hasPayouts ? (hurry ? 1 : 8) : 0, 'decide'],
      [hasPayouts ? 2 : 0, 'cancel'],
      [hasPayouts ? 3 : 0, 'look'],
      [1, 'rearrange'],
      [isUp && world.climate.habits.has('deputies') ? 4 : 0, 'deputize'],
      [isUp && world.climate.habits.has('policies') ? governed(world) : 0, 'govern'],
      [isUp && messenger.hasLetters() ? 8 : 0, 'report'],
      [hurry ? 9 : 3, 'time'],
      [running.length < world.climate.processes ? 20 : 0, 'start'],
    ]) ?? 'time'
  );
};

const FOCUS_BEHIND_A_SEND = 0.9;

/** Any call that waits; where the scheduler keeps its focus, the one that came last. */
const nextOf = (simulation: Simulation): Parked => {
  const { world, crossing } = simulation;
  const ready = crossing.ready();
  const last = ready.at(-1);
  const { schedule: dice } = world.random;
  const focus = isHurried(simulation) ? FOCUS_BEHIND_A_SEND : world.climate.focus;
  return last !== undefined && dice.chance(focus) ? last : dice.pick(ready);
};

/** A call goes on, unless it falls asleep or dawdles. */
const goOn = async (simulation: Simulation): Promise<void> => {
  const next = nextOf(simulation);
  if (fallsAsleep(simulation, next)) await putToSleep(simulation, next);
  else if (dawdles(simulation, next)) await holdUp(simulation, next);
  else simulation.crossing.letGo(next);
};

/** Work where there is any; else an actor asks for some, or time passes until there is. */
const workOrWait = async (simulation: Simulation, process: Process): Promise<void> => {
  if (await work(simulation, process)) return;
  if (simulation.world.random.schedule.chance(0.5)) simulation.clients.post(process);
  else passTime(simulation, someTime(simulation));
};

/** How often a backup is taken that will be restored. */
const BACKUPS = 0.1;
/** How often where policies are sealed and replaced: an older one comes back with it. */
const BACKUPS_OF_POLICIES = 0.5;

const sealsPolicies = ({ climate: { habits } }: World): boolean =>
  habits.has('factors') && habits.has('policies');

/** Takes a backup now and then, and brings it back later; true when that was the turn. */
const backUpOrRestore = async (simulation: Simulation): Promise<boolean> => {
  const { world, backup, backUp } = simulation;
  const { taken } = backup;
  if (taken === undefined) {
    const often = sealsPolicies(world) ? BACKUPS_OF_POLICIES : BACKUPS;
    if (backUp === undefined || !befalls(world, 'restored_backup', often)) return false;
    backup.taken = takeBackup(simulation, backUp);
    return true;
  }
  if (world.turn < taken.restoredAt) return false;
  backup.taken = undefined;
  await restoreBackup(simulation, taken);
  return true;
};

/** One turn of the scheduler: an actor goes on or asks for something, time passes, or a fault strikes. */
export const takeTurn = async (simulation: Simulation): Promise<void> => {
  const { world, crossing, clients, checkers, cancellers, readers, messenger } = simulation;
  const { schedule: dice } = world.random;
  const running = simulation.processes().filter((process) => process.state() === 'running');
  await rouse(crossing, world);
  const awake = crossing.ready().find((parked) => isAwakeAgain(world, parked));
  if (awake !== undefined) {
    crossing.letGo(awake);
    return;
  }
  if (await backUpOrRestore(simulation)) return;
  const fault = machineFault(simulation, running);
  if (fault !== undefined) {
    await fault();
    return;
  }
  switch (choose(simulation, running)) {
    case 'go_on':
      await goOn(simulation);
      break;
    case 'work':
      await workOrWait(simulation, dice.pick(running));
      break;
    case 'feed':
      await feed(simulation, dice.pick(running));
      break;
    case 'post':
      clients.post(dice.pick(running));
      break;
    case 'decide':
      checkers.decide(dice.pick(running));
      break;
    case 'cancel':
      cancellers.cancel(dice.pick(running));
      break;
    case 'look':
      readers.look(dice.pick(running));
      break;
    case 'rearrange':
      await rearrange(world, simulation.ledger.facts, simulation.storage, simulation.settings);
      break;
    case 'deputize':
      changeDeputy(world, dice.pick(running));
      break;
    case 'govern':
      govern(world, dice.pick(running), simulation.settings);
      break;
    case 'report':
      messenger.deliver(dice.pick(running));
      break;
    case 'time':
      passTime(simulation, someTime(simulation));
      break;
    case 'start':
      note(world, 'a process starts');
      simulation.start();
  }
};
