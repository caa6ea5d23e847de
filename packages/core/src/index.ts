/**
 * Rules and state machines of the payout and checkout engine, behind ports.
 *
 * Start with {@link createHundi}, or load {@link coreModule} into your own container.
 *
 * @packageDocumentation
 */

// Start here
export {
  createHundi,
  hundiFrom,
  type Hundi,
  type Ports,
  type Resolver,
} from './wiring/create-hundi.js';
export { coreModule } from './wiring/core-module.js';

// Use cases
export { Authenticate, type Caller } from './access/authenticate.js';
export { CheckSealer, type WrongSealer } from './access/check-sealer.js';
export {
  CreateApiKey,
  CreateApiKeyInput,
  type CreateApiKeyError,
} from './access/create-api-key.js';
export { ListApiKeys, type ListApiKeysError } from './access/list-api-keys.js';
export {
  RevokeApiKey,
  RevokeApiKeyInput,
  type RevokeApiKeyError,
} from './access/revoke-api-key.js';
export {
  RotateApiKey,
  RotateApiKeyInput,
  type RotateApiKeyError,
} from './access/rotate-api-key.js';
export { AuthenticateSecretKey, type Merchant } from './access/authenticate-secret-key.js';
export {
  CreateSecretKey,
  CreateSecretKeyInput,
  type CreateSecretKeyError,
} from './access/create-secret-key.js';
export { ListSecretKeys, type ListSecretKeysError } from './access/list-secret-keys.js';
export { RevokeSecretKey, type RevokeSecretKeyError } from './access/revoke-secret-key.js';
export { RotateSecretKey, type RotateSecretKeyError } from './access/rotate-secret-key.js';
export { SecretKeyView, type NewSecretKey } from './access/secret-key-view.js';
export {
  DEFAULT_RATE_LIMITS,
  inProcessRateLimiter,
  type RateLimits,
} from './access/in-process-rate-limiter.js';
export { KEY_ENTROPY_BYTES, parseKey, writeKey, type KeyPrefix } from './access/key-text.js';
export { hasScope, Scope } from './access/scope.js';
export {
  BrowseBeneficiaries,
  type BrowseBeneficiariesError,
} from './beneficiary/browse-beneficiaries.js';
export {
  CancelPayout,
  CancelPayoutInput,
  type CancelPayoutError,
} from './approval/cancel-payout.js';
export { CancelledBy } from './approval/cancelled-by.js';
export {
  UnderKey,
  type KeyedAnswer,
  type KeyedRequest,
  type PortalChanges,
} from './wiring/under-key.js';
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
  type ListApprovalsInput,
} from './approval/list-approvals.js';
export {
  AuthorizeBeneficiary,
  AuthorizeBeneficiaryInput,
  type AuthorizeBeneficiaryError,
} from './beneficiary/authorize-beneficiary.js';
export type { Browser } from './collection/browsing.js';
export { CancelCollection, type CancelCollectionError } from './collection/cancel-collection.js';
export {
  CancelPaymentLink,
  type CancelPaymentLinkError,
} from './collection/cancel-payment-link.js';
export type { CardBrand, CardFault, CardField, CardForm, ShownCard } from './collection/card.js';
export { CheckoutSettingsInput, CheckoutSettingsView } from './collection/checkout-settings.js';
export { CloseCollection, type CloseCollectionError } from './collection/close-collection.js';
export {
  CreateCollection,
  type CreateCollectionError,
  type CreateCollectionRequest,
  type CreatedCollection,
} from './collection/create-collection.js';
export {
  CreatePaymentLink,
  CreatePaymentLinkInput,
  type CreatedPaymentLink,
  type CreatePaymentLinkError,
  type CreatePaymentLinkRequest,
} from './collection/create-payment-link.js';
export { CreateCollectionInput } from './collection/create-request.js';
export { EnterCollection } from './collection/enter-collection.js';
export {
  GetCheckoutSettings,
  type GetCheckoutSettingsError,
} from './collection/get-checkout-settings.js';
export { GetCollection } from './collection/get-collection.js';
export {
  ListPaymentLinks,
  type ListPaymentLinksError,
  type ListPaymentLinksInput,
} from './collection/list-payment-links.js';
export {
  OpenPaymentLink,
  type OpenedPaymentLink,
  type OpenPaymentLinkError,
} from './collection/open-payment-link.js';
export {
  PayByCard,
  type PayByCardError,
  type PayByCardInput,
  type PayByCardOutcome,
} from './collection/pay-by-card.js';
export {
  PutCheckoutSettings,
  type PutCheckoutSettingsError,
} from './collection/put-checkout-settings.js';
export {
  ResendPaymentLink,
  type PaymentLinkRequest,
  type ResendPaymentLinkError,
} from './collection/resend-payment-link.js';
export {
  ReturnFromCollection,
  type ReturnFromCollectionError,
} from './collection/return-from-collection.js';
export {
  ReturnRefused,
  verifyReturn,
  type ReturnFacts,
  type ReturnQuery,
  type ReturnStatus,
} from './collection/return-signature.js';
export { ViewCollection, type CollectionPage } from './collection/view-collection.js';
export {
  CreateBeneficiary,
  CreateBeneficiaryInput,
  type CreateBeneficiaryError,
} from './beneficiary/create-beneficiary.js';
export { ListBeneficiaries } from './beneficiary/list-beneficiaries.js';
export {
  AcceptBatch,
  type AcceptBatchError,
  type AcceptBatchInput,
} from './intake/accept-batch.js';
export { CancelJob, CancelJobInput, type CancelJobError } from './intake/cancel-job.js';
export { BatchRequest } from './intake/batch-request.js';
export {
  CreatePayments,
  type CreatePaymentsError,
  type CreatePaymentsInput,
} from './intake/create-payments.js';
export { PaymentsRequest } from './intake/payments-request.js';
export { PAYMENTS_MAX } from './intake/read-rows.js';
export { Instruction } from './intake/instruction.js';
export { GetJob } from './intake/get-job.js';
export { GetPayout } from './payout/get-payout.js';
export {
  ListIncidents,
  type ListIncidentsError,
  type ListIncidentsInput,
} from './journal/list-incidents.js';
export {
  JournalQuery,
  ListJournal,
  type ListJournalError,
  type ListJournalInput,
} from './journal/list-journal.js';
export {
  ListPackages,
  type ListPackagesError,
  type ListPackagesInput,
} from './package/list-packages.js';
export {
  AuthorizePayout,
  type AuthorizedPayout,
  type AuthorizePayoutError,
  type AuthorizePayoutInput,
} from './payout-checkout/authorize-payout.js';
export {
  CancelPayoutCheckout,
  type CancelPayoutCheckoutError,
  type CancelledPayoutCheckout,
} from './payout-checkout/cancel-payout-checkout.js';
export {
  EnterPayoutCheckout,
  type EnterPayoutCheckoutError,
  type EnteredPayoutCheckout,
  type EnterPayoutCheckoutInput,
} from './payout-checkout/enter-payout-checkout.js';
export { GetPayoutCheckout } from './payout-checkout/get-payout-checkout.js';
export {
  OpenPayoutCheckout,
  type OpenedAnswer,
  type OpenPayoutCheckoutError,
  type OpenPayoutCheckoutInput,
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
export { AuthenticateSession, type Person } from './portal/authenticate-session.js';
export { ConfirmLogin, ConfirmLoginInput, type ConfirmLoginError } from './portal/confirm-login.js';
export { ConfirmedSession, ConfirmSession } from './portal/confirm-session.js';
export {
  RequestConfirmation,
  type RequestConfirmationError,
} from './portal/request-confirmation.js';
export type { LoginCodeError } from './portal/try-login-code.js';
export { EndOwnSession } from './portal/end-own-session.js';
export { ListSessions } from './portal/list-sessions.js';
export { Logout } from './portal/logout.js';
export { SessionView } from './portal/session-view.js';
export { EndSessions, type EndedSessions } from './people/end-sessions.js';
export { ListPeople, type ListPeopleError } from './people/list-people.js';
export { PersonChangeInput, type PersonChangeError } from './people/person-change.js';
export {
  LastSettingsEditor,
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
export { SuspendPerson, type SuspendPersonError } from './people/suspend-person.js';
export { RequestLogin, RequestLoginInput, type LoginRequested } from './portal/request-login.js';
export { ListTransactions, type ListTransactionsError } from './payout/list-transactions.js';
export { ReportQuery } from './payout/report-query.js';
export { reportRequest, type ReportRequest } from './payout/report-request.js';
export { AskBeforeSending } from './settlement/ask-before-sending.js';
export { MeetMark } from './settlement/meet-mark.js';
export { TakeBankReports, type ReportsTaken } from './settlement/take-bank-reports.js';
export {
  Provision,
  type AbsentFrom,
  type ProvisionDefaults,
  type ProvisionResult,
  type Provisioned,
} from './tenancy/provision.js';
export { readProvisionDocument } from './tenancy/check-provision.js';
export { ProvisionDocument } from './tenancy/provision-document.js';
export type { Credentials } from './tenancy/provision-secrets.js';

// Background work
export { LEASE_MS, type Duty } from './duty/duty.js';
export { ExpireCollections } from './collection/expire-collections.js';
export { QueryCharges } from './collection/query-charges.js';
export { ReverseCharges } from './collection/reverse-charges.js';
export { ExpireApprovals } from './approval/expire-approvals.js';
export { ExpireSessions } from './payout-checkout/expire-sessions.js';
export { ProcessJobs } from './intake/process-jobs.js';
export { RetryJobs } from './intake/retry-jobs.js';
export { IndexPayouts } from './payout/index-payouts.js';
export { QueryUnknowns } from './settlement/query-unknowns.js';
export { ListWebhookEndpoints } from './webhook/list-webhook-endpoints.js';
export {
  CreateWebhookEndpoint,
  type CreateWebhookEndpointError,
  type CreateWebhookEndpointInput,
} from './webhook/create-webhook-endpoint.js';
export { GetWebhookEndpoint } from './webhook/get-webhook-endpoint.js';
export {
  ChangeWebhookEndpoint,
  type ChangeWebhookEndpointError,
  type ChangeWebhookEndpointInput,
} from './webhook/change-webhook-endpoint.js';
export { DeleteWebhookEndpoint } from './webhook/delete-webhook-endpoint.js';
export {
  RotateWebhookSecret,
  type RotateWebhookSecretError,
} from './webhook/rotate-webhook-secret.js';
export {
  TestWebhookEndpoint,
  type TestWebhookEndpointError,
} from './webhook/test-webhook-endpoint.js';
export {
  ReplayWebhooks,
  WebhookReplay,
  type ReplayWebhooksError,
  type ReplayWebhooksInput,
} from './webhook/replay-webhooks.js';
export {
  ListWebhookDeliveries,
  WebhookDelivery,
  type ListWebhookDeliveriesError,
  type ListWebhookDeliveriesInput,
} from './webhook/list-webhook-deliveries.js';
export { NewWebhookEndpoint, WebhookEndpointChange } from './webhook/endpoint-request.js';
export { WebhookEndpointView, type ToldSecret } from './webhook/endpoint-view.js';
export type { EndpointDenied, WebhooksDenied } from './webhook/endpoint-person.js';
export {
  TooManyWebhookEndpoints,
  TooManyWebhookSecrets,
  WebhookEndpointDisabled,
  WebhookEndpointNotFound,
} from './webhook/webhook-errors.js';
export { DeliverSlowly, DeliverWebhooks } from './webhook/deliver-webhooks.js';
export { SendToBank } from './settlement/send-to-bank.js';
export { BACKLOG_LOOK_MAX, GetBacklog, type Backlog } from './duty/get-backlog.js';
export { subjectsOf, type Subject } from './duty/about.js';
export {
  ACTIVITIES,
  failureFacts,
  type Activity,
  type FailureFacts,
  type OnError,
} from './duty/causes.js';
export type { DutyRun, Worker, WorkerObserver } from './duty/worker.js';

// What use cases answer
export { ApiKeyView, type NewApiKey } from './access/api-key-view.js';
export { CheckoutSessionEvent, CheckoutSessionObject } from './collection/collection-view.js';
export { PaymentLinkView } from './collection/link-view.js';
export type { OnceAnswer } from './idempotency/once.js';
export {
  AuthorizedBeneficiary,
  BeneficiaryRecord,
  CreatedBeneficiary,
} from './beneficiary/beneficiary-answers.js';
export { BeneficiaryState, BrowsedBeneficiary } from './beneficiary/browsed-beneficiary.js';
export type { BatchAnswer } from './intake/batch-answer.js';
export { AcceptedBatch } from './intake/accepted-batch.js';
export type { DecisionResult } from './approval/take-decision.js';
export type { DecisionError } from './approval/verdict.js';
export { JobStatusRecord } from './intake/job-status-record.js';
export { IncidentRecord, JournalRecord } from './journal/journal-view.js';
export { PackageRecord } from './package/package-view.js';
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
} from './payout-checkout/choice.js';
export { PayoutCheckoutId } from './payout-checkout/checkout-id.js';
export {
  PAYOUT_CHECKOUT_LIFE,
  PayoutCheckout,
  PayoutCheckoutStatus,
  type ClosedStatus,
} from './payout-checkout/payout-checkout.js';
export { payoutIdOf } from './payout-checkout/payout-id.js';
export { OpenedSession } from './portal/opened-session.js';
export { ReportTransaction } from './payout/report-view.js';
export { TransactionObject } from './payout/transaction-object.js';

// Changes of settings that wait for a second person
export {
  DecideSettingsChange,
  DecideSettingsChangeInput,
  type DecideSettingsChangeError,
} from './settings/decide-settings-change.js';
export {
  ListSettingsChanges,
  SettingsChangesQuery,
  type ListSettingsChangesError,
  type ListSettingsChangesInput,
} from './settings/list-settings-changes.js';
export { SettingsChange, SETTINGS_CHANGE_LIFE } from './settings/settings-change.js';
export { SettingsChangeView } from './settings/settings-change-view.js';
export type { AwaitsApproval } from './settings/settings-change-view.js';
export type { SettingsChangeStore } from './settings/settings-change-store.js';
export {
  OwnSettingsChange,
  ProposerNotEligible,
  SettingsChangeNotFound,
  SettingsChangeOver,
  TooManySettingsChanges,
} from './settings/settings-change-errors.js';

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
  BeneficiaryNotFound,
  NotABeneficiaryReader,
  DuplicateBeneficiary,
  NotABeneficiaryMaker,
  NotAChecker,
  NotAwaitingApproval,
  OwnBeneficiary,
  PackagesDenied,
} from './beneficiary/beneficiary-errors.js';
export { InvalidCard, type CardDetails } from './collection/card.js';
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
} from './collection/collection-errors.js';
export { IdempotencyKeyReused } from './idempotency/idempotency-errors.js';
export { JobNotFound, JobNotTakenIn } from './intake/intake-errors.js';
export { WrongJobStatus } from './intake/job-machine.js';
export { StillInDoubt } from './settlement/doubt-errors.js';
export { NotAJournalReader, NotAnOperationsViewer } from './journal/journal-errors.js';
export { PayoutNotFound, WrongPayoutStatus } from './payout/payout-errors.js';
export {
  InvalidSession,
  LoginCodeVoid,
  LoginNotFound,
  SessionNotFound,
  WrongLoginCode,
} from './portal/login-errors.js';
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
} from './payout-checkout/checkout-errors.js';

