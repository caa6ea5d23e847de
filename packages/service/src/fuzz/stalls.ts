import type { Bystander, Wait } from './bystander.js';
import type { Sent } from './report.js';

/** A wait, and what it may be due to. */
interface Looked extends Wait {
  /** The requests that were sent meanwhile. */
  readonly during: string;
  /** The requests that were under way or had just been answered. */
  readonly suspects: ReadonlyArray<number>;
}

/** A wait that was too long. */
export interface Stall extends Looked {
  readonly isCrowded: boolean;
}

/** A stall that came again when its suspects were sent once more. */
export interface Repeated extends Stall {
  readonly againMs: number;
  /** How long the machine took then to parse a batch of 20,000 payments. */
  readonly parseMs: number;
}

/** The stalls of a run. */
export interface Stalls {
  readonly sent: (request: Sent) => void;
  readonly crowded: (from: number, to: number) => void;
  /** So many stalls, at most, that were not looked at again yet; each is answered once. */
  readonly fresh: (atMost: number) => ReadonlyArray<Stall>;
  /** What became of a stall when its suspects were sent once more. */
  readonly repeated: (stall: Repeated) => void;
  /** Those that came again, and those that were not looked at. */
  readonly counted: () => ReadonlyArray<Stall | Repeated>;
  /** How many did not come again: the machine's, not a request's. */
  readonly passing: () => number;
}

/** How long a bystander may be held up by one request, and by several at once. */
const STALL_MS = 50;
const STALL_CROWDED_MS = 100;

/** The same on a slow machine, in times of what it takes to parse a batch of 20,000 payments. */
const STALL_PARSES = 1.5;
const STALL_CROWDED_PARSES = 3;

/** A request can hold up a bystander after its answer, too: a batch is evaluated then. */
const AFTER_MS = 3_000;

const RECENT_MAX = 100;
const BLAMED_MAX = 3;

const boundOf = (isCrowded: boolean): number => (isCrowded ? STALL_CROWDED_MS : STALL_MS);

const cameAgain = ({ well, isCrowded, againMs, parseMs }: Repeated): boolean =>
  !well ||
  againMs >
    Math.max(boundOf(isCrowded), (isCrowded ? STALL_CROWDED_PARSES : STALL_PARSES) * parseMs);

export const stallsOf = ({ waits }: Pick<Bystander, 'waits'>): Stalls => {
  const crowds: (readonly [from: number, to: number])[] = [];
  const recent: Sent[] = [];
  const looked: Looked[] = [];
  const again: Repeated[] = [];
  let seen = 0;
  let passing = 0;

  // Suspects are known for a short time only.
  const look = (): void => {
    for (const wait of waits.slice(seen)) {
      const suspects = recent.filter(({ from, to }) => from < wait.to && wait.from < to + AFTER_MS);
      const during = suspects.filter(({ to }) => wait.from < to).slice(-BLAMED_MAX);
      looked.push({
        ...wait,
        during: during.map(({ label }) => label).join(' | '),
        suspects: suspects.map(({ index }) => index),
      });
    }
    seen = waits.length;
  };
  const stallsIn = (all: ReadonlyArray<Looked>): ReadonlyArray<Stall> =>
    all
      .map((wait) => ({
        ...wait,
        isCrowded: crowds.some(([from, to]) => from < wait.to && wait.from < to),
      }))
      .filter(({ well, heldUpMs, isCrowded }) => !well || heldUpMs > boundOf(isCrowded));

  return {
    sent: (request) => {
      recent.push(request);
      look();
      if (recent.length > RECENT_MAX) recent.shift();
    },
    crowded: (from, to) => {
      crowds.push([from, to]);
    },
    fresh: (atMost) => {
      look();
      const all = stallsIn(looked.splice(0));
      looked.push(...all.slice(atMost));
      return all.slice(0, atMost);
    },
    repeated: (stall) => {
      if (cameAgain(stall)) again.push(stall);
      else passing += 1;
    },
    counted: () => {
      look();
      return [...again, ...stallsIn(looked)];
    },
    passing: () => passing,
  };
};
