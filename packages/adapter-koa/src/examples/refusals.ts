import {
  ActorNotFound,
  BeneficiaryNotFound,
  DuplicateBeneficiary,
  IdempotencyKeyReused,
  InvalidCursor,
  InvalidInput,
  InvalidKey,
  JobNotFound,
  KeyCreatorNotEligible,
  NotABeneficiaryMaker,
  NotAChecker,
  NotAMaker,
  NotAReportReader,
  NotAwaitingApproval,
  OwnBeneficiary,
  PayoutNotFound,
  ScopeMissing,
  type BeneficiaryId,
  type UserId,
} from '@hundi/core';
import {
  MethodNotAllowed,
  NoSuchPath,
  PayloadTooLarge,
  RateLimited,
  UnsupportedMediaType,
  type Refusal,
} from '../refusal.js';

const user = 'u-1' as UserId;
const payee = 'b-1' as BeneficiaryId;

/** One of every refusal. */
export const REFUSALS: {
  readonly [K in Refusal['_tag']]: Extract<Refusal, { readonly _tag: K }>;
} = {
  NoSuchPath: NoSuchPath(),
  MethodNotAllowed: MethodNotAllowed(['GET', 'HEAD']),
  PayloadTooLarge: PayloadTooLarge(65_536),
  UnsupportedMediaType: UnsupportedMediaType('the content type application/json, in UTF-8'),
  RateLimited: RateLimited(1),
  InvalidKey: InvalidKey(),
  ScopeMissing: ScopeMissing('payments:read'),
  InvalidInput: InvalidInput([
    { pointer: '/query/limit', code: 'invalid', detail: 'expected a whole number, once' },
  ]),
  KeyCreatorNotEligible: KeyCreatorNotEligible(),
  InvalidCursor: InvalidCursor(),
  ActorNotFound: ActorNotFound(user),
  NotAMaker: NotAMaker(user),
  NotAReportReader: NotAReportReader(user),
  NotABeneficiaryMaker: NotABeneficiaryMaker(user),
  NotAChecker: NotAChecker(user),
  OwnBeneficiary: OwnBeneficiary(payee),
  BeneficiaryNotFound: BeneficiaryNotFound(),
  NotAwaitingApproval: NotAwaitingApproval(payee),
  DuplicateBeneficiary: DuplicateBeneficiary('name_and_account'),
  IdempotencyKeyReused: IdempotencyKeyReused(),
  JobNotFound: JobNotFound(),
  PayoutNotFound: PayoutNotFound(),
};
