import { turnedAway } from '../../writer/payout/turned-away.js';
import { levelsFor, type ApprovalLevel } from '../../../model/approval/matrix/matrix.js';
import { E } from '../../../kernel/fp.js';
import { groupBy } from '../../../kernel/flow/group.js';
import type { PackageCode } from '../../../kernel/values/ids.js';
import { enter } from '../../../model/payout/payout-machine.js';
import type {
  IntakeOrder,
  IntakeRow,
  PayoutTerms,
  Rejection,
} from '../../../model/payout/payout.js';
import type { DecidedRow } from '../../writer/payout/decide-rows.js';
import { release } from '../../writer/payout/release.js';
import { judgeGroup, type DailyRoom } from './group-rules.js';
import type { JudgedRow } from '../../../model/payout/judged-row.js';
import { openingFor } from '../../../model/settlement/order/window.js';
import type { PackageFacts, RowFacts } from './row-facts.js';

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

/** What becomes of a judged row: its first states, and for one that is approved at once the work that sends it. */
export const concludeRow = ({ payout, result }: JudgedRow, facts: RowFacts): DecidedRow =>
  E.isLeft(result)
    ? turnedAway(
        payout.order,
        withNamedAccount(result.left, payout.order, facts),
        'rejected',
        facts.at,
      )
    : accepted(payout, result.right, facts);

/** A rejection with the account that the row names, whichever rule it breaks: the account says who sees the row. */
const withNamedAccount = (
  rejection: Rejection,
  { debitAccountNumber: number }: IntakeOrder,
  { debitAccounts }: RowFacts,
): Rejection => {
  const account = number === undefined ? undefined : debitAccounts.get(number);
  return account === undefined
    ? rejection
    : { ...rejection, debitAccountId: account.debitAccountId };
};

/** The levels of approval that a row needs which intake accepts. */
export const levelsOf = (
  { packageCode, amount }: Pick<IntakeOrder, 'packageCode' | 'amount'>,
  { matrix, packages }: RowFacts,
): ReadonlyArray<ApprovalLevel> => {
  const { autoApprovalEnabled } = (packages.get(packageCode) as PackageFacts).configuration;
  return levelsFor(matrix, { packageCode, amount, autoApprovalEnabled });
};

const accepted = (
  { order, holdsReference }: IntakeRow,
  terms: PayoutTerms,
  facts: RowFacts,
): DecidedRow => {
  const first = enter(levelsOf(order, facts), Math.max(facts.at, order.createdAt));
  return {
    order,
    decision: { outcome: 'accepted', terms, ...(!holdsReference && { withoutReference: true }) },
    ...(first.next.status === 'approved'
      ? release(order, first, facts, openingFor(terms, facts.timetable))
      : { steps: [first] }),
  };
};
