import type {
  AcceptBatchError,
  AuthorizeBeneficiaryError,
  BrowseBeneficiariesError,
  CancelJobError,
  CancelPaymentLinkError,
  CancelPayoutError,
  CloseCollectionError,
  ConfirmLoginError,
  CreateApiKeyError,
  CreateBeneficiaryError,
  CreateCollectionError,
  CreatePaymentLinkError,
  ChangeWebhookEndpointError,
  CreateWebhookEndpointError,
  DecideJobError,
  DecideSettingsChangeError,
  DecisionError,
  TooManySettingsChanges,
  InvalidInput,
  InvalidKey,
  InvalidSecretKey,
  InvalidSession,
  JobNotFound,
  ListApprovalsError,
  ListIncidentsError,
  ListJournalError,
  ListPackagesError,
  ListPaymentLinksError,
  ListTransactionsError,
  OpenPayoutCheckoutError,
  PayoutCheckoutNotFound,
  PayoutNotFound,
  ResendPaymentLinkError,
  RotateApiKeyError,
  RotateWebhookSecretError,
  ScopeMissing,
  SessionNotFound,
  SuspendPersonError,
  TestWebhookEndpointError,
} from '@hundi/core';

/** There is nothing at this path. */
export const NoSuchPath = () => ({ _tag: 'NoSuchPath' }) as const;
export type NoSuchPath = ReturnType<typeof NoSuchPath>;

/** The path exists for other methods. */
export const MethodNotAllowed = (allow: ReadonlyArray<string>) =>
  ({ _tag: 'MethodNotAllowed', allow }) as const;
export type MethodNotAllowed = ReturnType<typeof MethodNotAllowed>;

/** The body is longer than the route takes. */
export const PayloadTooLarge = (maxBytes: number) =>
  ({ _tag: 'PayloadTooLarge', maxBytes }) as const;
export type PayloadTooLarge = ReturnType<typeof PayloadTooLarge>;

/** The body is no plain UTF-8 JSON by its headers. */
export const UnsupportedMediaType = (expected: string) =>
  ({ _tag: 'UnsupportedMediaType', expected }) as const;
export type UnsupportedMediaType = ReturnType<typeof UnsupportedMediaType>;

/** The key has made as many calls as it may; in so many seconds it may make another. */
export const RateLimited = (retryAfterSeconds: number) =>
  ({ _tag: 'RateLimited', retryAfterSeconds }) as const;
export type RateLimited = ReturnType<typeof RateLimited>;

/** Whatever a caller can be told about a request that was not done. */
export type Refusal =
  | NoSuchPath
  | MethodNotAllowed
  | PayloadTooLarge
  | UnsupportedMediaType
  | RateLimited
  | InvalidKey
  | ScopeMissing
  | InvalidInput
  | CreateBeneficiaryError
  | AuthorizeBeneficiaryError
  | AcceptBatchError
  | ListTransactionsError
  | JobNotFound
  | ListPackagesError
  | PayoutNotFound
  | OpenPayoutCheckoutError
  | PayoutCheckoutNotFound
  | InvalidSession
  | SessionNotFound
  | SuspendPersonError
  | ConfirmLoginError
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
  | TestWebhookEndpointError;