// Ports an adapter implements
export { SendMark, type Mark } from './ports/send-mark.js';
export { BankDirectory } from './ports/bank-directory.js';
export {
  BankRail,
  type BankAbsent,
  type BankAccepted,
  type BankOrder,
  type BankQuestion,
  type BankPaid,
  type BankRefused,
  type BankReport,
  type BankReturned,
  type BankUnknown,
  type BankVerdict,
  type QueryAnswer,
  type RailTraits,
  type SubmitAnswer,
} from './ports/bank-rail.js';
export {
  CardAcquirer,
  DECLINE_CODES,
  type AcquirerTraits,
  type CardCharge,
  type ChargeAbsent,
  type ChargeAnswer,
  type ChargeApproved,
  type ChargeDeclined,
  type ChargeQueryAnswer,
  type ChargeUnknown,
  type ChargeVerdict,
  type DeclineCode,
  type ReversalAnswer,
} from './ports/card-acquirer.js';
export { Clock } from './ports/clock.js';
export { Mailer, type Mail } from './ports/email.js';
export { Entropy } from './ports/entropy.js';
export { HostedPages } from './ports/hosted-pages.js';
export { Pacer } from './ports/pacer.js';
export type { CallKind, RateAllowance, RateLimiter } from './ports/rate-limiter.js';
export { Sealer } from './ports/sealer.js';
export {
  SEND_FAULTS,
  WebhookSender,
  type SendFault,
  type WebhookAnswer,
  type WebhookAnswered,
  type WebhookMessage,
  type WebhookUnanswered,
} from './ports/webhook-sender.js';
export { Storage, type Stores } from './ports/storage.js';
export { StorageAway } from './ports/storage-away.js';

