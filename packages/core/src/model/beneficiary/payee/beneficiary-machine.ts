import type { Machine } from '../../../kernel/values/machine.js';
import { E } from '../../../kernel/fp.js';
import type { UserId } from '../../../kernel/values/ids.js';
import type { Comment } from '../../../kernel/values/text.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Via } from '../../../kernel/values/via.js';
import {
  askedIn,
  latestOf,
  namesOf,
  valuesOf,
  type ApprovedBeneficiary,
  type Beneficiary,
  type DeactivatedBeneficiary,
  type PayeeValues,
  type PendingBeneficiary,
  type PendingChange,
  type RejectedBeneficiary,
} from './beneficiary.js';
import {
  BeneficiaryAwaitsChecker,
  BeneficiaryMovedOn,
  BeneficiaryNotActive,
  NotAwaitingApproval,
  OwnBeneficiary,
} from './beneficiary-errors.js';

interface By {
  readonly by: UserId;
  readonly at: EpochMs;
}

/** The decision of a checker on a payee, or on a change of it. */
export interface BeneficiaryDecision extends By {
  readonly type: 'approve' | 'reject';
  /** The person in whose roles a deputy decides. */
  readonly onBehalfOf?: UserId;
  /** Of the payee that the checker saw. */
  readonly revision?: number;
  readonly comment?: Comment;
}

/** Who speaks in a decision: neither the deputy nor who named them may have asked for what they decide on. */
export const decidersIn = ({
  by,
  onBehalfOf,
}: Pick<BeneficiaryDecision, 'by' | 'onBehalfOf'>): ReadonlyArray<UserId> =>
  onBehalfOf === undefined ? [by] : [by, onBehalfOf];

/** New values for a payee, and whether a checker must decide on them while it is approved. */
export interface BeneficiaryChange extends By {
  readonly type: 'change';
  readonly values: PayeeValues;
  readonly mustWait: boolean;
  readonly via?: Via;
}

/** The end of a payee: no further payout goes to it. */
export interface BeneficiaryEnd extends By {
  readonly type: 'deactivate';
  readonly comment?: Comment;
}

/** What may be done with a payee. */
export type BeneficiaryCommand = BeneficiaryDecision | BeneficiaryChange | BeneficiaryEnd;

export type BeneficiaryRefusal =
  | NotAwaitingApproval
  | OwnBeneficiary
  | BeneficiaryMovedOn
  | BeneficiaryAwaitsChecker
  | BeneficiaryNotActive;

/**
 * pending_approval --approve--> approved
 * pending_approval --reject---> rejected
 * approved --change, at once----> approved, with the new values
 * approved --change, must wait--> approved, with a pending change beside the old values
 * approved with a pending change --approve--> approved, with the new values
 * approved with a pending change --reject---> approved, with the old values
 * approved --deactivate--> deactivated; a pending change is dropped
 * rejected, deactivated --change--> pending_approval, with the new values
 *
 * Nothing else leads on (§3.1). Whoever asked for what waits does not decide on it, nor does a
 * deputy in their roles. While something waits, nothing is
 * changed: a checker decides on what they have seen. A decision that names a revision counts for no other one, and
 * where a change was dropped before a checker decided, it has to name one.
 */
export const stepBeneficiary: Machine<Beneficiary, BeneficiaryCommand, BeneficiaryRefusal> = (
  beneficiary,
  command,
) => {
  switch (command.type) {
    case 'approve':
    case 'reject':
      return decide(beneficiary, command);
    case 'change':
      return change(beneficiary, command);
    case 'deactivate':
      return deactivate(beneficiary, command);
  }
};

type Step<R> = E.Either<R, Beneficiary>;

const decide = (
  beneficiary: Beneficiary,
  command: BeneficiaryDecision,
): Step<NotAwaitingApproval | OwnBeneficiary | BeneficiaryMovedOn> => {
  const { beneficiaryId, revision, dropped } = beneficiary;
  const askers = askedIn(beneficiary).people;
  if (decidersIn(command).some((who) => askers.includes(who)))
    return E.left(OwnBeneficiary(beneficiaryId));
  const decided = decidedOn(beneficiary, command);
  if (decided === undefined) return E.left(NotAwaitingApproval(beneficiaryId));
  const seen = command.revision ?? (dropped === true ? undefined : revision);
  return seen === revision ? E.right(decided) : E.left(BeneficiaryMovedOn(beneficiaryId));
};

