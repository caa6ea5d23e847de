import type { Cell, FaultKind, Violation } from '@hundi/testkit/simulator';
import type { StorageName } from './storages.js';

/** The start data of every thread. */
export interface Setting {
  readonly storage: StorageName;
  readonly steps: number;
  readonly faults: ReadonlyArray<FaultKind>;
  readonly receivers: boolean;
}

/** Seeds for a thread to run, and the bug to plant in them. */
export interface Order {
  readonly from: number;
  readonly to: number;
  readonly mutant?: string;
  /** Stops at the first history that breaks a promise. */
  readonly untilBroken: boolean;
}

export interface Broken {
  readonly seed: number;
  readonly violation: Violation;
}

/** The result of an order. */
export interface Outcome {
  readonly histories: number;
  readonly struck: ReadonlyMap<Cell, number>;
  readonly broken: ReadonlyArray<Broken>;
}
