/**
 * Rules and state machines of the payout and checkout engine, behind ports.
 *
 * Start with {@link createHundi}, or load `coreModule` of `@hundi/core/inversify` into your own container.
 *
 * @packageDocumentation
 */

// Start here
export { createHundi, hundiFrom, type Hundi } from './wiring/create-hundi.js';
export type { Within } from './wiring/within.js';
export type { Ports } from './wiring/ports.js';
export { FeatureOff, type Feature, type OptionalPort } from './kernel/use-case/feature-off.js';
export type { Resolver } from './wiring/recipe.js';
export type { Plain } from './kernel/use-case/plain.js';

// Use cases
export { Authenticate, type Caller } from './access/authenticate/authenticate.js';
export { CheckSealer } from './access/manage-keys/check-sealer.js';
export type { WrongSealer } from './access/manage-keys/sealer-fit.js';
export {
  CreateApiKey,
  CreateApiKeyInput,
  type CreateApiKeyError,
} from './access/manage-keys/create-api-key.js';
export { ListApiKeys, type ListApiKeysError } from './access/manage-keys/list-api-keys.js';
export { RevokeApiKey, type RevokeApiKeyError } from './access/manage-keys/revoke-api-key.js';
export { RotateApiKey, type RotateApiKeyError } from './access/manage-keys/rotate-api-key.js';
export {
  AuthenticateSecretKey,
  type Merchant,
} from './access/authenticate/authenticate-secret-key.js';
export {
  CreateSecretKey,
  CreateSecretKeyInput,
  type CreateSecretKeyError,
} from './access/manage-keys/create-secret-key.js';
export { ListSecretKeys, type ListSecretKeysError } from './access/manage-keys/list-secret-keys.js';
export {
  RevokeSecretKey,
  type RevokeSecretKeyError,
} from './access/manage-keys/revoke-secret-key.js';
export {
  RotateSecretKey,
  type RotateSecretKeyError,
} from './access/manage-keys/rotate-secret-key.js';
export { SecretKeyView, type NewSecretKey } from './access/key/secret-key-view.js';
export { allowanceOf } from './access/authenticate/allowance.js';
export { inProcessRateLimiter } from './access/authenticate/in-process-rate-limiter.js';
export { DEFAULT_RATE_LIMITS, ratesOf, type RateLimits } from './access/authenticate/rates.js';
export type { Rate } from './access/authenticate/token-bucket.js';
export { KEY_ENTROPY_BYTES, parseKey, writeKey, type KeyPrefix } from './access/key/key-text.js';
export { hasScope, Scope } from './access/scope.js';
export {
  BrowseBeneficiaries,
  type BrowseBeneficiariesError,
  type BrowsedPage,
} from './beneficiary/browse-beneficiaries.js';
export {
  FollowBeneficiaries,
  type FollowBeneficiariesError,
} from './beneficiary/follow-beneficiaries.js';
export {
  CancelPayout,
  CancelPayoutInput,
  type CancelPayoutError,
} from './approval/cancel-payout.js';
export { CancelledBy } from './approval/cancelled-by.js';
export { Idempotently, type KeyedRequest, type PortalChanges } from './wiring/idempotently.js';
export { DecideJob, DecideJobInput, type DecideJobError } from './approval/decide-job.js';
export {
  DecidePayouts,
  DecidePayoutsInput,
  type DecidePayoutsError,
} from './approval/decide-payouts.js';
export { AwaitingPayout } from './approval/awaiting-payout.js';
export {
  ApprovalsQuery,
  ListApprovals,
  type ListApprovalsError,
} from './approval/list-approvals.js';
export {
  ReviewDecision,
  type DecisionReview,
  type ReviewDecisionError,
  type ReviewedSum,
} from './approval/review-decision.js';
export { FindUnusual, type FindUnusualError, type FoundUnusual } from './approval/find-unusual.js';
export {
  UnusualKind,
  type UnusualPayout,
  type UnusualPayouts,
  type UnusualSum,
} from './approval/unusual.js';
export {
  SumApprovals,
  type ApprovalSum,
  type ApprovalSums,
  type SumApprovalsError,
} from './approval/sum-approvals.js';
export {
  AuthorizeBeneficiary,
  AuthorizeBeneficiaryInput,
  type AuthorizeBeneficiaryError,
} from './beneficiary/authorize-beneficiary.js';
export type { Browser } from './collection/charge/browsing.js';
export {
  CancelCollection,
  type CancelCollectionError,
} from './collection/checkout/cancel-collection.js';
export {
  CancelPaymentLink,
  type CancelPaymentLinkError,
} from './collection/link/cancel-payment-link.js';
export type { CardFault, CardFaultCode, CardField, CardForm } from './collection/card/card.js';
export {
  CheckoutSettingsInput,
  CheckoutSettingsView,
} from './collection/session/checkout-settings.js';
export {
  CloseCollection,
  type CloseCollectionError,
} from './collection/checkout/close-collection.js';
export {
  CreateCollection,
  type CreateCollectionError,
  type CreatedCollection,
} from './collection/checkout/create-collection.js';
export {
  CreatePaymentLink,
  NewPaymentLink,
  type CreatedPaymentLink,
  type CreatePaymentLinkError,
} from './collection/link/create-payment-link.js';
export { CheckoutSessionRequest } from './collection/checkout/create-request.js';
export { CheckoutSessionId, PaymentLinkId } from './collection/session/page-ids.js';
export { EnterCollection } from './collection/checkout/enter-collection.js';
export {
  GetCheckoutSettings,
  type GetCheckoutSettingsError,
} from './collection/settings/get-checkout-settings.js';
export { GetCollection } from './collection/checkout/get-collection.js';
export { GetPaymentLink, type GetPaymentLinkError } from './collection/link/get-payment-link.js';
export {
  ListPaymentLinks,
  type ListPaymentLinksError,
} from './collection/link/list-payment-links.js';
export {
  OpenPaymentLink,
  type OpenedPaymentLink,
  type OpenPaymentLinkError,
} from './collection/link/open-payment-link.js';
export {
  PayByCard,
  type PayByCardError,
  type PayByCardOutcome,
} from './collection/charge/pay-by-card.js';
export {
  PutCheckoutSettings,
  type PutCheckoutSettingsError,
} from './collection/settings/put-checkout-settings.js';
export {
  ResendPaymentLink,
  type ResendPaymentLinkError,
} from './collection/link/resend-payment-link.js';
export {
  ReturnFromCollection,
  type ReturnFromCollectionError,
} from './collection/checkout/return-from-collection.js';
export { ViewCollection, type CollectionPage } from './collection/checkout/view-collection.js';
export {
  CreateBeneficiary,
  NewBeneficiary,
  type CreateBeneficiaryError,
} from './beneficiary/create-beneficiary.js';
export {
  ChangeBeneficiary,
  ChangeBeneficiaryInput,
  type ChangeBeneficiaryError,
} from './beneficiary/change-beneficiary.js';
export {
  DeactivateBeneficiary,
  DeactivateBeneficiaryInput,
  type DeactivateBeneficiaryError,
} from './beneficiary/deactivate-beneficiary.js';
export { BeneficiaryDetails } from './beneficiary/payee/beneficiary-details.js';
export { GetBeneficiary, type GetBeneficiaryError } from './beneficiary/get-beneficiary.js';
export {
  ListMakersPackages,
  type ListMakersPackagesError,
  type MakersPackage,
} from './beneficiary/list-makers-packages.js';
export {
  ReviewBeneficiary,
  type BeneficiaryReview,
  type ReviewBeneficiaryError,
} from './beneficiary/review-beneficiary.js';
export { ListBeneficiaries } from './beneficiary/list-beneficiaries.js';
export {
  AcceptBatch,
  AcceptBatchAsJson,
  type AcceptBatchError,
} from './intake/accept/accept-batch.js';
export {
  AcceptPreviewedBatch,
  AcceptPreviewedBatchAsJson,
  type AcceptPreviewedBatchError,
} from './intake/accept/accept-previewed-batch.js';
export {
  PreviewBatch,
  PreviewBatchAsJson,
  type PreviewBatchError,
} from './intake/accept/preview-batch.js';
export {
  BatchPreview,
  type AcceptedRow,
  type ShownPreview,
} from './intake/preview/batch-preview.js';
export {
  PreviewNotFound,
  PreviewUnusable,
  VerdictsChanged,
  type PreviewError,
} from './intake/preview/preview-errors.js';
export { CancelJob, type CancelJobError } from './intake/cancel/cancel-job.js';
export {
  BatchRequest,
  PersonBatchRequest,
  readBatch,
  type ReadBatch,
} from './intake/request/batch-request.js';
export {
  CreatePayments,
  CreatePaymentsAsJson,
  type CreatePaymentsError,
} from './intake/accept/create-payments.js';
export { PaymentsRequest } from './intake/request/payments-request.js';
export { PAYMENTS_MAX } from './intake/request/read-rows.js';
export { Instruction } from './intake/request/instruction.js';
export { GetJob, type GetJobError } from './intake/view/get-job.js';
export { JobsQuery, ListJobs, type ListJobsError } from './intake/view/list-jobs.js';
export {
  GetPayoutReach,
  type GetPayoutReachError,
  type PayoutReach,
  type ReachedAccount,
  type ReachedPackage,
} from './payout/report/get-payout-reach.js';
export { GetTransaction, type GetTransactionError } from './payout/report/get-transaction.js';
export { ListIncidents, type ListIncidentsError } from './journal/audit/list-incidents.js';
export { JournalQuery, ListJournal, type ListJournalError } from './journal/audit/list-journal.js';
export { RaiseIncidents, RaiseIncidentsInput } from './journal/audit/raise-incidents.js';
export { ListPackages, type ListPackagesError } from './package/list/list-packages.js';
export { AuthorizePayout, type AuthorizePayoutError } from './payout-checkout/authorize-payout.js';
export type { AuthorizedPayout } from './payout-checkout/submit-payout.js';
export {
  CancelPayoutCheckout,
  type CancelPayoutCheckoutError,
  type CancelledPayoutCheckout,
} from './payout-checkout/cancel-payout-checkout.js';
export {
  EnterPayoutCheckout,
  type EnterPayoutCheckoutError,
  type EnteredPayoutCheckout,
} from './payout-checkout/enter-payout-checkout.js';
export {
  GivePayoutFactor,
  type GivePayoutFactorError,
} from './payout-checkout/give-payout-factor.js';
export { GetPayoutCheckout } from './payout-checkout/get-payout-checkout.js';
export {
  OpenPayoutCheckout,
  type OpenedAnswer,
  type OpenPayoutCheckoutError,
} from './payout-checkout/open-payout-checkout.js';
export {
  SendPayoutCode,
  type CodeSent,
  type SendPayoutCodeError,
} from './payout-checkout/send-payout-code.js';
export {
  ViewPayoutCheckout,
  type ViewPayoutCheckoutError,
} from './payout-checkout/view-payout-checkout.js';
export {
  AskApprovalFactor,
  AskApprovalFactorInput,
  ApprovalFactorAsked,
  type AskApprovalFactorError,
} from './approval/ask-approval-factor.js';
export { AskOwnFactor } from './factor/ask-own-factor.js';
export {
  ConfirmedFactor,
  ConfirmFactor,
  ConfirmFactorInput,
  type ConfirmFactorError,
} from './factor/confirm-factor.js';
export {
  EnrolFactor,
  EnrolFactorInput,
  EnrolledFactor,
  type EnrolFactorError,
} from './factor/enrol-factor.js';
export {
  GiveOwnFactor,
  GiveOwnFactorInput,
  type GiveOwnFactorError,
} from './factor/give-own-factor.js';
export { ListFactors } from './factor/list-factors.js';
export { RemoveFactor, type RemoveFactorError } from './factor/remove-factor.js';
export {
  GiveLoginFactor,
  GiveLoginFactorInput,
  type GiveLoginFactorError,
} from './portal/give-login-factor.js';
export { AuthenticateSession, type Person } from './portal/authenticate-session.js';
export { ConfirmLogin } from './portal/confirm-login.js';
export { GetProfile, type Profile } from './portal/get-profile.js';
export type { LoginStep } from './portal/come-in.js';
export { OpenBankSession } from './portal/open-bank-session.js';
export { BankSession, type BankLogin } from './ports/bank-login.js';
export { ConfirmedSession, ConfirmSession } from './portal/confirm-session.js';
export {
  RequestConfirmation,
  type RequestConfirmationError,
} from './portal/request-confirmation.js';
export type { LoginCodeError } from './portal/try-login-code.js';
export { EndOwnSession } from './portal/end-own-session.js';
export { GetUpload } from './portal/get-upload.js';
export { KeepUpload, type UploadKept } from './portal/keep-upload.js';
export { ListSessions } from './portal/list-sessions.js';
export { Logout } from './portal/logout.js';
export { SessionView } from './portal/session/session-view.js';
export { EndSessions, type EndedSessions } from './people/end-sessions.js';
export { ListPeople, type ListPeopleError } from './people/list-people.js';
export { GetNotificationSettings } from './notification/get-notification-settings.js';
export { NotificationSettings } from './notification/notification-settings.js';
export { PutNotificationSettings } from './notification/put-notification-settings.js';
export { WhyWaiting, type WhyWaitingError } from './why/why-waiting.js';
export { WhyQuery, whySubject, type WhySubject } from './why/why-subject.js';
export type { PersonChangeError } from './people/person-change.js';
export {
  FactorsChanged,
  LastToReinstate,
  NobodyToConfirmReset,
  NobodyToRelease,
  OwnFactorReset,
  OwnHold,
  OwnSuspension,
  PersonNotFound,
  SuspensionOver,
} from './people/people-errors.js';
export { PersonView } from './people/person-view.js';
export {
  ReinstatePerson,
  type ReinstatedPerson,
  type ReinstatePersonError,
} from './people/reinstate-person.js';
export { DeputyView } from './people/deputy-view.js';
export { EndDeputy } from './people/end-deputy.js';
export { GetDeputy } from './people/get-deputy.js';
export { NameDeputy, NameDeputyInput, type NameDeputyError } from './people/name-deputy.js';
export {
  ResetFactors,
  ResetFactorsInput,
  type FactorsToReset,
  type ResetFactorsError,
} from './people/reset-factors.js';
export { ReleasePerson, type ReleasePersonError } from './people/release-person.js';
export {
  SuspendedPerson,
  SuspendPerson,
  SuspendPersonInput,
  type SuspendPersonError,
} from './people/suspend-person.js';
export { UnderWay } from './people/under-way.js';
export { ConfirmLoginInput, LoginCodeInput } from './portal/login-code-input.js';
export { RequestLogin, RequestLoginInput, type LoginRequested } from './portal/request-login.js';
export {
  BrowseTransactions,
  type BrowseTransactionsError,
} from './payout/report/browse-transactions.js';
export { ListTransactions, type ListTransactionsError } from './payout/report/list-transactions.js';
export { ListReport } from './payout/report/list-report.js';
export type { ReportError } from './payout/report/report-pages.js';
export type { ReportRequest } from './payout/report/report-request.js';
export { SumReport, type ReportSums, type SumReportError } from './payout/report/sum-report.js';
export { ReportQuery } from './payout/report/report-query.js';
export { reportRequest } from './payout/report/report-request.js';
export { AskBeforeSending } from './settlement/send/ask-before-sending.js';
export { DetectRestore } from './restore/detect-restore.js';
export { TakeBankReports, type ReportsTaken } from './settlement/send/take-bank-reports.js';
export {
  Provision,
  type AbsentFrom,
  type ProvisionDefaults,
  type ProvisionResult,
  type Provisioned,
} from './tenancy/provision/provision.js';
export { readProvisionDocument } from './tenancy/provision/check-provision.js';
export { ProvisionDocument, type ProvisionInput } from './tenancy/provision/provision-document.js';
export type { Credentials } from './tenancy/provision/provision-secrets.js';

