import { HeldBytes, type HeldLimits } from '../held-bytes.js';
import { TooManyBodies, TooManyBodiesOfCaller } from '../../problem/refusal.js';

const MIB = 1_024 * 1_024;

export const BODIES_HELD: HeldLimits = { ofCaller: 64 * MIB, inAll: 256 * MIB };

/** The bytes of bodies for one engine that this process holds. */
interface Held {
  readonly bytes: HeldBytes;
  /** The last large body of each caller that has one. */
  readonly large: Map<string, Promise<void>>;
}

// However many parts of an engine are mounted, its bodies are counted together.
const heldFor = new WeakMap<object, Held>();

/** The bytes of one request's body, held until the request is answered. */
export interface HeldBody {
  /** Takes so many bytes more, unless that would be too many. */
  readonly take: (bytes: number) => TooManyBodies | TooManyBodiesOfCaller | undefined;
  /** Waits until every large body that the caller sent before is answered. */
  readonly alone: () => Promise<void>;
  /** Gives back what was taken. */
  readonly release: () => void;
}

/** Counts the body of one request against what its caller, and all of an engine's, may have on the way. */
export const holdBody = (engine: object, who: string, limits: HeldLimits): HeldBody => {
  const held: Held = heldFor.get(engine) ?? { bytes: new HeldBytes(), large: new Map() };
  heldFor.set(engine, held);
  let taken = 0;
  let answered: (() => void) | undefined;
  return {
    take: (bytes) => {
      const over = held.bytes.over(who, bytes, limits);
      if (over === 'ofCaller') return TooManyBodiesOfCaller(limits.ofCaller);
      if (over === 'inAll') return TooManyBodies();
      taken += bytes;
      held.bytes.add(who, bytes);
      return undefined;
    },
    alone: async () => {
      const before = held.large.get(who);
      const mine = new Promise<void>((resolve) => {
        answered = () => {
          if (held.large.get(who) === mine) held.large.delete(who);
          resolve();
        };
      });
      held.large.set(who, mine);
      await before;
    },
    release: () => {
      held.bytes.add(who, -taken);
      taken = 0;
      answered?.();
    },
  };
};
