import { sha256 } from '@hundi/core/wire';
import { befallsReceivers, FAULT_KINDS, type Cell, type FaultKind } from './world/faults.js';
import { comeToRest, heal, liveOn, outlastDead } from './turns/heal.js';
import { approvalInvariants } from './invariants/approval.js';
import { gatherEvidence, type Evidence } from './invariants/evidence.js';
import { historyInvariants } from './invariants/history.js';
import { idempotencyInvariants } from './invariants/idempotency.js';
import { intakeInvariants } from './invariants/intake.js';
import type { Invariant } from './invariants/invariant.js';
import { tenantInvariants } from './invariants/tenants.js';
import { policyInvariants } from './invariants/policies.js';
import { previewInvariants } from './invariants/previews.js';
import { factorInvariants } from './invariants/factors.js';
import { livenessInvariants, stuckWork } from './invariants/liveness.js';
import { moneyInvariants } from './invariants/money.js';
import type { Mutant } from './mutants/mutant.js';
import { askAgain, enableAgain } from './turns/care.js';
import { gatherFeed, recordedAttempts } from './invariants/feed-evidence.js';
import { feedInvariants } from './invariants/feed.js';
import { ENDPOINTS } from './people/endpoints.js';
import { handOutFactors } from './people/factors.js';
import { populate } from './people/town.js';
import { newSimulation, type Simulation } from './play/simulation.js';
import type { EmptyStorage } from './world/backup.js';
import { takeTurn } from './turns/turn.js';
import { climateOf } from './world/climate.js';
import { diceOf, drained, newWorld, note, violate, type Violation } from './world/world.js';

export interface SimulationOptions extends EmptyStorage {
  /** The same seed gives the same history, after any other and on any machine. */
  readonly seed: number;
  /** Turns of the scheduler while faults strike; by default 200. */
  readonly steps?: number;
  /** The faults that may strike; by default all of them. */
  readonly faults?: ReadonlyArray<FaultKind>;
  /** Whether the corporates have endpoints and receive webhooks; by default true. Events are sealed in any case. */
  readonly receivers?: boolean;
  /** A known bug to plant, to see it caught. */
  readonly mutant?: Mutant;
}

/** The result of one history. */
export interface History {
  readonly seed: number;
  readonly steps: number;
  /** SHA-256 of the trace and of how everything ended: equal for equal seeds. */
  readonly hash: string;
  readonly trace: ReadonlyArray<string>;
  /** Promises that did not hold. Empty unless the engine, or the storage, has a bug. */
  readonly violations: ReadonlyArray<Violation>;
  /** How often each fault struck in each state. */
  readonly struck: ReadonlyMap<Cell, number>;
}

export const STEPS = 200;

const SAFETY: ReadonlyArray<Invariant> = [
  ...tenantInvariants,
  ...moneyInvariants,
  ...intakeInvariants,
  ...approvalInvariants,
  ...policyInvariants,
  ...factorInvariants,
  ...previewInvariants,
  ...idempotencyInvariants,
  ...historyInvariants,
];

/**
 * Runs the whole engine in a hostile world, from one seed: clients and checkers, a bank with books of its own that
 * forgets, delays and contradicts itself, processes that die and wake up late, a storage that fails before and after
 * a commit, clocks that jump. Then every fault ends. The simulator compares the bank's executions and the replies of
 * clients with the engine's records all along, after the heal, and thirty days later.
 */
export const simulate = async (options: SimulationOptions): Promise<History> => {
  const { seed, steps = STEPS, faults = FAULT_KINDS, receivers = true, ...empty } = options;
  const dice = diceOf(seed);
  const possible = faults.filter(
    (fault) =>
      (fault !== 'restored_backup' || empty.backUp !== undefined) &&
      (receivers || !befallsReceivers(fault)),
  );
  const ground = { ...empty, endpoints: receivers ? ENDPOINTS : [] };
  const world = newWorld(seed, dice, climateOf(dice.climate, possible));
  await populate(ground.storage, ground.endpoints, world.climate);
  if (world.climate.habits.has('factors')) await handOutFactors(ground.storage);
  const simulation = newSimulation(world, ground);
  const isSound = (): boolean => world.violations.length === 0;

  for (let i = 0; i < world.climate.processes; i += 1) simulation.start();
  await drained(world);
  while (world.turn < steps && isSound()) {
    world.turn += 1;
    await takeTurn(simulation);
    await drained(world);
  }
  if (isSound()) await judge(simulation, SAFETY);
  if (isSound()) {
    await afterwards(simulation).catch((error: unknown) => {
      violate(world, 'I36', `background work fails: ${messageOf(error)}`);
    });
  }
  for (const { order, state, sequence } of simulation.ledger.entries.values()) {
    note(world, `${order.transactionId} ${state} ${String(sequence)}`);
  }
  return {
    seed,
    steps,
    hash: sha256(world.trace.join('\n')),
    trace: world.trace,
    violations: world.violations,
    struck: world.struck,
  };
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Every fault ends: two hours later all is at rest, and a month later nothing else has happened. */
const afterwards = async (simulation: Simulation): Promise<void> => {
  const { world } = simulation;
  const process = await heal(simulation);
  await enableAgain(simulation, process);
  await comeToRest(simulation, process);
  await judge(simulation, [...SAFETY, ...livenessInvariants]);
  for (const stuck of await stuckWork(simulation)) violate(world, 'I36', stuck);
  if (world.violations.length > 0) return;
  if (world.climate.staysDead) await outlastDead(simulation, process);
  const recorded = await recordedAttempts(simulation);
  simulation.receivers.revive();
  await enableAgain(simulation, process);
  await askAgain(simulation, process);
  await liveOn(simulation, process);
  const evidence = await judge(simulation, SAFETY);
  const feed = await gatherFeed(evidence, recorded);
  for (const { name, broken } of feedInvariants) {
    for (const detail of broken(feed)) violate(world, name, detail);
  }
};

const judge = async (
  simulation: Simulation,
  invariants: ReadonlyArray<Invariant>,
): Promise<Evidence> => {
  const evidence = await gatherEvidence(simulation);
  for (const { name, broken } of invariants) {
    for (const detail of broken(evidence)) violate(simulation.world, name, detail);
  }
  return evidence;
};
