import type { Evidence } from './evidence.js';

/** A promise of the engine, as a pure judgement of the evidence: what of it does not hold. */
export interface Invariant {
  readonly name: string;
  /** The promise, in a sentence. */
  readonly promise: string;
  readonly broken: (evidence: Evidence) => Iterable<string>;
}
