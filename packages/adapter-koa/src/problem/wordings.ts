import type { Issue } from '@hundi/core';
import type { Refusal } from './refusal.js';
import { absent, forbidden, message, says, summary, type Wording } from './wording.js';
import { FACTOR_WORDINGS } from './wordings-factors.js';
import { PEOPLE_WORDINGS } from './wordings-people.js';
import { SETTINGS_WORDINGS } from './wordings-settings.js';

/** §7: so the packages route was seen to say that its packages are not for this key. */
const error = (detail: string) => ({ error: { code: 'FORBIDDEN', message: detail } as const });

/** §7: an invalid initiating user is one of those, also where no user could have such an id. */
const isAboutInitiator = ({ pointer }: Issue): boolean => pointer.endsWith('/initiatedByUserId');

const FOREIGN_CURSOR: Issue = {
  pointer: '/query/after',
  code: 'invalid',
  detail: 'expected the nextCursor of this list, with the same filters',
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
  ...FACTOR_WORDINGS,
  ...SETTINGS_WORDINGS,
  NoSuchPath: absent('This path does not exist.'),
  MethodNotAllowed: {
    type: 'method_not_allowed_error',
    detail: ({ allow }) => `This path supports ${allow.join(', ')}.`,
    headers: { Allow: ({ allow }) => allow.join(', ') },
  },
  PayloadTooLarge: {
    type: 'payload_too_large_error',
    detail: ({ maxBytes, sentBytes }) =>
      `The body ${sentBytes === undefined ? 'is larger' : `has ${String(sentBytes)} bytes, which is more`} than the ${String(maxBytes)} bytes that this endpoint accepts. Send less in one request.`,
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
      `The requests in progress under this key or session hold ${String(maxBytes)} bytes, which is the maximum. Wait for one of them to complete, then send this request again.`,
    headers: LATER,
  },
  TooManyBodies: {
    ...says(
      'service_unavailable_error',
      'The service is receiving too many large requests. Try again in a moment.',
    ),
    headers: LATER,
  },
  TooManyAnswers: {
    ...says(
      'service_unavailable_error',
      'Too many answers of the service wait to be read. Try again in a moment.',
    ),
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
    detail: ({ status }) => `The session has ended: its status is ${status}.`,
  },
  PaymentInProgress: says(
    'invalid_operation_error',
    'A card payment is in progress. Try again in a moment.',
  ),
  NotALinkMaker: forbidden('Your role does not permit creating payment links.'),
  LinkNotFound: absent('Payment link not found.'),
  LinkEnded: {
    type: 'invalid_operation_error',
    detail: ({ status }) =>
      status === 'used_up'
        ? 'The payment link has no attempts left: its customer cannot pay with it any more. Create another link.'
        : `The payment link can no longer be used: it is ${status}.`,
  },
  LinkMailedOut: {
    type: 'invalid_operation_error',
    detail: ({ max }) =>
      `The payment link was mailed ${String(max)} times, which is the maximum. Send its URL yourself, or create another link.`,
  },
  LinkWithoutEmail: says('invalid_operation_error', 'The payment link has no email address.'),
  TooManyMails: {
    type: 'rate_limit_error',
    detail: ({ retryAfterSeconds }) =>
      `The link was mailed a moment ago, or the daily limit of mails for its recipient or the corporate is reached. Try again in ${String(retryAfterSeconds)} s.`,
    headers: AFTER_SECONDS,
  },
  KeyCreatorNotEligible: {
    ...forbidden(
      'The user who created the API key no longer has permission to view, edit or approve settings.',
    ),
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
    ...forbidden(
      'The initiating user does not exist, is not approved or lacks permission to make payments.',
    ),
    more: message,
  },
  NotAReportReader: {
    ...forbidden(
      'The initiating user does not exist, is not approved or lacks permission to view reports.',
    ),
    more: message,
  },
  DebitAccountDenied: forbidden(
    'The debit account does not exist, or the role of the user does not permit using it.',
  ),
  NotABeneficiaryMaker: {
    ...forbidden('Only an approved maker can create, change or deactivate a beneficiary.'),
    more: message,
  },
  PackagesDenied: {
    type: 'insufficient_permissions_error',
    detail: ({ packageCodes }) =>
      `The roles of the acting user do not include the package ${packageCodes.slice(0, 10).join(', ')}. Omit the package, or let a user with access to it create or change the beneficiary.`,
    more: message,
  },
  NotAChecker: forbidden('Only an approved checker can authorize a beneficiary.'),
  OwnBeneficiary: forbidden(
    'The user who created a beneficiary, sent it again or asked for its change cannot authorize it.',
  ),
  BeneficiaryNotFound: absent('Beneficiary not found.'),
  NotAwaitingApproval: says(
    'invalid_operation_error',
    'The beneficiary is not waiting for approval.',
  ),
  BeneficiaryMovedOn: says(
    'invalid_operation_error',
    'The beneficiary may have changed since you saw it. Read it again, and send its `revision` with your decision or change.',
  ),
  BeneficiaryAwaitsChecker: says(
    'invalid_operation_error',
    'A checker has to decide on the beneficiary, or on an earlier change of it, first. Let them reject it if it is wrong, then send the right values.',
  ),
  BeneficiaryNotActive: says(
    'invalid_operation_error',
    'Only an approved beneficiary can be deactivated.',
  ),
  DuplicateBeneficiary: {
    type: 'invalid_operation_error',
    detail: ({ same }) =>
      same === 'bene_id'
        ? 'A beneficiary with this beneId already exists.'
        : 'A beneficiary with the same name and bank account number already exists.',
    more: message,
  },
  IdempotencyKeyReused: says(
    'idempotency_key_already_used_error',
    'The idempotency key was already used for a different request.',
  ),
  PreviewNotFound: absent(
    'Preview not found: preview the batch with the API key, or as the user, that will post it.',
  ),
  PreviewUnusable: {
    type: 'invalid_operation_error',
    detail: ({ why }) =>
      why === 'expired'
        ? 'The preview is older than ten minutes. Preview the batch again.'
        : 'The preview is of another batch, or of another person. Post the body that was previewed as the same person, or preview this one.',
  },
  VerdictsChanged: {
    type: 'invalid_operation_error',
    detail: ({ issues }) =>
      `Verdicts have changed since the preview, and nothing was stored. ${summary(issues)} Preview the batch again.`,
    more: (_, { issues }) => ({ errors: issues }),
  },
  JobNotFound: absent('Job not found.'),
  JobArchived: {
    type: 'object_archived_error',
    detail: ({ file }) =>
      `The job and its transactions ended long ago and are in the archive, in ${file}. Ask your bank for them.`,
  },
  JobNotTakenIn: says(
    'invalid_operation_error',
    'The job is still being processed. Try again when its status is completed, usually within seconds.',
  ),
  PayoutNotFound: absent('Transaction not found.'),
  PayoutArchived: {
    type: 'object_archived_error',
    detail: ({ file }) =>
      `The transaction ended long ago and is in the archive, in ${file}. Ask your bank for it.`,
  },
  EventsArchived: {
    type: 'object_archived_error',
    detail: ({ position }) =>
      `The events after this cursor are in the archive. Ask your bank for them, and go on without a cursor: the list then begins with position ${String(position)}.`,
  },
  PayoutCheckoutNotFound: absent('Checkout session not found.'),
  MakerNotAuthorized: forbidden(
    'maker_not_authorized: the maker does not exist, is not a person, is not approved or lacks permission to make payments.',
  ),
  ReferenceTaken: says(
    'invalid_operation_error',
    'Another payment already uses this transactionReference. Only the reference of a failed, rejected or cancelled payment can be reused.',
  ),
  NotAnApprover: forbidden('Only an approved checker can approve or reject payouts.'),
  RightsChanged: says(
    'invalid_operation_error',
    'Your roles have changed since you looked at the payouts. Look at them again.',
  ),
  OwnPayout: forbidden('The user who created a payout cannot approve or reject it.'),
  AlreadyApproved: says('invalid_operation_error', 'You have already approved this payout.'),
  NotAtThisLevel: forbidden('The next approval of this payout requires a different role.'),
  BulkNotAllowed: says(
    'invalid_operation_error',
    'The package does not permit approving or rejecting several payouts at once.',
  ),
  ApprovalExpired: says('invalid_operation_error', 'The time to approve this payout has passed.'),
  NotItsMaker: forbidden(
    'Only the user who created it, or a user with the permission transaction.cancel_any, can cancel it.',
  ),
  WrongPayoutStatus: {
    type: 'invalid_operation_error',
    detail: ({ status }) =>
      status === 'queued'
        ? 'The transaction is queued: the service has not validated it yet. Try again in a moment, or cancel its job.'
        : `The status of the transaction is ${status}, which no longer permits this operation.`,
  },
  WrongJobStatus: {
    type: 'invalid_operation_error',
    detail: ({ status }) =>
      `The job is ${status} and none of its payouts can be cancelled: each has been sent to the bank or has ended.`,
  },
  StillInDoubt: says(
    'invalid_operation_error',
    'The service was restored from a backup and is waiting for the bank to confirm whether this payment was executed. It cannot be rejected or cancelled until then. Try again later.',
  ),
  NotABeneficiaryReader: forbidden('Only an approved maker or checker can list beneficiaries.'),
  NotAJournalReader: forbidden('Your role permits viewing neither payouts nor operations.'),
  NotAPayoutViewer: forbidden('Your role permits viewing neither payouts nor operations.'),
  NotAnOperationsViewer: forbidden('Your role does not permit viewing operations.'),
};
