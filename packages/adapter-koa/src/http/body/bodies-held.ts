import { TooManyBodies, TooManyBodiesOfCaller } from '../../problem/refusal.js';

/** Bytes of bodies that are on the way. */
export interface BodiesHeldLimits {
  readonly ofCaller: number;
  readonly inAll: number;
}

const MIB = 1_024 * 1_024;

export const BODIES_HELD: BodiesHeldLimits = { ofCaller: 64 * MIB, inAll: 256 * MIB };

/** The bytes of bodies for one engine that this process holds. */
interface Held {
  bytes: number;
  readonly byCaller: Map<string, number>;
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
export const holdBody = (
  engine: object,
  who: string,
  { ofCaller, inAll }: BodiesHeldLimits,
): HeldBody => {
  const held: Held = heldFor.get(engine) ?? { bytes: 0, byCaller: new Map(), large: new Map() };
  heldFor.set(engine, held);
  let taken = 0;
  let answered: (() => void) | undefined;
  return {
    take: (bytes) => {
      const mine = held.byCaller.get(who) ?? 0;
      if (mine + bytes > ofCaller) return TooManyBodiesOfCaller(ofCaller);
      if (held.bytes + bytes > inAll) return TooManyBodies();
      taken += bytes;
      held.bytes += bytes;
      held.byCaller.set(who, mine + bytes);
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
      const left = (held.byCaller.get(who) ?? 0) - taken;
      if (left > 0) held.byCaller.set(who, left);
      else held.byCaller.delete(who);
      held.bytes -= taken;
      taken = 0;
      answered?.();
    },
  };
};
