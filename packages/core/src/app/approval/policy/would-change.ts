import { canonicalJson } from '../../../kernel/codecs/json.js';
import type { PackageCode } from '../../../kernel/values/ids.js';
import type { AcceptedPayout } from '../../../model/payout/payout.js';
import {
  levelsFor,
  type ApprovalLevel,
  type ApprovalMatrix,
} from '../../../model/approval/matrix/matrix.js';

/** What a draft is compared with: the draft, and what intake looked at beside what each payout froze. */
export interface Comparison {
  readonly draft: ApprovalMatrix;
  /** The versions of the policy, by their number. */
  readonly versions: ReadonlyMap<number, ApprovalMatrix>;
  /** The packages that allow automatic approval now. */
  readonly automatic: ReadonlySet<PackageCode>;
}

type Levels = ReadonlyArray<ApprovalLevel>;

/** The levels that a payout was accepted with, and those that the draft asks for, where these are others. */
export interface LevelsChange {
  readonly from: Levels;
  readonly to: Levels;
}

/** The order of the roles of a level says nothing: any of them approves. */
const plain = (levels: Levels): Levels =>
  levels.map(({ roleCodes, approvals }) => ({
    roleCodes: [...new Set(roleCodes)].sort(),
    approvals,
  }));

const isSame = (a: Levels, b: Levels): boolean =>
  canonicalJson(plain(a)) === canonicalJson(plain(b));

/**
 * Whether the package allowed automatic approval when the payout was accepted. A payout without levels says so. Else the
 * version that it is pinned to says so, if it gives the payout's levels with the one answer only; if both give them, the
 * answer made no difference then, and that of today counts.
 */
const wasAutomatic = (
  { order: { packageCode, amount }, terms }: AcceptedPayout,
  levels: Levels,
  { versions, automatic }: Comparison,
): boolean => {
  if (levels.length === 0) return true;
  const today = automatic.has(packageCode);
  const pinned = versions.get(terms.policyVersion ?? 0);
  if (pinned === undefined) return today;
  const gives = (autoApprovalEnabled: boolean) =>
    isSame(levelsFor(pinned, { packageCode, amount, autoApprovalEnabled }), levels);
  return gives(true) === gives(false) ? today : gives(true);
};

/** How a draft would change the levels of a payout; undefined where it asks for the same. */
export const levelsChange = (
  payout: AcceptedPayout,
  comparison: Comparison,
): LevelsChange | undefined => {
  const { packageCode, amount } = payout.order;
  const from = payout.progress.approval?.levels ?? [];
  const autoApprovalEnabled = wasAutomatic(payout, from, comparison);
  const to = levelsFor(comparison.draft, { packageCode, amount, autoApprovalEnabled });
  return isSame(from, to) ? undefined : { from: plain(from), to: plain(to) };
};

/** Payouts that change from the same levels to the same: how many, and their amount in paise. */
export interface ChangedPayouts extends LevelsChange {
  readonly count: number;
  readonly paise: bigint;
}

/** Payouts that were compared with a draft, and those whose levels it would change, by their change. */
export interface Effect {
  readonly looked: number;
  readonly changes: ReadonlyMap<string, ChangedPayouts>;
}

export const NO_EFFECT: Effect = { looked: 0, changes: new Map() };

/** The effect of a draft with some more payouts. */
export const withPayouts = (
  { looked, changes: before }: Effect,
  payouts: ReadonlyArray<AcceptedPayout>,
  comparison: Comparison,
): Effect => {
  const changes = new Map(before);
  for (const payout of payouts) {
    const change = levelsChange(payout, comparison);
    if (change === undefined) continue;
    const key = canonicalJson([change.from, change.to]);
    const { count, paise } = changes.get(key) ?? { count: 0, paise: 0n };
    changes.set(key, {
      ...change,
      count: count + 1,
      paise: paise + BigInt(payout.order.amount),
    });
  }
  return { looked: looked + payouts.length, changes };
};
