import { isSendAsleep, pause, type Parked } from '../engine/crossing.js';
import type { Process } from '../engine/process.js';
import type { FaultKind, StruckState } from '../world/faults.js';
import type { Simulation } from '../play/simulation.js';
import { befalls, note, strike } from '../world/world.js';
import { LEASE_OVER, passTime } from './time.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 86_400_000;
const JUMPS = [SECOND, LEASE_OVER, 10 * MINUTE, DAY, 30 * DAY];

/** In which states the payouts are that a process has in hand. */
const inHandOf = async ({ crossing }: Simulation, { name }: Process): Promise<Set<StruckState>> => {
  const states = new Set<StruckState>();
  for (const parked of crossing.all(name)) {
    for (const state of await parked.inHand()) states.add(state);
  }
  return states;
};

const crash = async (simulation: Simulation, process: Process): Promise<void> => {
  const states = await inHandOf(simulation, process);
  note(simulation.world, `${process.name} dies`);
  strike(simulation.world, 'crash', states);
  process.kill();
};

const stop = async (simulation: Simulation, process: Process): Promise<void> => {
  const states = await inHandOf(simulation, process);
  note(simulation.world, `${process.name} is told to stop`);
  strike(simulation.world, 'graceful_stop', states);
  process.stop();
};

const AT_THE_BANK: ReadonlySet<string> = new Set(['submit', 'query', 'answer']);

/** One call, rather one to the bank, is kept back for longer than its claim lasts, while others go on. */
const holdLong = async (simulation: Simulation): Promise<void> => {
  const { world, crossing } = simulation;
  const { faults: dice } = world.random;
  const ready = crossing.ready();
  const toBank = ready.filter(({ boundary }) => AT_THE_BANK.has(boundary));
  const from = toBank.length > 0 ? toBank : ready;
  await pause(world, dice.pick(from), dice.int(10, 120));
  if (dice.chance(0.7)) passTime(simulation, dice.pick([LEASE_OVER, 3 * LEASE_OVER]));
};

/** Nothing wakes it but others, who settle what it is about. */
const TO_THE_END = Infinity;
const LIKELY_AT_A_SEND = 20;

/** Whether a call falls asleep right before it sends. One at a time: others are to take over. */
export const fallsAsleep = ({ world, crossing }: Simulation, parked: Parked): boolean =>
  world.climate.sleepers &&
  parked.boundary === 'submit' &&
  parked.pausedUntil === 0 &&
  !isSendAsleep(crossing, world) &&
  befalls(world, 'pause', LIKELY_AT_A_SEND);

export const putToSleep = async (simulation: Simulation, parked: Parked): Promise<void> => {
  const { world } = simulation;
  await pause(world, parked, TO_THE_END);
  passTime(simulation, world.random.faults.pick([1, 3, 5]) * LEASE_OVER);
};

/** Whether a send starts late. */
export const dawdles = ({ world }: Simulation, { boundary, pausedUntil }: Parked): boolean =>
  world.climate.dawdlers &&
  boundary === 'intended' &&
  pausedUntil === 0 &&
  befalls(world, 'pause', LIKELY_AT_A_SEND);

/** A call is kept back for a little. */
export const holdUp = async (simulation: Simulation, parked: Parked): Promise<void> => {
  const { world } = simulation;
  await pause(world, parked, 1);
  passTime(simulation, world.random.faults.int(5, 19) * SECOND);
};

/** One call is kept back for a little, rather one that is about to send: it starts late. */
const holdShort = async (simulation: Simulation): Promise<void> => {
  const { world, crossing } = simulation;
  const ready = crossing.ready();
  const intended = ready.filter(({ boundary }) => boundary === 'intended');
  await holdUp(simulation, world.random.faults.pick(intended.length > 0 ? intended : ready));
};

const hold = async (simulation: Simulation): Promise<void> => {
  if (simulation.crossing.ready().length === 0) return;
  await (simulation.world.random.faults.chance(0.5) ? holdLong : holdShort)(simulation);
};

/** A clock strikes everything at once: every payout that there is. */
const jumpClock = (simulation: Simulation, process: Process, forward: boolean): void => {
  const { world, ledger } = simulation;
  const bound = world.climate.skewMaxMs;
  const far = world.random.faults.pick(JUMPS.filter((ms) => ms <= bound));
  const states = [...ledger.entries.values()].map(({ state }) => state);
  strike(world, forward ? 'clock_forward' : 'clock_back', states);
  const skew = process.now() - world.now + (forward ? far : -far);
  process.setSkew(Math.max(-bound, Math.min(bound, skew)));
};

type MachineFault = Extract<
  FaultKind,
  'crash' | 'graceful_stop' | 'pause' | 'clock_forward' | 'clock_back'
>;

/** How often each is, beside what strikes single calls. */
const LIKELY: ReadonlyArray<readonly [MachineFault, number]> = [
  ['crash', 0.1],
  ['graceful_stop', 0.05],
  ['pause', 0.4],
  ['clock_forward', 0.1],
  ['clock_back', 0.1],
];

/** A fault of the machine rather than of a call; undefined when none befalls. */
export const machineFault = (
  simulation: Simulation,
  running: ReadonlyArray<Process>,
): (() => Promise<void> | void) | undefined => {
  const { world } = simulation;
  if (running.length === 0) return undefined;
  const process = world.random.faults.pick(running);
  const fault = LIKELY.find(([kind, likely]) => befalls(world, kind, likely))?.[0];
  if (fault === undefined) return undefined;
  const canJump = world.climate.skewMaxMs >= SECOND;
  switch (fault) {
    case 'crash':
      return () => crash(simulation, process);
    case 'graceful_stop':
      return () => stop(simulation, process);
    case 'pause':
      return () => hold(simulation);
    case 'clock_forward':
    case 'clock_back':
      return canJump
        ? () => {
            jumpClock(simulation, process, fault === 'clock_forward');
          }
        : undefined;
  }
};
