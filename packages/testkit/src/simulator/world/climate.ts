import type { RailTraits } from '@hundi/core/rail';
import { befallsReceivers, FAULT_KINDS, RECEIVER_FAULTS, type FaultKind } from './faults.js';
import type { Random } from './random.js';
import { HABITS, type Climate, type Habit } from './world.js';

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

/** Histories about something to which little else leads: what they have instead of what was drawn. */
interface Theme {
  readonly share: number;
  readonly faults: ReadonlyArray<FaultKind>;
  readonly climate: Partial<Climate> & Pick<Climate, 'traits'>;
}

/** Sends that oversleep, at a bank that forgives one that comes late, and soon says for sure that it has no order. */
const SLEEPERS: Theme = {
  share: 0.2,
  faults: ['pause', 'rail_unreachable', 'answer_lost', 'order_lost', 'order_late'],
  climate: {
    sleepers: true,
    traits: { deduplicates: true, canQuery: true, absenceFinalAfterMs: MINUTE },
    // Others must be there, and be left in peace for long enough to take over.
    processes: 3,
    intensity: 0.03,
  },
};

/** Sends that start late, at a bank that executes a repeated order again, whose orders arrive when they seem lost. */
const DAWDLERS: Theme = {
  share: 0.15,
  faults: ['pause', 'order_late'],
  climate: {
    dawdlers: true,
    traits: { deduplicates: false, canQuery: true, absenceFinalAfterMs: MINUTE },
    intensity: 0.06,
    isSlow: false,
  },
};

/** How often a bank takes groups, and how large they are. */
const TAKES_GROUPS = 0.4;
const GROUP_SIZES = [2, 5, 20_000];

/** How often a bank takes orders in windows. */
const KEEPS_HOURS = 0.3;

/** How often people have each habit. Where a theme needs every turn, they have none. */
const HABIT = 0.4;

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
  const sleeps = dice.chance(SLEEPERS.share);
  const feed = dice.pick([0, 0, 0, 10]);
  const refusing = RECEIVER_FAULTS.filter(() => dice.chance(share));
  const staysDead = dice.chance(STAYS_DEAD) && allowed.includes('receiver_dead');
  const dawdles = dice.chance(DAWDLERS.share);
  const theme = sleeps ? SLEEPERS : dawdles ? DAWDLERS : undefined;
  const { deduplicates } = theme?.climate.traits ?? traits;
  const habits = HABITS.filter(() => dice.chance(HABIT));
  // An older policy comes back with a backup, if one is replaced between the two.
  const seals = theme === undefined && habits.includes('factors') && habits.includes('policies');
  const comesBack = restores || (seals && allowed.includes('restored_backup'));
  const groupSize = dice.pick(GROUP_SIZES);
  const takesGroups = dice.chance(TAKES_GROUPS);
  const keepsHours = dice.chance(KEEPS_HOURS) && theme === undefined;
  return {
    sleepers: false,
    dawdlers: false,
    processes,
    intensity,
    isSlow,
    ...theme?.climate,
    traits: {
      ...(theme?.climate.traits ?? traits),
      ...(takesGroups && { ordersAGroup: groupSize }),
    },
    keepsHours,
    feed,
    staysDead,
    focus,
    habits: new Set<Habit>(theme === undefined ? habits : []),
    faults: new Set<FaultKind>([
      ...[...drawn, ...refusing, ...(theme?.faults ?? [])].filter((fault) =>
        allowed.includes(fault),
      ),
      ...(comesBack ? (['restored_backup'] as const) : []),
    ]),
    // Whether an "absent" is final depends on the clock, and no bank forgives an end that it contradicts.
    skewMaxMs: comesBack || !deduplicates ? Math.min(skewMaxMs, SKEW_BEHIND_THE_LEASE) : skewMaxMs,
  };
};
