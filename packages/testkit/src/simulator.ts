/**
 * The simulator: the whole engine in a hostile world, each history from one seed.
 *
 * @packageDocumentation
 */

// One history from one seed
export { simulate, type History, type SimulationOptions } from './simulator/simulate.js';
export type { BackUp, EmptyStorage } from './simulator/world/backup.js';
export type { Violation } from './simulator/world/world.js';

// Known bugs that a simulation must find
export { mutants } from './simulator/mutants/mutants.js';
export type { Mutant } from './simulator/mutants/mutant.js';

// Which faults struck in which states
export {
  FAULT_KINDS,
  RECEIVER_FAULTS,
  STRUCK_STATES,
  type Cell,
  type FaultKind,
  type ReceiverFault,
  type StruckState,
} from './simulator/world/faults.js';
export { missed, POSSIBLE, whyImpossible } from './simulator/coverage.js';

// The shortest history that still fails
export { shrink, type ShrinkOptions, type Shrunk } from './simulator/shrink.js';
