import { levelsFor, type ApprovalLevel } from '../../approval/matrix/matrix.js';
import type { NewWork } from '../../storage/work-store.js';
import { E } from '../../kernel/fp.js';
import type { JournalEntry } from '../../journal/entry/entry.js';
import { groupBy } from '../../kernel/flow/group.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { PackageCode } from '../../kernel/values/ids.js';
import type { Via } from '../../kernel/values/via.js';
import { payoutEntries } from '../../payout/payout-entry.js';
import { enter, turnAway } from '../../payout/payout-machine.js';
import type { IntakeOrder, PayoutTerms, Rejection } from '../../payout/payout.js';
import type { RowDecision } from '../../storage/payout-store.js';
import { release } from '../../payout/move/release.js';
import { judgeGroup, type DailyRoom, type JudgedRow } from './group-rules.js';
import { openingFor } from '../../settlement/order/window.js';
import type { PackageFacts, RowFacts } from './row-facts.js';

/** The result of intake for some rows: its decisions, their journal entries, and the work that follows. */
export interface Evaluation {
  readonly decisions: ReadonlyArray<RowDecision>;
  readonly entries: ReadonlyArray<JournalEntry>;
  readonly work: ReadonlyArray<NewWork>;
}

/** The name that the journal gives to what intake does by itself. */
export const INTAKE = 'intake';

/** Applies the rules of each package's group; the rows stay in request order. */
export const judgeGroups = (
  rows: ReadonlyArray<JudgedRow>,
  facts: RowFacts,
  room: DailyRoom,
): ReadonlyArray<JudgedRow> => {
  const judged = new Map(
    [...groupBy(rows, codeOf)].map(([code, group]) => {
      const found = facts.packages.get(code);
      const after = found?.granted ? judgeGroup(group, found.configuration, room) : group;
      return [code, after.values()] as const;
    }),
  );
  // The rules keep the order of a group.
  return rows.map((row) => judged.get(codeOf(row))?.next().value ?? row);
};

const codeOf = ({ payout }: JudgedRow): PackageCode => payout.order.packageCode;

/** The result for judged rows: a status, journal entries, and for the approved ones the work that sends them. */
export const concludeRows = (rows: ReadonlyArray<JudgedRow>, facts: RowFacts): Evaluation => {
  const decisions: RowDecision[] = [];
  const entries: JournalEntry[] = [];
  const work: NewWork[] = [];
  for (const { payout, result } of rows) {
    if (E.isLeft(result)) {
      const { entry, refused } = turnedAway(payout.order, result.left, 'rejected', {
        at: facts.at,
        actor: INTAKE,
      });
      decisions.push(refused);
      entries.push(entry);
    } else {
      const accepted = accept(payout.order, result.right, facts);
      decisions.push(accepted.decision);
      entries.push(...accepted.entries);
      if (accepted.work !== undefined) work.push(accepted.work);
    }
  }
  return { decisions, entries, work };
};

/** The actor of an end, as the journal names them, its moment, and the key, if it came by one. */
export interface Ending {
  readonly actor: string;
  readonly at: EpochMs;
  readonly via?: Via;
}

/** The end of a row that intake does not take. */
export const turnedAway = (
  order: IntakeOrder,
  rejection: Rejection,
  outcome: 'rejected' | 'cancelled',
  { actor, at, via }: Ending,
): { readonly refused: RowDecision; readonly entry: JournalEntry } => {
  const progress = turnAway(outcome);
  return {
    refused: { transactionId: order.transactionId, outcome, rejection, progress },
    entry: {
      tenant: order.tenant,
      subjectKind: 'payout',
      subjectId: order.transactionId,
      sequence: progress.sequence,
      to: progress.status,
      at,
      actor,
      changes: { rejectionCode: rejection.code, rejectionMessage: rejection.message },
      ...(via !== undefined && { via }),
    },
  };
};

/** The levels of approval that a row needs which intake accepts. */
export const levelsOf = (
  { packageCode, amount }: Pick<IntakeOrder, 'packageCode' | 'amount'>,
  { matrix, packages }: RowFacts,
): ReadonlyArray<ApprovalLevel> => {
  const { autoApprovalEnabled } = (packages.get(packageCode) as PackageFacts).configuration;
  return levelsFor(matrix, { packageCode, amount, autoApprovalEnabled });
};

const accept = (order: IntakeOrder, terms: PayoutTerms, facts: RowFacts) => {
  const { zone, today, at, timetable } = facts;
  const first = enter(levelsOf(order, facts), Math.max(at, order.createdAt));
  const released =
    first.next.status === 'approved'
      ? release(order, first, { zone, today, at }, openingFor(terms, timetable))
      : undefined;
  const steps = released?.steps ?? [first];
  return {
    decision: {
      transactionId: order.transactionId,
      outcome: 'accepted',
      terms,
      progress: (steps.at(-1) ?? first).next,
    } satisfies RowDecision,
    entries: payoutEntries(order, undefined, steps, INTAKE),
    work: released?.work,
  };
};
