import type { E } from '../fp.js';
import type { EpochMs } from './time.js';

/** A command on a record, with its moment. */
export interface Command {
  readonly at: EpochMs;
}

/**
 * The step that a command takes from a state, or why it takes none. A machine is pure: it knows no clock and no
 * store, returns the same for the same, and changes nothing that it is given.
 */
export type Machine<State, C extends Command, Refusal, Step = State> = (
  state: State,
  command: C,
) => E.Either<Refusal, Step>;