// What storage adapters keep
export { ApiKey, SecretKey, type KeyUse } from './access/api-key.js';
export type { AccessStore } from './access/access-store.js';
export {
  Beneficiary,
  nameKey,
  type ApprovedBeneficiary,
  type BeneficiaryAccount,
  type PendingBeneficiary,
  type RejectedBeneficiary,
  type ReviewedBeneficiary,
} from './beneficiary/beneficiary.js';
export type { BeneficiaryListRequest, BeneficiaryStore } from './beneficiary/beneficiary-store.js';
export {
  DUTY_NAMES,
  type Claim,
  type DeferredWork,
  type DutyName,
  type HeldWork,
  type NewWork,
  type Work,
  type WorkStore,
  type WorkTally,
} from './duty/work-store.js';
export type { IdempotencyStore, KeptAnswer, RequestKey } from './idempotency/idempotency-store.js';
export { JobStatus, type Job } from './intake/job.js';
export type { JobStore } from './intake/job-store.js';
export { RejectionCode } from './intake/rejection.js';
export type { JournalEntry, SubjectKind } from './journal/entry.js';
export { INCIDENT_KINDS, type Incident, type IncidentKind } from './journal/incident.js';
export type { IncidentPlace, JournalStore, PlacedEntry } from './journal/journal-store.js';
export type { EventStore } from './journal/event-store.js';
export { ListEvents, type ListEventsInput } from './journal/list-events.js';
export { FeedItem, FeedQuery } from './journal/feed-item.js';
export { eventTypeOf } from './journal/event-kind.js';
export { verifyChain, type ChainVerdict, type Chunks } from './journal/verify-chain.js';
export {
  UNSEALED_COUNT_MAX,
  verifyJournals,
  type JournalVerdict,
} from './journal/verify-journals.js';
export { eventHash, FIRST_HASH, NOTHING_SEALED, sealHash } from './journal/hash-chain.js';
export type { HeldJournal, Seal, SealedEntry, SealHead } from './journal/seal.js';
export type { SealedEvent } from './journal/sealed-event.js';
export type { Sealing, SealStore, Strays, Unsealed } from './journal/seal-store.js';
export {
  awaitsApproval,
  followsApproval,
  isDead,
  PayoutStatus,
  type AcceptedPayout,
  type DecidedPayout,
  type IntakeOrder,
  type IntakeRow,
  type Payout,
  type PayoutOrder,
  type PayoutProgress,
  type PayoutTerms,
  type Rejection,
  type TurnedAwayPayout,
  type UndecidedPayout,
} from './payout/payout.js';
export type {
  ApprovalWait,
  AwaitingFilter,
  IntakeVerdict,
  LimitUse,
  Overdue,
  PayoutChange,
  PayoutRange,
  PayoutStore,
  PayoutTally,
} from './payout/payout-store.js';
export { meetsReport, type ReportFilter, type ReportSearch } from './payout/report-filter.js';
export { LoginChallenge, type CodeFor, type TriedChallenge } from './portal/login-challenge.js';
export type { PortalSession, SessionUse } from './portal/portal-session.js';
export type { PortalStore } from './portal/portal-store.js';
export type {
  PayoutCheckoutStore,
  CheckoutSurroundings,
  TriedCheckout,
} from './payout-checkout/payout-checkout-store.js';
export {
  CheckoutReference,
  CollectionSession,
  CollectionStatus,
  type CardAttempt,
} from './collection/collection-session.js';
export type { CollectionStore, LinkPlace } from './collection/collection-store.js';
export { LinkStatus, PaymentLink } from './collection/payment-link.js';
export { StatusDetails } from './payout/status-details.js';
export { PayoutApproval } from './approval/payout-approval.js';
export { ApprovalMatrix, type ApprovalLevel } from './approval/matrix.js';
export type { BankAnswer } from './settlement/bank-answer.js';
export type { BankAnswerStore } from './settlement/bank-answer-store.js';
export type { DoubtStore } from './settlement/doubt-store.js';
export { BankTenant, CheckoutSettings, Corporate } from './tenancy/corporate.js';
export { CutOff, DebitAccount } from './tenancy/debit-account.js';
export type { Addressee, TenancyStore } from './tenancy/tenancy-store.js';
export { ActorRef, Permission, Role, User, type Actor } from './tenancy/user.js';
export { PaymentPackage } from './package/payment-package.js';
export { WebhookEndpoint } from './webhook/endpoint.js';
export type { DisabledBy } from './webhook/endpoint-machine.js';
export { SECRET_ENTROPY_BYTES, writeSecret } from './webhook/secret.js';
export type { WebhookEndpointStore } from './webhook/endpoint-store.js';
export type {
  DeliveryAttempt,
  DeliveryProgress,
  PlacedAttempt,
  QueuedDelivery,
} from './webhook/delivery.js';
export type { DeliveryStore, QueueTally } from './webhook/delivery-store.js';
export { EVENT_TYPES, type EventType } from './webhook/event-type.js';
export { isSubscription } from './webhook/subscription.js';

