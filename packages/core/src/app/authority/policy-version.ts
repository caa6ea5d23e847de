import * as t from 'io-ts';
import type { JournalEntry } from '../../model/journal/entry/entry.js';
import { stored } from '../../kernel/codecs/decode.js';
import { about } from '../../kernel/codecs/documented.js';
import { canonicalJson, type JsonObject } from '../../kernel/codecs/json.js';
import { describedRecord } from '../../kernel/codecs/record.js';
import { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { EpochMs } from '../../kernel/values/time.js';
import { Positive } from '../../kernel/values/whole.js';
import { PROVISION } from '../../model/tenancy/provision-actor.js';
import { ApprovalMatrix } from '../../model/approval/matrix/matrix.js';

/** The subject of a corporate's versions in the journal: the sequence of an entry is the number of its version. */
export const POLICY_SUBJECT = 'approval_policy';

/** A version of the approval policy, as people see it. Times in epoch ms. */
export const ApprovalPolicyVersion = describedRecord(
  'ApprovalPolicyVersion',
  'A version of the approval policy. Versions are kept forever.',
  {
    version: about(Positive, 'Counted from 1; every change makes the next one.'),
    approvalMatrix: ApprovalMatrix,
    author: about(
      UserId,
      'The user who proposed the version, or `provision` for a provision document.',
    ),
    at: about(EpochMs, 'When the version took effect. Epoch milliseconds.'),
  },
  {
    approvedBy: about(UserId, 'The user who approved the version.'),
    settingsChangeId: about(t.string, 'The settings change that proposed it.'),
  },
);
export type ApprovalPolicyVersion = t.TypeOf<typeof ApprovalPolicyVersion>;

/** The version that an entry of {@link POLICY_SUBJECT} recorded. */
export const versionOf = ({ sequence, actor, at, changes }: JournalEntry): ApprovalPolicyVersion =>
  stored(ApprovalPolicyVersion, { ...changes, version: sequence, author: actor, at });

/** Whether two policies decide alike in each rule, tier and level, in their order. */
export const isSamePolicy = (a: ApprovalMatrix, b: ApprovalMatrix): boolean =>
  canonicalJson(a) === canonicalJson(b);

/** What was known of the policy before: its last version, and the matrix in force, if there is any. */
export interface PolicyBefore {
  readonly last: JournalEntry | undefined;
  readonly inForce: ApprovalMatrix | undefined;
}

/** A policy that takes effect: whose it is, when (epoch ms), and the approval that it waited for. */
export interface NewPolicy {
  readonly approvalMatrix: ApprovalMatrix;
  readonly author: string;
  readonly at: EpochMs;
  readonly approval?: JsonObject;
}

/**
 * The entry of the next version. A policy that took effect before there were versions is recorded first, as version 1
 * of the provision document, so that the history begins with what the change replaces.
 */
export const versionEntries = (
  tenant: Tenant,
  { last, inForce }: PolicyBefore,
  next: NewPolicy,
): ReadonlyArray<JournalEntry> => {
  if (last !== undefined || inForce === undefined || isSamePolicy(inForce, next.approvalMatrix))
    return [entryOf(tenant, last, next)];
  const first = entryOf(tenant, undefined, {
    approvalMatrix: inForce,
    author: PROVISION,
    at: next.at,
  });
  return [first, entryOf(tenant, first, next)];
};

const entryOf = (
  tenant: Tenant,
  last: JournalEntry | undefined,
  { approvalMatrix, author, at, approval }: NewPolicy,
): JournalEntry => ({
  tenant,
  subjectKind: 'approval_policy',
  subjectId: POLICY_SUBJECT,
  sequence: (last?.sequence ?? 0) + 1,
  ...(last !== undefined && { from: last.to }),
  to: 'in_force',
  at: Math.max(at, last?.at ?? 0),
  actor: author,
  changes: {
    approvalMatrix: ApprovalMatrix.encode(approvalMatrix),
    ...approval,
  },
});
