import type { RailTraits } from '@hundi/core/rail';
import { befallsReceivers, FAULT_KINDS, RECEIVER_FAULTS, type FaultKind } from '../faults.js';
import type { Random } from './random.js';
import type { Climate } from './world.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 86_400_000;

const traitsOf = (dice: Random): RailTraits => ({
  deduplicates: dice.chance(0.5),
  canQuery: dice.chance(0.85),
  absenceFinalAfterMs: dice.pick([0, 0, MINUTE, 80 * SECOND, 80 * SECOND, null]),
});

/**
 * With a bank that executes repeated orders only the lease protects: a call starts at most 15 s after its intent and
 * leaves within 5 s, the lease is 25 s. So clocks may differ by the remainder, and no more. A bank that deduplicates
 * forgives any clock.
 */
const SKEW_BEHIND_THE_LEASE = 2_000;

/** How many histories are about sends that oversleep: little else leads to what only they can meet. */
const OVERSLEEPING = 0.2;
const OF_SLEEPERS: ReadonlyArray<FaultKind> = [
  'pause',
  'rail_unreachable',
  'answer_lost',
  'order_lost',
  'order_late',
];

/** A bank that forgives a send that comes late, and soon says for sure that it has no order. */
const FORGIVING: RailTraits = {
  deduplicates: true,
  canQuery: true,
  absenceFinalAfterMs: MINUTE,
};

/** How many histories are about sends that start late, and whose orders arrive when they are thought to be lost. */
const DAWDLING = 0.15;
const OF_DAWDLERS: ReadonlyArray<FaultKind> = ['pause', 'order_late'];

/** A bank that executes a repeated order again, and says after a minute that it has none. */
const UNFORGIVING: RailTraits = {
  deduplicates: false,
  canQuery: true,
  absenceFinalAfterMs: MINUTE,
};

/** How often a receiver stays dead until deliveries to it are given up. */
const STAYS_DEAD = 0.04;

/** Draws what kind of history this is. `allowed` leaves faults out, and changes no other draw. */
export const climateOf = (dice: Random, allowed: ReadonlyArray<FaultKind>): Climate => {
  const traits = traitsOf(dice);
  const processes = dice.pick([1, 2, 2, 3]);
  const intensity = dice.pick([0.02, 0.06, 0.12, 0.25]);
  // A history with few kinds of faults goes further with each of them.
  const share = dice.pick([0.2, 0.5, 1, 1]);
  const drawn = FAULT_KINDS.filter(
    (fault) => fault !== 'restored_backup' && !befallsReceivers(fault) && dice.chance(share),
  );
  const isSlow = dice.chance(0.3);
  const focus = dice.pick([0, 0.5, 0.8, 0.8]);
  const skewMaxMs = traits.deduplicates
    ? dice.pick([0, 1_000, MINUTE, 30 * DAY])
    : SKEW_BEHIND_THE_LEASE;
  const restores = dice.chance(share / 2) && allowed.includes('restored_backup');
  const sleepers = dice.chance(OVERSLEEPING);
  const feed = dice.pick([0, 0, 0, 10]);
  const refusing = RECEIVER_FAULTS.filter(() => dice.chance(share));
  const staysDead = dice.chance(STAYS_DEAD) && allowed.includes('receiver_dead');
  const dawdlers = dice.chance(DAWDLING) && !sleepers;
  const ofTheseHistories = sleepers ? OF_SLEEPERS : dawdlers ? OF_DAWDLERS : [];
  return {
    ...{ sleepers, dawdlers },
    traits: sleepers ? FORGIVING : dawdlers ? UNFORGIVING : traits,
    // Others must be there, and be left in peace for long enough to take over.
    processes: sleepers ? 3 : processes,
    intensity: sleepers ? 0.03 : dawdlers ? 0.06 : intensity,
    feed,
    staysDead,
    isSlow: isSlow && !dawdlers,
    focus,
    faults: new Set<FaultKind>([
      ...[...drawn, ...refusing, ...ofTheseHistories].filter((fault) => allowed.includes(fault)),
      ...(restores ? (['restored_backup'] as const) : []),
    ]),
    // Whether an "absent" is final depends on the clock, and no bank forgives an end that it contradicts.
    skewMaxMs: restores || dawdlers ? Math.min(skewMaxMs, SKEW_BEHIND_THE_LEASE) : skewMaxMs,
  };
};
