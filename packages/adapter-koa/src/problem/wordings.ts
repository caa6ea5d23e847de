import type { Issue } from '@hundi/core';
import type { Refusal } from './refusal.js';
import { absent, forbidden, message, says, summary, type Wording } from './wording.js';
import { PEOPLE_WORDINGS } from './wordings-people.js';
import { SETTINGS_WORDINGS } from './wordings-settings.js';

/** §7: so the packages route was seen to say that its packages are not for this key. */
const error = (detail: string) => ({ error: { code: 'FORBIDDEN', message: detail } as const });

/** §7: an invalid initiating user is one of those, also where no user could have such an id. */
const isAboutInitiator = ({ pointer }: Issue): boolean => pointer.endsWith('/initiatedByUserId');

const FOREIGN_CURSOR: Issue = {
  pointer: '/query/after',
  code: 'invalid',
  detail: 'expected the nextCursor of this list, under the same filters',
};

const AFTER_SECONDS = {
  'Retry-After': (refusal: { readonly retryAfterSeconds: number }) =>
    String(refusal.retryAfterSeconds),
};

const LATER = { 'Retry-After': () => '1' };

/** Every refusal on the wire. One that is not here does not compile. */
export const WORDINGS: {
  readonly [K in Refusal['_tag']]: Wording<Extract<Refusal, { readonly _tag: K }>>;
} = {
  ...PEOPLE_WORDINGS,
  ...SETTINGS_WORDINGS,
  NoSuchPath: absent('There is nothing at this path.'),
  MethodNotAllowed: {
    type: 'method_not_allowed_error',
    detail: ({ allow }) => `Allowed here: ${allow.join(', ')}.`,
    headers: { Allow: ({ allow }) => allow.join(', ') },
  },
  PayloadTooLarge: {
    type: 'payload_too_large_error',
    detail: ({ maxBytes, sentBytes }) =>
      `The body has ${sentBytes === undefined ? 'more' : `${String(sentBytes)} bytes, more`} than the ${String(maxBytes)} bytes that are accepted here. Send less in one request.`,
  },
  UnsupportedMediaType: {
    type: 'unsupported_media_type_error',
    detail: ({ expected }) => `Expected ${expected}.`,
  },
  RateLimited: {
    type: 'rate_limit_error',
    detail: ({ retryAfterSeconds, of }) =>
      `Too many ${of}; try again in ${String(retryAfterSeconds)} s.`,
    headers: AFTER_SECONDS,
  },
  TooManyBodiesOfCaller: {
    type: 'rate_limit_error',
    detail: ({ maxBytes }) =>
      `Requests that are not answered yet have ${String(maxBytes)} bytes, the most that one key or session may send at once. Wait for an answer, then send this again.`,
    headers: LATER,
  },
  TooManyBodies: {
    ...says('service_unavailable_error', 'The service receives too much at once. Try again.'),
    headers: LATER,
  },
  InvalidKey: {
    ...says('authentication_error', 'The API key is missing or invalid.'),
    more: message,
  },
  ScopeMissing: {
    type: 'insufficient_permissions_error',
    detail: ({ scope }) => `The API key lacks the scope ${scope}.`,
    more: (detail, { scope }) => (scope === 'packages:read' ? error(detail) : {}),
  },
  InvalidSecretKey: {
    ...says('authentication_error', 'The secret key is missing or invalid.'),
    more: message,
    headers: { 'WWW-Authenticate': () => 'Bearer' },
  },
  CollectionNotFound: absent('Checkout session not found.'),
  CollectionEnded: {
    type: 'invalid_operation_error',
    detail: ({ status }) => `The session is ${status}: it is over.`,
  },
  PaymentInProgress: says(
    'invalid_operation_error',
    'A card is being charged; what becomes of it decides. Try again in a moment.',
  ),
  NotALinkMaker: forbidden('The role does not allow to make payment links.'),
  LinkNotFound: absent('Payment link not found.'),
  LinkEnded: {
    type: 'invalid_operation_error',
    detail: ({ status }) => `The payment link is ${status.replace('_', ' ')}: it is over.`,
  },
  LinkWithoutEmail: says(
    'invalid_operation_error',
    'The payment link was made without an e-mail address.',
  ),
  TooManyMails: {
    type: 'rate_limit_error',
    detail: ({ retryAfterSeconds }) =>
      `The link was mailed a moment ago, or the link, its recipient or the corporate often enough for a day; try again in ${String(retryAfterSeconds)} s.`,
    headers: AFTER_SECONDS,
  },
  KeyCreatorNotEligible: {
    ...forbidden('The creator of the API key may not view, edit or approve settings now.'),
    more: error,
  },
  InvalidInput: {
    type: 'invalid_parameters_error',
    detail: ({ issues }) => summary(issues),
    more: (detail, { issues }) => ({
      ...(issues.some(isAboutInitiator) && message(detail)),
      errors: issues,
    }),
  },
  InvalidCursor: {
    type: 'invalid_parameters_error',
    detail: () => summary([FOREIGN_CURSOR]),
    more: () => ({ errors: [FOREIGN_CURSOR] }),
  },
  ActorNotFound: { ...absent('The acting user does not exist.'), more: message },
  NotAMaker: {
    ...forbidden('The initiating user does not exist, is not approved or may not make payments.'),
    more: message,
  },
  NotAReportReader: {
    ...forbidden('The initiating user does not exist, is not approved or may not view reports.'),
    more: message,
  },
  DebitAccountDenied: forbidden('The role does not allow this debit account, or there is none.'),
  NotABeneficiaryMaker: {
    ...forbidden('Only an approved maker may create a beneficiary.'),
    more: message,
  },
  PackagesDenied: {
    type: 'insufficient_permissions_error',
    detail: ({ packageCodes }) =>
      `The roles of the acting user do not reach the package ${packageCodes.slice(0, 10).join(', ')}. Leave it out, or let a user create the beneficiary whose roles do.`,
    more: message,
  },
  NotAChecker: forbidden('Only an approved checker may authorize a beneficiary.'),
  OwnBeneficiary: forbidden('Whoever created a beneficiary may not authorize it.'),
  BeneficiaryNotFound: absent('Beneficiary not found.'),
  NotAwaitingApproval: says(
    'invalid_operation_error',
    'The beneficiary is not waiting for approval.',
  ),
  DuplicateBeneficiary: {
    type: 'invalid_operation_error',
    detail: ({ same }) =>
      same === 'bene_id'
        ? 'A beneficiary with this beneId exists.'
        : 'A beneficiary with the same name and bank account number exists.',
    more: message,
  },
  IdempotencyKeyReused: says(
    'idempotency_key_already_used_error',
    'The idempotency key was used for a request with other values.',
  ),
  JobNotFound: absent('Job not found.'),
  JobNotTakenIn: says(
    'invalid_operation_error',
    'The job is still being taken in. Try again when its status is completed, which takes seconds.',
  ),
  PayoutNotFound: absent('Transaction not found.'),
  PayoutCheckoutNotFound: absent('Checkout session not found.'),
  MakerNotAuthorized: forbidden(
    'maker_not_authorized: the maker does not exist, is no person, is not approved or may not make payments.',
  ),
  ReferenceTaken: says(
    'invalid_operation_error',
    'Another payment, one that has not failed and was neither rejected nor cancelled, has this transactionReference.',
  ),
  NotAnApprover: forbidden('Only an approved checker may decide on payouts.'),
  OwnPayout: forbidden('Whoever made a payout may not decide on it.'),
  AlreadyApproved: says('invalid_operation_error', 'One person approves a payout once.'),
  NotAtThisLevel: forbidden('The approval that is next asks for another role.'),
  BulkNotAllowed: says(
    'invalid_operation_error',
    'The package does not allow a decision on several payouts at once.',
  ),
  ApprovalExpired: says('invalid_operation_error', 'It waited for approval too long.'),
  NotItsMaker: forbidden('Another user made it: to cancel it takes transaction.cancel_any.'),
  WrongPayoutStatus: {
    type: 'invalid_operation_error',
    detail: ({ status }) =>
      status === 'queued'
        ? 'The transaction is queued: intake has not decided on it. Try again in a moment, or cancel its job.'
        : `The transaction is ${status}: it is too late for this.`,
  },
  WrongJobStatus: {
    type: 'invalid_operation_error',
    detail: ({ status }) =>
      `The job is ${status}, and none of its payouts can be cancelled any more: they are sent, or have ended.`,
  },
  StillInDoubt: says(
    'invalid_operation_error',
    'The database was restored from a backup, and the bank has not said yet whether it has executed this: it may not end before that. Try again later.',
  ),
  NotABeneficiaryReader: forbidden('Only an approved maker or checker may list beneficiaries.'),
  NotAJournalReader: forbidden('The role allows to look neither at payouts nor at operations.'),
  NotAnOperationsViewer: forbidden('The role does not allow to look at operations.'),
};
