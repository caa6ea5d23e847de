import type { Tenant, TransactionId } from '@hundi/core';
import {
  isDead,
  type DecidedPayout,
  type RowDecision,
  type PayoutChange,
  type PayoutOrder,
  type PayoutStore,
  type UndecidedPayout,
} from '@hundi/core/storage';
import { awaitingApproval, type Awaiting } from '../approval/awaiting.js';
import { limitTables } from './limits.js';
import { found } from '../engine/found.js';
import { LostRace } from '../engine/lost-race.js';
import { payoutOf, payoutQueries, type Payouts } from './payout-queries.js';
import type { References } from './references.js';
import type { Unit } from '../engine/unit.js';

const decided = (order: PayoutOrder, decision: RowDecision): DecidedPayout => {
  const { outcome, terms, rejection, progress } = decision;
  if (outcome === 'accepted' && terms !== undefined) {
    return { intake: outcome, order, terms, progress };
  }
  if (outcome !== 'accepted' && rejection !== undefined) {
    return { intake: outcome, order, rejection, progress };
  }
  throw new Error('an accepted row has terms, one that is turned away has a rejection');
};

/** The row that a decision was derived from. */
const undecided = (all: Payouts, tenant: Tenant, id: TransactionId): UndecidedPayout => {
  const row = payoutOf(all, tenant, id);
  if (row?.intake !== 'undecided') throw new LostRace(`row ${id} is not undecided`);
  return row;
};

/** The payout that a change was derived from. */
const followed = (all: Payouts, tenant: Tenant, change: PayoutChange): DecidedPayout => {
  const payout = payoutOf(all, tenant, change.transactionId);
  if (payout === undefined || payout.intake === 'undecided') {
    throw new LostRace(`payout ${change.transactionId} has no status that a change could follow`);
  }
  if (payout.progress.sequence !== change.follows) {
    throw new LostRace(`payout ${change.transactionId} is not at ${String(change.follows)}`);
  }
  return payout;
};

type Explanation = Parameters<PayoutStore['explain']>[1][number];

const explained = (
  payout: DecidedPayout,
  { statusDetails, expectedCreditAt }: Explanation,
): DecidedPayout => {
  const { statusDetails: _reason, expectedCreditAt: _credit, ...progress } = payout.progress;
  return {
    ...payout,
    progress: {
      ...progress,
      ...(statusDetails !== undefined && { statusDetails }),
      ...(expectedCreditAt !== undefined && { expectedCreditAt }),
    },
  };
};

/** Keeps a payout as it is now, and whether it awaits approval. */
const keeping =
  (all: Payouts, { note }: Pick<Awaiting, 'note'>) =>
  (unit: Unit, payout: DecidedPayout): void => {
    unit.set(all, payout.order.transactionId, payout);
    note(unit, payout);
  };

export const payoutTables = (all: Payouts, held: References): ((unit: Unit) => PayoutStore) => {
  const limits = limitTables();
  const awaiting = awaitingApproval();
  const keep = keeping(all, awaiting);
  const queries = payoutQueries(all);

  return (unit) => {
    const { holdLimits, limitsUsed, useLimits } = limits(unit);
    return {
      find: queries.find,
      findMany: queries.findMany,
      findAnywhere: queries.findAnywhere,
      namedByBank: queries.namedByBank,
      ofReference: queries.ofReference,
      ofJob: queries.ofJob,
      approvedOfJob: queries.approvedOfJob,
      undecided: queries.undecided,
      undecidedOfJob: queries.undecidedOfJob,
      report: queries.report,
      tallySpans: queries.tallySpans,
      tally: queries.tally,
      lastPaid: queries.lastPaid,
      awaiting: awaiting.awaiting,
      awaitingGroups: awaiting.awaitingGroups,
      waits: awaiting.waits,
      overdue: awaiting.overdue,
      holdLimits,
      limitsUsed,
      useLimits,
      isHeld: async (...asked) => held.isHeld(...asked),
      heldOf: async (tenant, references) =>
        new Set(references.filter((one) => held.isHeld(tenant, one, undefined))),
      holders: async (reference, limit) => found(all, held.holders(reference).slice(0, limit)),
      add: async (orders) => {
        for (const order of orders) {
          const { transactionId } = order;
          if (all.has(transactionId)) throw new Error(`there is a payout ${transactionId} already`);
          const holdsReference = held.take(unit, order);
          unit.set(all, transactionId, { intake: 'undecided', order, holdsReference });
        }
      },
      decide: async (tenant, decisions) => {
        for (const decision of decisions) {
          const row = undecided(all, tenant, decision.transactionId);
          const { outcome, withoutReference } = decision;
          if (outcome === 'accepted' && !row.holdsReference && !withoutReference)
            throw new LostRace(`row ${decision.transactionId} does not hold its reference`);
          const payout = decided(row.order, decision);
          keep(unit, payout);
          if (outcome !== 'accepted') held.letGo(unit, row.order);
        }
      },
      advance: async (tenant, changes) => {
        for (const change of changes) {
          const payout = followed(all, tenant, change);
          const next = { ...payout, progress: change.next };
          keep(unit, next);
          if (isDead(change.next.status)) held.letGo(unit, payout.order);
        }
      },
      // Units take place one at a time.
      hold: () => Promise.resolve(),
      // Every search looks at every payout anyway.
      index: () => Promise.resolve(),
      explain: async (tenant, reasons) => {
        for (const reason of reasons) {
          const payout = payoutOf(all, tenant, reason.transactionId);
          if (payout === undefined || payout.intake === 'undecided') continue;
          if (payout.progress.sequence === reason.follows) keep(unit, explained(payout, reason));
        }
      },
    };
  };
};