// Background work
export { LEASE_MS, type Duty } from './duty/duty.js';
export type { NextDues } from './duty/next-dues.js';
export { ExpireCollections } from './collection/checkout/expire-collections.js';
export { QueryCharges } from './collection/charge/query-charges.js';
export { ReverseCharges } from './collection/charge/reverse-charges.js';
export { ArmExpiry } from './approval/arm-expiry.js';
export { ExpireApprovals } from './approval/expire-approvals.js';
export { ExpireSessions } from './payout-checkout/expire-sessions.js';
export { ProcessJobs } from './intake/evaluate/process-jobs.js';
export { RetryJobs } from './intake/evaluate/retry-jobs.js';
export { IndexPayouts } from './payout/report/index-payouts.js';
export { QueryUnknowns } from './settlement/send/query-unknowns.js';
export { ListWebhookEndpoints } from './webhook/manage/list-webhook-endpoints.js';
export {
  CreateWebhookEndpoint,
  type CreateWebhookEndpointError,
} from './webhook/manage/create-webhook-endpoint.js';
export { GetWebhookEndpoint } from './webhook/manage/get-webhook-endpoint.js';
export {
  ChangeWebhookEndpoint,
  type ChangeWebhookEndpointError,
} from './webhook/manage/change-webhook-endpoint.js';
export {
  DeleteWebhookEndpoint,
  type DeleteWebhookEndpointError,
} from './webhook/manage/delete-webhook-endpoint.js';
export {
  RotateWebhookSecret,
  type RotateWebhookSecretError,
} from './webhook/manage/rotate-webhook-secret.js';
export {
  TestWebhookEndpoint,
  type TestWebhookEndpointError,
} from './webhook/manage/test-webhook-endpoint.js';
export {
  ReplayWebhooks,
  WebhookReplay,
  type ReplayWebhooksError,
} from './webhook/manage/replay-webhooks.js';
export {
  ListWebhookDeliveries,
  WebhookDelivery,
  type ListWebhookDeliveriesError,
} from './webhook/manage/list-webhook-deliveries.js';
export { WebhookEndpointId } from './webhook/endpoint/endpoint-id.js';
export { NewWebhookEndpoint, WebhookEndpointChange } from './webhook/manage/endpoint-request.js';
export { WebhookEndpointView, type NewWebhookSecret } from './webhook/manage/endpoint-view.js';
export type { EndpointDenied, WebhooksDenied } from './webhook/manage/endpoint-person.js';
export {
  TooManyWebhookEndpoints,
  TooManyWebhookSecrets,
  WebhookEndpointDisabled,
  WebhookEndpointNotFound,
} from './webhook/endpoint/webhook-errors.js';
export { DeliverSlowly, DeliverWebhooks } from './webhook/deliver/deliver-webhooks.js';
export { SendToBank } from './settlement/send/send-to-bank.js';
export { BACKLOG_LOOK_MAX, GetBacklog, type Backlog } from './duty/get-backlog.js';
export { subjectsOf, type Subject } from './duty/about.js';
export {
  ACTIVITIES,
  failureFacts,
  type Activity,
  type FailureFacts,
  type OnError,
} from './duty/causes.js';
export type { DutyRun } from './duty/lanes.js';
export type { Worker, WorkerObserver } from './duty/worker.js';

