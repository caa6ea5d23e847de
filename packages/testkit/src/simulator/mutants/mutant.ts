import type { Hundi, Ports, Storage } from '@hundi/core';

/** Called once for each history; what it answers changes the ports of every process. */
export type Planting = () => (ports: Ports) => Ports;

/** A known bug, planted between the engine and the world. */
export interface Mutant {
  readonly name: string;
  /** The bug, in one sentence. */
  readonly bug: string;
  readonly ports?: Planting;
  /** Changes what a process answers. */
  readonly engine?: (engine: Hundi, ports: Ports) => Hundi;
  /** Changes the storage itself. */
  readonly storage?: (storage: Storage) => Storage;
}
