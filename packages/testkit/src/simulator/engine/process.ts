import {
  createHundi,
  type Clock,
  type Duty,
  type EpochMs,
  type Hundi,
  type Ports,
} from '@hundi/core';
import { note, type World } from '../world/world.js';

/** A process of the bank: one engine, its lanes of background work, a clock of its own. */
export interface Process {
  readonly name: string;
  readonly engine: Hundi;
  readonly state: () => 'running' | 'stopping' | 'gone';
  /** The time of its clock. */
  readonly now: () => EpochMs;
  readonly setSkew: (ms: number) => void;
  /** Duties with a free lane. */
  readonly idle: () => ReadonlyArray<Duty>;
  /** Runs one chunk of a duty in one of its lanes. */
  readonly work: (duty: Duty) => void;
  /** Asks the engine something in the name of a client; undefined when the process dies over it. */
  readonly ask: <A>(run: (engine: Hundi) => Promise<A>) => Promise<A | undefined>;
  /** It is gone at once, and nothing of it ever goes on. */
  readonly kill: () => void;
  /** Claims no more and takes no requests; it is gone once what is in hand is done. */
  readonly stop: () => void;
}

export interface ProcessParts {
  readonly world: World;
  readonly name: string;
  readonly skew: number;
  readonly ports: (process: string, clock: Clock) => Ports;
  /** Changes the engine, where a bug of it is planted. */
  readonly tamper: (engine: Hundi, ports: Ports) => Hundi;
  readonly died: (name: string) => void;
}

export const startProcess = (parts: ProcessParts): Process => {
  const { world, name, ports, tamper, died } = parts;
  let state: 'running' | 'stopping' | 'gone' = 'running';
  let skew = parts.skew;
  /** Requests and lanes that are not done. */
  const waiting = new Set<() => void>();
  const busy = new Map<Duty, number>();
  const now = (): EpochMs => {
    const shown = world.now + skew;
    if (shown > world.latestReading) world.latestReading = shown;
    return shown;
  };
  const own = ports(name, { now });
  const engine = tamper(createHundi(own), own);

  const done = (lost: () => void): void => {
    waiting.delete(lost);
    if (state === 'stopping' && waiting.size === 0) state = 'gone';
  };

  const ask: Process['ask'] = (run) =>
    new Promise((resolve, reject) => {
      const lost = (): void => resolve(undefined);
      waiting.add(lost);
      run(engine)
        .finally(() => done(lost))
        .then(resolve, reject);
    });

  return {
    name,
    engine,
    state: () => state,
    now,
    setSkew: (ms) => {
      skew = ms;
    },
    idle: () => engine.duties.filter((duty) => (busy.get(duty) ?? 0) < duty.lanes),
    work: (duty) => {
      busy.set(duty, (busy.get(duty) ?? 0) + 1);
      void ask(() => duty.run())
        .catch((error: unknown) => {
          const why = error instanceof Error ? error.message : 'failed';
          note(world, `${name} ${duty.name}: ${why}`);
        })
        .finally(() => busy.set(duty, (busy.get(duty) ?? 1) - 1));
    },
    ask,
    kill: () => {
      state = 'gone';
      died(name);
      for (const lost of waiting) lost();
    },
    stop: () => {
      state = waiting.size === 0 ? 'gone' : 'stopping';
    },
  };
};