// Results of use cases
export { ApiKeyView, type NewApiKey } from './access/key/api-key-view.js';
export {
  CheckoutSessionEvent,
  CheckoutSessionObject,
} from './collection/session/collection-view.js';
export { PaymentLinkView } from './collection/session/link-view.js';
export type { KeyedAnswer } from './idempotency/keyed-answer.js';
export {
  AuthorizedBeneficiary,
  BeneficiaryRecord,
  CreatedBeneficiary,
} from './beneficiary/beneficiary-answers.js';
export { BeneficiaryState, BrowsedBeneficiary } from './beneficiary/browsed-beneficiary.js';
export { AcceptedBatch } from './intake/view/accepted-batch.js';
export type { DecisionResult } from './approval/take-decision.js';
export type { DecisionError } from './approval/decider.js';
export { JobStatusRecord, ShownJob } from './intake/view/job-status-record.js';
export { JobSummary } from './intake/view/job-summary.js';
export { IncidentRecord, JournalRecord } from './journal/event/journal-view.js';
export { PackageRecord } from './package/list/package-view.js';
export {
  OpenedPayoutCheckout,
  PayoutCheckoutRecord,
  PayoutCheckoutRequest,
} from './payout-checkout/checkout-answers.js';
export type { PayoutBrowser } from './payout-checkout/browser.js';
export type { PayoutCheckoutView, SentCode } from './payout-checkout/checkout-view.js';
export {
  Choice,
  type AccountOption,
  type ChoiceField,
  type PackageOption,
} from './payout-checkout/session/choice.js';
export { PayoutCheckoutId } from './payout-checkout/session/checkout-id.js';
export {
  PAYOUT_CHECKOUT_LIFE,
  PayoutCheckout,
  PayoutCheckoutStatus,
  type ClosedStatus,
} from './payout-checkout/session/payout-checkout.js';
export { payoutIdOf } from './payout-checkout/session/payout-id.js';
export { OpenedSession } from './portal/session/opened-session.js';
export { ReportTransaction } from './payout/report/report-view.js';
export { TransactionObject } from './payout/transaction-object.js';
export { WaitKind, WhyAnswer } from './why/wait.js';

