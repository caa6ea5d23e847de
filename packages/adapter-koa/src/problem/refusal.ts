import type { InvalidInput } from '@hundi/core';
import type {
  AcceptPreviewedBatchError,
  AskApprovalFactorError,
  AuthorizeBeneficiaryError,
  BrowseBeneficiariesError,
  CancelJobError,
  ConfirmFactorError,
  CancelPaymentLinkError,
  CancelPayoutError,
  CloseCollectionError,
  CreateApiKeyError,
  CreateBeneficiaryError,
  CreateCollectionError,
  CreatePaymentLinkError,
  ChangeBeneficiaryError,
  ChangeWebhookEndpointError,
  DeactivateBeneficiaryError,
  CreateWebhookEndpointError,
  DecideJobError,
  DecideSettingsChangeError,
  DecisionError,
  EnrolFactorError,
  GiveLoginFactorError,
  RemoveFactorError,
  TooManySettingsChanges,
  InvalidKey,
  InvalidSecretKey,
  InvalidSession,
  EventsArchived,
  JobArchived,
  JobNotFound,
  ListApprovalsError,
  ListIncidentsError,
  ListJournalError,
  ListPackagesError,
  ListPaymentLinksError,
  ListJobsError,
  ListTransactionsError,
  BrowseTransactionsError,
  LoginCodeError,
  OpenPayoutCheckoutError,
  PayoutCheckoutNotFound,
  PayoutArchived,
  PayoutNotFound,
  ReinstatePersonError,
  NameDeputyError,
  ReleasePersonError,
  ResetFactorsError,
  RequestConfirmationError,
  ResendPaymentLinkError,
  RotateApiKeyError,
  RotateWebhookSecretError,
  ScopeMissing,
  SessionNotFound,
  SuspendPersonError,
  TestWebhookEndpointError,
  WhyWaitingError,
} from '@hundi/core/wire';

/** This path does not exist. */
export const NoSuchPath = () => ({ _tag: 'NoSuchPath' }) as const;
export type NoSuchPath = ReturnType<typeof NoSuchPath>;

/** The path exists for other methods. */
export const MethodNotAllowed = (allow: ReadonlyArray<string>) =>
  ({ _tag: 'MethodNotAllowed', allow }) as const;
export type MethodNotAllowed = ReturnType<typeof MethodNotAllowed>;

/** The body is longer than the route takes; how long it is, where it says so. */
export const PayloadTooLarge = (maxBytes: number, sentBytes?: number) =>
  ({ _tag: 'PayloadTooLarge', maxBytes, sentBytes }) as const;
export type PayloadTooLarge = ReturnType<typeof PayloadTooLarge>;

/** The body is no plain UTF-8 JSON by its headers. */
export const UnsupportedMediaType = (expected: string) =>
  ({ _tag: 'UnsupportedMediaType', expected }) as const;
export type UnsupportedMediaType = ReturnType<typeof UnsupportedMediaType>;

/** The key has made as many calls, sent as many bytes, or left as many answers unread, as it may; in so many seconds it may go on. */
export const RateLimited = (
  retryAfterSeconds: number,
  of: 'calls' | 'bytes' | 'bad keys' | 'unread answers' = 'calls',
) => ({ _tag: 'RateLimited', retryAfterSeconds, of }) as const;
export type RateLimited = ReturnType<typeof RateLimited>;

/** The caller has more bytes of bodies on the way than it may. */
export const TooManyBodiesOfCaller = (maxBytes: number) =>
  ({ _tag: 'TooManyBodiesOfCaller', maxBytes }) as const;
export type TooManyBodiesOfCaller = ReturnType<typeof TooManyBodiesOfCaller>;

/** All callers together have more bytes of bodies on the way than this process holds. */
export const TooManyBodies = () => ({ _tag: 'TooManyBodies' }) as const;
export type TooManyBodies = ReturnType<typeof TooManyBodies>;

/** All callers together have more bytes of answers to read than this process holds. */
export const TooManyAnswers = () => ({ _tag: 'TooManyAnswers' }) as const;
export type TooManyAnswers = ReturnType<typeof TooManyAnswers>;

/** The session's last code is older than five minutes, and the change opens doors for others. */
export const ConfirmationNeeded = () => ({ _tag: 'ConfirmationNeeded' }) as const;
export type ConfirmationNeeded = ReturnType<typeof ConfirmationNeeded>;

/** Every refusal that a caller can get for a request. */
export type Refusal =
  | NoSuchPath
  | MethodNotAllowed
  | PayloadTooLarge
  | UnsupportedMediaType
  | RateLimited
  | TooManyBodiesOfCaller
  | TooManyBodies
  | TooManyAnswers
  | ConfirmationNeeded
  | RequestConfirmationError
  | InvalidKey
  | ScopeMissing
  | InvalidInput
  | CreateBeneficiaryError
  | AuthorizeBeneficiaryError
  | ChangeBeneficiaryError
  | DeactivateBeneficiaryError
  | AcceptPreviewedBatchError
  | BrowseTransactionsError
  | ListJobsError
  | ListTransactionsError
  | JobNotFound
  | JobArchived
  | EventsArchived
  | ListPackagesError
  | PayoutNotFound
  | PayoutArchived
  | OpenPayoutCheckoutError
  | PayoutCheckoutNotFound
  | InvalidSession
  | SessionNotFound
  | AskApprovalFactorError
  | ConfirmFactorError
  | EnrolFactorError
  | GiveLoginFactorError
  | RemoveFactorError
  | SuspendPersonError
  | ReinstatePersonError
  | NameDeputyError
  | ReleasePersonError
  | ResetFactorsError
  | LoginCodeError
  | ListApprovalsError
  | DecideJobError
  | DecideSettingsChangeError
  | TooManySettingsChanges
  | DecisionError
  | CancelPayoutError
  | CancelJobError
  | BrowseBeneficiariesError
  | CreateApiKeyError
  | RotateApiKeyError
  | InvalidSecretKey
  | CreateCollectionError
  | CloseCollectionError
  | CreatePaymentLinkError
  | ListPaymentLinksError
  | ResendPaymentLinkError
  | CancelPaymentLinkError
  | ListJournalError
  | ListIncidentsError
  | CreateWebhookEndpointError
  | ChangeWebhookEndpointError
  | RotateWebhookSecretError
  | TestWebhookEndpointError
  | WhyWaitingError;
