import * as t from 'io-ts';
import {
  askFactor,
  FACTOR_CHALLENGE_BYTES,
  factorChallengeId,
} from '../../model/factor/held/factor-challenge.js';
import { SecondFactorNeeded } from '../../model/factor/held/factor-errors.js';
import { activeFactors } from '../../model/factor/held/factor.js';
import { factorAsked, FactorAsked } from '../factor/prove/factor-asked.js';
import { E } from '../../kernel/fp.js';
import { InvalidInput } from '../../kernel/codecs/decode.js';
import { about } from '../../kernel/codecs/documented.js';
import { record } from '../../kernel/codecs/record.js';
import { optional, recipe, token } from '../../kernel/token.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { JobId, UserId } from '../../kernel/values/ids.js';
import { Clock } from '../../ports/clock.js';
import { Entropy } from '../../ports/entropy.js';
import { Passkeys } from '../../ports/passkeys.js';
import { Storage } from '../../storage/storage.js';
import { approvalDigest } from '../authority/approval-digest.js';
import { approvedPayouts, type ApprovedPayoutsError, type DecidedOn } from './approved-payouts.js';
import { DecisionAction } from './decider.js';
import { JobDigests } from './job-digests.js';
import { TransactionIds } from './transaction-ids.js';

/** The decision that is going to be taken: on named payouts, or on a job. */
export const AskApprovalFactorInput = record(
  'AskApprovalFactorInput',
  { actorUserId: UserId, action: DecisionAction },
  { transactionIds: TransactionIds, jobId: JobId },
);
export type AskApprovalFactorInput = t.TypeOf<typeof AskApprovalFactorInput>;

/** What a person is asked to prove for a decision. */
export const ApprovalFactorAsked = record(
  'ApprovalFactorAsked',
  {
    ...FactorAsked.required,
    digest: about(
      t.string,
      'SHA-256 in base64url of the decision and of every payout in it: the challenge that a passkey signs.',
    ),
  },
  FactorAsked.optional,
);
export type ApprovalFactorAsked = t.TypeOf<typeof ApprovalFactorAsked>;

type AskApprovalFactorError = InvalidInput | ApprovedPayoutsError | SecondFactorNeeded;

/**
 * Asks a checker for a second factor to a decision on exactly these payouts: the answer opens no other. Refused for who
 * has no active factor: they enrol one first.
 */
export type AskApprovalFactor = UseCase<
  AskApprovalFactorInput,
  AskApprovalFactorError,
  ApprovalFactorAsked
>;
export const AskApprovalFactor = token<AskApprovalFactor>('AskApprovalFactor');

export const makeAskApprovalFactor = recipe(
  AskApprovalFactor,
  { Storage, Clock, Entropy, JobDigests, Passkeys: optional(Passkeys) },
  ({ storage, clock, entropy, jobDigests, passkeys }) =>
    useCase<AskApprovalFactorInput, AskApprovalFactorError, ApprovalFactorAsked>(
      AskApprovalFactorInput,
      async (tenant, { actorUserId: userId, action, ...named }) => {
        const on = decidedOn(named);
        if (E.isLeft(on)) return on;
        const decided = { userId, on: on.right };
        const payouts = await approvedPayouts(storage, tenant, decided, clock.now());
        if (E.isLeft(payouts)) return payouts;
        const leaves = payouts.right.text;
        const random = entropy.bytes(FACTOR_CHALLENGE_BYTES);
        type Asked = ReturnType<typeof askFactor>;
        const asked = await storage.atomically<SecondFactorNeeded, Asked>(async ({ factors }) => {
          const held = await factors.find(tenant, userId);
          if (held === undefined || activeFactors(held).length === 0)
            return E.left(SecondFactorNeeded());
          const challengeId = factorChallengeId(held.id, random);
          const digest = approvalDigest({ tenant, userId, action, challengeId }, leaves);
          const next = askFactor(held, { challengeId, purpose: 'approval', digest }, clock.now());
          await factors.put(next.held);
          return E.right(next);
        });
        if (E.isLeft(asked)) return asked;
        const { held, challenge } = asked.right;
        if ('jobId' in on.right)
          jobDigests.keep(challenge.challengeId, on.right.jobId, payouts.right);
        const { digest } = challenge;
        return E.right({ digest, ...(await factorAsked(passkeys, held, challenge)) });
      },
    ),
);

const decidedOn = ({
  transactionIds,
  jobId,
}: Pick<AskApprovalFactorInput, 'transactionIds' | 'jobId'>): E.Either<InvalidInput, DecidedOn> => {
  if (transactionIds !== undefined && jobId === undefined) return E.right({ transactionIds });
  if (jobId !== undefined && transactionIds === undefined) return E.right({ jobId });
  const detail = 'expected either transactionIds or jobId';
  return E.left(
    InvalidInput([
      jobId === undefined
        ? { pointer: '/transactionIds', code: 'required', detail }
        : { pointer: '/jobId', code: 'forbidden', detail },
    ]),
  );
};