// Changes of settings that wait for a second person
export {
  DecideSettingsChange,
  DecideSettingsChangeInput,
  type DecideSettingsChangeError,
} from './settings/decide/decide-settings-change.js';
export {
  ListSettingsChanges,
  SettingsChangesQuery,
  type ListSettingsChangesError,
} from './settings/decide/list-settings-changes.js';
export {
  approvalDigest,
  leavesText,
  payoutDigest,
  type DigestedDecision,
} from './authority/approval-digest.js';
export type { ApprovedPayout } from './payout/approved-payout.js';
export { readAuthorityKey } from './authority/authority-key.js';
export { FactorChallengeId } from './factor/held/factor-challenge.js';
export { FactorKind, knownTransports, type Credential } from './factor/held/factor.js';
export { FactorView } from './factor/held/factor-view.js';
export {
  FactorChallengeNotFound,
  FactorChallengeVoid,
  FactorNotFound,
  OtherThanChallenged,
  PasskeyCopied,
  PasskeysOff,
  SecondFactorNeeded,
  TooManyFactorGuesses,
  TooManyFactors,
  WrongFactor,
  WrongFactorState,
} from './factor/held/factor-errors.js';
export { totpCode, totpStep } from './factor/held/totp.js';
export { FactorCode, PasskeyResponse } from './factor/prove/factor-proof.js';
export { FactorAsked, ProofKind } from './factor/prove/factor-asked.js';
export { Passkeys, type NewPasskey, type VerifyAssertion } from './ports/passkeys.js';
export { FactorRule, SecondFactorPolicy } from './tenancy/second-factor.js';
export { SettingsChange, SETTINGS_CHANGE_LIFE } from './settings/change/settings-change.js';
export { SettingsChangeView, type AwaitsApproval } from './settings/change/settings-change-view.js';
export {
  OwnSettingsChange,
  ProposerNotEligible,
  SettingsChangeNotFound,
  SettingsChangeOver,
  TooManySettingsChanges,
} from './settings/change/settings-change-errors.js';

