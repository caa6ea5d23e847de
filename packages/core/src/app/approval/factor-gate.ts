import * as t from 'io-ts';
import type { ApprovalSignature } from '../../model/authority/seal/approval-signature.js';
import { challengeOf } from '../../model/factor/held/factor-challenge.js';
import {
  FactorChallengeNotFound,
  OtherThanChallenged,
  SecondFactorNeeded,
} from '../../model/factor/held/factor-errors.js';
import { PROOF, type GivenProof } from '../factor/prove/factor-proof.js';
import type { ProvedFactor, ProveFactor, ProveFactorError } from '../factor/prove/prove-factor.js';
import { useProof, type UseProofError } from '../factor/prove/use-proof.js';
import { E } from '../../kernel/fp.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import type { TransactionId, UserId } from '../../kernel/values/ids.js';
import { tenantOf, type Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Clock } from '../../ports/clock.js';
import type { Storage, Stores } from '../../storage/storage.js';
import { approvalRule, type FactorRule } from '../../model/tenancy/second-factor.js';
import { approvalDigest } from '../authority/approval-digest.js';
import { approvedPayouts, type ApprovedPayoutsError, type DecidedOn } from './approved-payouts.js';
import type { Decision } from './decider.js';
import type { JobDigests } from './job-digests.js';

/** The members by which a decision brings a second factor. */
export const FACTOR_MEMBERS = { challengeId: t.string, ...PROOF };

/** A decision, and the second factor that may come with it. */
interface GatedDecision extends GivenProof {
  readonly actorUserId: UserId;
  readonly action: Decision['action'];
  readonly challengeId?: string;
}

/** The decision by itself. */
export const withoutFactor = ({
  actorUserId,
  action,
  comment,
}: GatedDecision & Pick<Decision, 'comment'>) => ({
  actorUserId,
  action,
  ...(comment !== undefined && { comment }),
});

export type UseGateError = UseProofError;
/** Why a decision does not pass the second factor that the corporate asks for (decisions §7). */
export type FactorGateError =
  | ApprovedPayoutsError
  | ProveFactorError
  | UseGateError
  | SecondFactorNeeded
  | OtherThanChallenged;

/** What a decision has to pass, in the commit in which it is taken. */
export interface FactorGate {
  /** Whether this decision may be about a payout: nothing is approved that the factor was not given for. */
  readonly covers: (id: TransactionId) => boolean;
  /** Uses the factor up. */
  readonly pass: (stores: Stores, now: EpochMs) => Promise<E.Either<UseGateError, null>>;
  /**
   * Keeps the signature, where the factor gave one and something was approved with it: one that approved nothing must not
   * lie where a writer of the database finds it.
   */
  readonly keep: (stores: Stores, now: EpochMs) => Promise<void>;
  /** The signature that the approvals of this decision name, or what the journal says of another factor beside each. */
  readonly says: { readonly signatureId?: string; readonly changes?: JsonObject };
}

/** The same gate for the rest of a decision whose first part has passed it, and approved something or not. */
export const onceMore = (gate: FactorGate, hasApproved: boolean): FactorGate => ({
  ...gate,
  pass: OPEN.pass,
  ...(hasApproved && { keep: OPEN.keep }),
});

const OPEN: FactorGate = {
  covers: () => true,
  pass: async () => E.right(null),
  keep: async () => undefined,
  says: {},
};

/**
 * Asks for the second factor that the corporate wants for an approval: of the right kind, and given for exactly these
 * payouts. Rejecting moves no money and needs none. Computed before the commit, over values that do not change.
 */
export const factorGate = (
  storage: Storage,
  clock: Clock,
  proveFactor: ProveFactor,
  jobDigests?: JobDigests,
) => {
  const proved = async (
    tenant: Tenant,
    { actorUserId: userId, action, challengeId, ...given }: GatedDecision,
    rule: Exclude<FactorRule, 'none'>,
    leaves: string,
  ): Promise<E.Either<FactorGateError, ProvedFactor>> => {
    if (challengeId === undefined || (rule === 'passkey' && given.code !== undefined))
      return E.left(SecondFactorNeeded(rule));
    const purpose = 'approval';
    const held = await storage.read(({ factors }) => factors.find(tenant, userId));
    const challenge = challengeOf(held, challengeId, purpose);
    if (challenge === undefined) return E.left(FactorChallengeNotFound());
    // Seen before the proof is: what could not be approved anyway uses up no try.
    if (approvalDigest({ tenant, userId, action, challengeId }, leaves) !== challenge.digest)
      return E.left(OtherThanChallenged());
    return proveFactor({ challengeId, purpose, by: { tenant, userId } }, given);
  };

  return async (
    tenant: Tenant,
    decision: GatedDecision,
    on: DecidedOn,
  ): Promise<E.Either<FactorGateError, FactorGate>> => {
    if (decision.action === 'reject') return E.right(OPEN);
    const corporate = await storage.read(({ tenancy }) => tenancy.corporate(tenant));
    const policy = corporate?.secondFactor;
    if (approvalRule(policy, () => Infinity) === 'none') return E.right(OPEN);
    const { actorUserId, challengeId: asked = '' } = decision;
    const known = 'jobId' in on ? jobDigests?.of(asked, on.jobId) : undefined;
    const payouts =
      known === undefined
        ? await approvedPayouts(storage, tenant, { userId: actorUserId, on }, clock.now())
        : E.right(known);
    if (E.isLeft(payouts)) return payouts;
    const { leaves, text, sum } = payouts.right;
    const covers = (id: TransactionId) => leaves.get(id) !== undefined;
    const rule = approvalRule(policy, () => sum);
    if (rule === 'none') return E.right({ ...OPEN, covers });
    const factor = await proved(tenant, decision, rule, text);
    if (E.isLeft(factor)) return factor;
    const { challengeId, by } = factor.right;
    const signed = signatureOf(factor.right, decision.response, text);
    const isKept =
      by === undefined &&
      (await storage.read(({ authority }) => authority.signature(tenant, challengeId))) !==
        undefined;
    return E.right({
      // The passkey is gone that the first part of this decision was signed with: the rest would have no signature.
      covers: decision.response !== undefined && signed === undefined ? () => false : covers,
      pass: (stores, now) => useProof(stores, factor.right, now),
      keep: async (stores, now) => {
        if (signed !== undefined && !isKept)
          await stores.authority.addSignature({ ...signed, at: now });
      },
      // Each approval names its signature: to name it twice is two megabytes more in a job of 20,000.
      says:
        signed === undefined
          ? { changes: { secondFactor: { challengeId, kind: by?.kind ?? 'used' } } }
          : { signatureId: challengeId },
    });
  };
};

/** What is kept of an approval by passkey. */
const signatureOf = (
  { challengeId, passkey, tenant, userId }: ProvedFactor,
  response: GivenProof['response'],
  leaves: string,
): Omit<ApprovalSignature, 'at'> | undefined =>
  passkey !== undefined
    ? {
        signatureId: challengeId,
        ...tenantOf(tenant),
        userId,
        leaves,
        response: JSON.stringify(response),
        passkey,
      }
    : undefined;