// For whoever receives webhooks
export type { SignedHeaders } from './webhook/signature.js';
export { signTestWebhook, type TestWebhook } from './webhook/sign-test-webhook.js';
export {
  verifyWebhook,
  type ReceivedHeaders,
  type VerifiedWebhook,
  type VerifyOptions,
  type WebhookRejected,
} from './webhook/verify-webhook.js';

// Codecs of what goes over the wire
export { alias, documented, factsOf, originalOf, type Facts } from './kernel/documented.js';
export { record, type RecordType } from './kernel/record.js';
export { Whole } from './kernel/whole.js';

// Vocabulary
export { E } from './fp.js';
export { decodeInput, InvalidInput, stored, type Issue } from './kernel/decode.js';
export { sameDigest, sha256 } from './kernel/digest.js';
export { Secret } from './kernel/secret.js';
export { bankRefOf } from './settlement/bank-ref.js';
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
} from './kernel/ids.js';
export { InvalidCursor, type CursorPage, type CursorRequest } from './kernel/cursor.js';
export { Paise } from './kernel/money.js';
export { rupees } from './kernel/rupees.js';
export { packed } from './kernel/packed.js';
export type { Json, JsonObject, JsonOf } from './kernel/json.js';
export type { Page, PageRequest } from './kernel/page.js';
export { IdempotencyKey } from './kernel/text.js';
export type { Tenant } from './kernel/tenant.js';
export { Via } from './kernel/via.js';
export type { Day, EpochMs } from './kernel/time.js';
export { traceIdOf, Traceparent } from './kernel/trace.js';
export { jobId, rowId, rowOf, ROWS_MAX, UUID_ENTROPY_BYTES, uuidV7 } from './kernel/uuid.js';
export { token, type Token } from './wiring/token.js';