// Refusals
export {
  ActorNotFound,
  DebitAccountDenied,
  ApiKeyNotFound,
  ApiKeyNotLive,
  CameByOwnKey,
  CameBySameKey,
  InvalidKey,
  InvalidSecretKey,
  KeyCreatorNotEligible,
  NotAMaker,
  NotAReportReader,
  ScopeMissing,
  SettingsDenied,
  TooManyLiveKeys,
} from './access/access-errors.js';
export {
  AlreadyApproved,
  ApprovalExpired,
  BulkNotAllowed,
  NotAnApprover,
  NotAtThisLevel,
  NotItsMaker,
  OwnPayout,
} from './approval/approval-errors.js';
export {
  BeneficiaryAwaitsChecker,
  BeneficiaryMovedOn,
  BeneficiaryNotActive,
  BeneficiaryNotFound,
  NotABeneficiaryReader,
  DuplicateBeneficiary,
  NotABeneficiaryMaker,
  NotAChecker,
  NotAwaitingApproval,
  OwnBeneficiary,
  PackagesDenied,
} from './beneficiary/payee/beneficiary-errors.js';
export { InvalidCard } from './collection/card/card.js';
export {
  CollectionEnded,
  CollectionNotFound,
  CollectionOpen,
  FormUsed,
  LinkEnded,
  LinkNotFound,
  LinkWithoutEmail,
  NotALinkMaker,
  PaymentInProgress,
  TooManyMails,
} from './collection/session/collection-errors.js';
export { IdempotencyKeyReused } from './idempotency/idempotency-errors.js';
export { JobArchived, JobNotFound, JobNotTakenIn } from './intake/job/intake-errors.js';
export { WrongJobStatus } from './intake/job/job-machine.js';
export { StillInDoubt } from './settlement/order/doubt-errors.js';
export {
  EventsArchived,
  NotAJournalReader,
  NotAnOperationsViewer,
} from './journal/entry/journal-errors.js';
export {
  NotAPayoutViewer,
  PayoutArchived,
  PayoutNotFound,
  WrongPayoutStatus,
} from './payout/payout-errors.js';
export {
  InvalidSession,
  LoginCodeVoid,
  LoginNotFound,
  SessionNotFound,
  WrongLoginCode,
} from './portal/session/login-errors.js';
export {
  AmountLimitExceeded,
  PayoutCheckoutClosed,
  PayoutCheckoutNotFound,
  ChoiceDenied,
  ChoiceUnfit,
  CodeNotMailed,
  CodeTooSoon,
  CodeVoid,
  MakerLocked,
  MakerNotAuthorized,
  NoCodesLeft,
  NoEmailOnFile,
  NotThisBrowser,
  TooManyCodes,
  ReferenceTaken,
  WrongCode,
  type ChoiceRefusal,
} from './payout-checkout/session/checkout-errors.js';

