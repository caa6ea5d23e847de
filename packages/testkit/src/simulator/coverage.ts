import {
  FAULT_KINDS,
  RECEIVER_FAULTS,
  STRUCK_STATES,
  type Cell,
  type FaultKind,
  type StruckState,
} from './world/faults.js';

/** Cells that no history can reach, or hardly any, and why. */
interface Impossible {
  readonly faults: ReadonlyArray<FaultKind>;
  readonly states: ReadonlyArray<StruckState>;
  readonly why: string;
}

const BEFORE_THE_BANK: ReadonlyArray<StruckState> = [
  'queued',
  'pending_approval',
  'partially_approved',
  'approved',
  'scheduled',
  'rejected',
  'cancelled',
];

const IMPOSSIBLE: ReadonlyArray<Impossible> = [
  {
    faults: [
      'rail_unreachable',
      'answer_lost',
      'order_lost',
      'order_late',
      'report_duplicated',
      'report_reordered',
      'report_late',
      'report_contradictory',
    ],
    states: BEFORE_THE_BANK,
    why: 'the bank hears of a payout only once it is sent, and the intent to send is committed first; only a restored backup makes the engine forget that, too seldom to be asked for',
  },
  {
    faults: RECEIVER_FAULTS,
    states: ['queued'],
    why: 'a payout has no event before intake has decided on it',
  },
  {
    faults: ['report_contradictory'],
    states: ['sent_to_bank'],
    why: 'what the bank says first is believed; only what is settled can be contradicted',
  },
];

/** Every fault in every state in which it strikes now and then. */
export const POSSIBLE: ReadonlyArray<Cell> = FAULT_KINDS.flatMap((fault) =>
  STRUCK_STATES.filter(
    (state) =>
      !IMPOSSIBLE.some(({ faults, states }) => faults.includes(fault) && states.includes(state)),
  ).map((state): Cell => `${fault}/${state}`),
);

/** The cells that could have been reached, and were not. */
export const missed = (struck: ReadonlyMap<Cell, number>): ReadonlyArray<Cell> =>
  POSSIBLE.filter((cell) => !struck.has(cell));

/** Why nothing can strike there; undefined where something can. */
export const whyImpossible = (fault: FaultKind, state: StruckState): string | undefined =>
  IMPOSSIBLE.find(({ faults, states }) => faults.includes(fault) && states.includes(state))?.why;