/** The payee after a decision on it, or on the change of it that waits; undefined where nothing waits. */
const decidedOn = (
  beneficiary: Beneficiary,
  command: BeneficiaryDecision,
): Beneficiary | undefined => {
  if (beneficiary.state === 'pending_approval') return reviewed(beneficiary, command);
  return beneficiary.state === 'approved' && beneficiary.pendingChange !== undefined
    ? changeDecided(beneficiary, beneficiary.pendingChange, command)
    : undefined;
};

const reviewed = (
  pending: PendingBeneficiary,
  { type, by, at, comment }: BeneficiaryDecision,
): Beneficiary => {
  const { dropped: _unseen, sentAgain: _senders, ...settled } = pending;
  return {
    ...(type === 'approve' ? settled : pending),
    state: type === 'approve' ? 'approved' : 'rejected',
    revision: pending.revision + 1,
    authorizedBy: by,
    authorizedAt: Math.max(at, latestOf(pending)),
    ...(comment !== undefined && { comment }),
  };
};

const changeDecided = (
  { pendingChange: _decided, ...approved }: ApprovedBeneficiary,
  waiting: PendingChange,
  { type, by, at, comment }: BeneficiaryDecision,
): Beneficiary => {
  const revision = approved.revision + 1;
  if (type === 'reject') return { ...approved, revision };
  const { comment: _earlier, ...changed } = withValues(approved, waiting.values);
  return {
    ...changed,
    revision,
    authorizedBy: by,
    authorizedAt: Math.max(at, waiting.at),
    ...(comment !== undefined && { comment }),
  };
};

/** A search reads them all; nobody renames a payee so often in good faith. */
const FORMER_NAMES_MAX = 20;

/** The payee with these values only: what they leave out, it has no longer. */
const withValues = <A extends PayeeValues & Pick<Beneficiary, 'firstValues' | 'formerNames'>>(
  payee: A,
  values: PayeeValues,
) => {
  const { email: _email, category: _category, purpose: _purpose, lei: _lei, ...rest } = payee;
  const formerNames = namesOf(payee)
    .filter((name) => name !== values.name)
    .slice(0, FORMER_NAMES_MAX);
  return {
    ...rest,
    ...values,
    firstValues: payee.firstValues ?? valuesOf(payee),
    ...(formerNames.length > 0 && { formerNames }),
  };
};

const change = (
  beneficiary: Beneficiary,
  { values, mustWait, by, at, via }: BeneficiaryChange,
): Step<BeneficiaryAwaitsChecker> => {
  const revision = beneficiary.revision + 1;
  const asked = {
    by,
    at: Math.max(at, latestOf(beneficiary)),
    ...(via !== undefined && { via }),
  };
  switch (beneficiary.state) {
    case 'pending_approval':
      return E.left(BeneficiaryAwaitsChecker(beneficiary.beneficiaryId));
    case 'approved':
      if (beneficiary.pendingChange !== undefined)
        return E.left(BeneficiaryAwaitsChecker(beneficiary.beneficiaryId));
      return E.right(
        mustWait
          ? { ...beneficiary, revision, pendingChange: { values, ...asked } }
          : { ...withValues(beneficiary, values), revision },
      );
    case 'rejected':
    case 'deactivated':
      return E.right({
        ...withValues(unreviewed(beneficiary), values),
        state: 'pending_approval',
        revision,
        sentAgain: [...(beneficiary.sentAgain ?? []), asked],
      });
  }
};

/** A payee that was once decided on, without what was said of it. */
const unreviewed = (payee: RejectedBeneficiary | DeactivatedBeneficiary) => {
  const { authorizedBy: _checker, authorizedAt: _then, comment: _said, ...rest } = payee;
  if (rest.state === 'rejected') return rest;
  const { deactivatedBy: _by, deactivatedAt: _at, ...ended } = rest;
  return ended;
};

const deactivate = (
  beneficiary: Beneficiary,
  { by, at, comment }: BeneficiaryEnd,
): Step<BeneficiaryNotActive> => {
  if (beneficiary.state !== 'approved')
    return E.left(BeneficiaryNotActive(beneficiary.beneficiaryId));
  const { pendingChange, comment: _earlier, ...rest } = beneficiary;
  return E.right({
    ...rest,
    ...(pendingChange !== undefined && { dropped: true }),
    state: 'deactivated',
    revision: rest.revision + 1,
    deactivatedBy: by,
    deactivatedAt: Math.max(at, latestOf(beneficiary)),
    ...(comment !== undefined && { comment }),
  });
};