// Ports an adapter implements
export {
  ArchiveUnusable,
  type Archive,
  type KeptArchiveFile,
  type NewArchiveFile,
} from './ports/archive.js';
export { PolicyMark } from './ports/policy-mark.js';
export {
  SendGuard,
  type GuardedChange,
  type GuardQuestion,
  type GuardVerdict,
} from './ports/send-guard.js';
export { SendMark, type Mark } from './ports/send-mark.js';
export { BankDirectory } from './ports/bank-directory.js';
export { BankRail } from './ports/bank-rail.js';
export { CardAcquirer } from './ports/card-acquirer.js';
export { Clock } from './ports/clock.js';
export { Mailer, type Mail } from './ports/email.js';
export { Entropy } from './ports/entropy.js';
export { HostedPages } from './ports/hosted-pages.js';
export { Notifications } from './ports/notifications.js';
export { Pacer } from './ports/pacer.js';
export type { PaymentFile, PaymentFileFault, PaymentFiles } from './ports/payment-files.js';
export type { CallKind, RateAllowance, RateLimiter } from './ports/rate-limiter.js';
export { Sealer, type SealedText } from './ports/sealer.js';
export { SealerAway } from './ports/sealer-away.js';
export { KeptTextLost } from './secrets/open-kept.js';
export {
  SEND_FAULTS,
  WebhookSender,
  type SendFault,
  type WebhookAnswer,
  type WebhookAnswered,
  type WebhookMessage,
  type WebhookUnanswered,
} from './ports/webhook-sender.js';
export { Storage, type Stores } from './storage/storage.js';
export { LostRace, type HostTransaction } from './storage/host-transaction.js';
export { StorageAway } from './storage/storage-away.js';

