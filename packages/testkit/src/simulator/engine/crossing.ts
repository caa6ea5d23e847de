import { RECEIVER_FAULTS, type FaultKind, type StruckState } from '../world/faults.js';
import { befalls, note, strike, type World } from '../world/world.js';

/**
 * Where a call waits for the scheduler: before a unit of work and after its commit (`intended` where that
 * was the intent to send), before a read, before the bank or a receiver of webhooks is reached and before
 * the answer arrives.
 */
export type Boundary =
  | 'unit'
  | 'committed'
  | 'intended'
  | 'read'
  | 'submit'
  | 'query'
  | 'answer'
  | 'webhook'
  | 'webhook_answer';

/** The fault that a call suffers when it continues, if any. */
export type Fate = FaultKind | 'none';

/** A call that waits for the scheduler, in the name of the process that made it. */
export interface Parked {
  readonly process: string;
  readonly boundary: Boundary;
  /** In which states the payouts are that the call has in hand. */
  readonly inHand: () => Promise<Iterable<StruckState>>;
  readonly goOn: (fate: Fate) => void;
  /** The scheduler passes it over until this turn. */
  pausedUntil: number;
}

/** Where every call of every process waits. */
export interface Crossing {
  readonly arrive: (process: string, boundary: Boundary, inHand: Parked['inHand']) => Promise<Fate>;
  /** The handling of a call that need not wait. */
  readonly fateAt: (boundary: Boundary) => Fate;
  /** Calls that the scheduler may let go on now. */
  readonly ready: () => ReadonlyArray<Parked>;
  /** Every call that waits, kept back or not; of one process, if it is named. */
  readonly all: (process?: string) => ReadonlyArray<Parked>;
  readonly letGo: (parked: Parked) => void;
  /** The calls of a dead process never go on. */
  readonly forget: (process: string) => void;
}

/** The faults that can strike a call when it crosses, the likelier first. */
const FAULTS_AT: Readonly<Record<Boundary, ReadonlyArray<FaultKind>>> = {
  unit: ['lost_race', 'storage_error', 'commit_unknown'],
  committed: [],
  intended: [],
  read: ['storage_error'],
  submit: ['answer_lost', 'order_late', 'order_lost', 'rail_unreachable'],
  query: ['answer_lost', 'rail_unreachable'],
  answer: [],
  webhook: RECEIVER_FAULTS,
  webhook_answer: [],
};

/** The bank is called far less often than the storage. */
const LIKELY: Partial<Record<Boundary, number>> = { submit: 2, query: 2, webhook: 3 };

export const newCrossing = (world: World): Crossing => {
  let waiting: Parked[] = [];

  const fateAt = (boundary: Boundary): Fate =>
    FAULTS_AT[boundary].find((fault) => befalls(world, fault, LIKELY[boundary])) ?? 'none';

  return {
    fateAt,
    arrive: (process, boundary, inHand) =>
      world.calm
        ? Promise.resolve('none')
        : new Promise((goOn) => {
            waiting.push({ process, boundary, inHand, goOn, pausedUntil: 0 });
          }),
    ready: () => waiting.filter(({ pausedUntil }) => pausedUntil <= world.turn),
    all: (process) =>
      process === undefined ? waiting : waiting.filter((parked) => parked.process === process),
    letGo: (parked) => {
      waiting = waiting.filter((one) => one !== parked);
      const fate = fateAt(parked.boundary);
      note(world, `${parked.process} ${parked.boundary} ${fate}`);
      parked.goOn(fate);
    },
    forget: (process) => {
      waiting = waiting.filter((parked) => parked.process !== process);
    },
  };
};

/** A call that was kept back long enough goes on at last: others have settled what it has in hand. */
export const rouse = async (crossing: Crossing, world: World): Promise<void> => {
  for (const parked of crossing.all()) {
    if (parked.pausedUntil <= world.turn || parked.boundary !== 'submit') continue;
    for (const state of await parked.inHand()) {
      if (state === 'paid' || state === 'failed') parked.pausedUntil = world.turn;
    }
  }
};

/** Whether a call sleeps that is about to send. */
export const isSendAsleep = (crossing: Crossing, { climate, turn }: World): boolean =>
  climate.sleepers &&
  crossing.all().some(({ boundary, pausedUntil }) => boundary === 'submit' && pausedUntil > turn);

/** Whether it was about to send, slept, and may go on. */
export const isAwakeAgain = (
  { climate, turn }: World,
  { boundary, pausedUntil }: Parked,
): boolean => climate.sleepers && boundary === 'submit' && pausedUntil > 0 && pausedUntil <= turn;

/** Keeps one call back for some turns, while others and the clock go on. */
export const pause = async (world: World, parked: Parked, turns: number): Promise<void> => {
  parked.pausedUntil = world.turn + turns;
  strike(world, 'pause', await parked.inHand());
};