// Records that storage adapters keep
export { ApiKey, SecretKey } from './access/key/api-key.js';
export type {
  ApprovedBeneficiary,
  BeneficiaryAccount,
  DeactivatedBeneficiary,
  PendingBeneficiary,
  RejectedBeneficiary,
  ReviewedBeneficiary,
} from './beneficiary/payee/beneficiary.js';
export { DUTY_NAMES, type DutyName } from './storage/work-store.js';
export { JobStatus, type Job } from './intake/job/job.js';
export { RejectionCode } from './payout/rejection.js';
export type { JournalEntry } from './journal/entry/entry.js';
export type { Incident } from './journal/entry/incident.js';
export {
  INCIDENT_GUIDES,
  INCIDENT_KINDS,
  type IncidentGuide,
  type IncidentKind,
} from './journal/entry/incident-kind.js';
export { ListEvents } from './journal/feed/list-events.js';
export { EVENT_BODIES } from './journal/feed/event-bodies.js';
export { FeedItem, FeedQuery } from './journal/feed/feed-item.js';
export { eventTypeOf } from './journal/event/event-kind.js';
export {
  ARCHIVE_AGE_MIN,
  archiveJournals,
  ArchiveHeld,
  planArchive,
  type ArchivePorts,
  type ArchiveStep,
} from './archive/archive-journals.js';
export { BrokenJournal } from './archive/stretch.js';
export {
  OlderKeyInUse,
  opensNothing,
  resealAll,
  SealerLacksKey,
  type ResealedKind,
  type ResealPorts,
  type ResealStep,
} from './reseal/reseal-all.js';
export type { Undelivered } from './archive/undelivered.js';
export { verifyArchive, type ArchiveCheck, type FileFault } from './archive/verify-archive.js';
export {
  verifyApprovals,
  type ApprovalCheck,
  type ApprovalFault,
  type ApprovalMeans,
} from './journal/audit/verify-approvals.js';
export { verifyChain, type ChainCheck, type Chunks } from './journal/audit/verify-chain.js';
export {
  UNSEALED_COUNT_MAX,
  verifyJournals,
  type JournalCheck,
} from './journal/audit/verify-journals.js';
export { eventHash, FIRST_HASH, NOTHING_SEALED, sealHash } from './journal/seal/hash-chain.js';
export type { HeldJournal, Seal, SealedEntry, SealHead } from './journal/entry/seal.js';
export type { SealedEvent } from './journal/entry/sealed-event.js';
export {
  PayoutStatus,
  type AcceptedPayout,
  type Payout,
  type PayoutOrder,
  type PayoutProgress,
  type PayoutTerms,
  type Rejection,
  type TurnedAwayPayout,
} from './payout/payout.js';
export { LoginChallenge, type CodeFor } from './portal/session/login-challenge.js';
export { UploadNotFound, type KeptUpload } from './portal/session/kept-upload.js';
export type { PortalSession, SessionUse } from './portal/session/portal-session.js';
export {
  CheckoutReference,
  CollectionSession,
  CollectionStatus,
  type CardAttempt,
} from './collection/session/collection-session.js';
export { LinkStatus, PaymentLink } from './collection/session/payment-link.js';
export { PayoutStatusDetails, StatusDetails } from './payout/status-details.js';
export { PayoutApproval } from './approval/matrix/payout-approval.js';
export { ApprovalMatrix, type ApprovalLevel } from './approval/matrix/matrix.js';
export { ApprovalPolicy, ApprovalPolicyDraft } from './approval/policy/approval-policy.js';
export {
  GetApprovalPolicy,
  type ApprovalPolicyHistory,
  type GetApprovalPolicyError,
} from './approval/policy/get-approval-policy.js';
export { ApprovalPolicyOutdated } from './approval/policy/approval-policy-errors.js';
export { PolicyPreview } from './approval/policy/policy-preview.js';
export { ApprovalPolicyVersion } from './authority/policy-version.js';
export {
  PreviewApprovalPolicy,
  type PreviewApprovalPolicyError,
} from './approval/policy/preview-approval-policy.js';
export {
  PutApprovalPolicy,
  type PutApprovalPolicyAnswer,
  type PutApprovalPolicyError,
} from './approval/policy/put-approval-policy.js';
export type { PolicyDifference } from './tenancy/provision/provision-policy.js';
export type { BankAnswer } from './settlement/order/bank-answer.js';
export { BankTenant, CheckoutSettings, Corporate } from './tenancy/corporate.js';
export { Calendar } from './tenancy/calendar.js';
export { CutOff, DebitAccount } from './tenancy/debit-account.js';
export { Permission, Role, User, type Actor } from './tenancy/user.js';
export { PaymentPackage } from './package/payment-package.js';
export { WebhookEndpoint } from './webhook/endpoint/endpoint.js';
export { SECRET_ENTROPY_BYTES, writeSecret } from './webhook/receiver/secret.js';
export type {
  DeliveryAttempt,
  DeliveryProgress,
  QueuedDelivery,
} from './webhook/endpoint/delivery.js';
export { EVENT_MEANINGS, EVENT_TYPES, type EventType } from './journal/entry/event-type.js';
export { isSubscription } from './webhook/endpoint/subscription.js';

// Codecs of what goes over the wire
export { alias, documented, factsOf, originalOf, type Facts } from './kernel/codecs/documented.js';
export { record, type RecordType } from './kernel/codecs/record.js';
export { Whole } from './kernel/values/whole.js';

// Vocabulary
export { E } from './kernel/fp.js';
export type { Brand } from './kernel/codecs/brand.js';
export { decodeInput, InvalidInput, stored, type Issue } from './kernel/codecs/decode.js';
export { doubledMembers } from './kernel/codecs/doubled-members.js';
export { nearest } from './kernel/codecs/nearest.js';
export { numberFaults } from './kernel/codecs/number-faults.js';
export { decodeSpelt, unknownMembers } from './kernel/codecs/unknown-members.js';
export { sameDigest, sha256 } from './kernel/secrets/digest.js';
export { Secret } from './kernel/secrets/secret.js';
export {
  BankTenantId,
  BeneficiaryId,
  CorporateTenantId,
  DebitAccountId,
  JobId,
  PackageCode,
  PaymentMethodCode,
  RoleCode,
  TransactionId,
  UserId,
} from './kernel/values/ids.js';
export { InvalidCursor, type CursorPage, type CursorRequest } from './kernel/values/cursor.js';
export { Paise, sumPaise } from './kernel/values/money.js';
export { rupees } from './kernel/values/rupees.js';
export { paiseIn, RUPEES_AS } from './kernel/values/rupees-in.js';
export { packBySize } from './kernel/flow/pack-by-size.js';
export type { Json, JsonObject, JsonOf } from './kernel/codecs/json.js';
export type { Page, PageRequest } from './kernel/values/page.js';
export { IdempotencyKey, PhoneNumber } from './kernel/values/text.js';
export type { Tenant } from './kernel/values/tenant.js';
export { Via } from './kernel/values/via.js';
export { addDays, Day, dayIn, momentIn, EpochMs } from './kernel/values/time.js';
export { traceIdOf, Traceparent } from './kernel/values/trace.js';
export {
  jobId,
  jobOf,
  rowId,
  rowOf,
  ROWS_MAX,
  timeOf,
  UUID_ENTROPY_BYTES,
  uuidV7,
} from './kernel/values/uuid.js';
export { token, type Token } from './kernel/token.js';
