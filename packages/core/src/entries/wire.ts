/**
 * For adapters that put use cases on a wire: the codecs of what use cases take and answer, the records that they show, and
 * every refusal.
 *
 * A host that embeds the engine needs none of these: it gives plain values, and tells refusals apart by their `_tag`.
 *
 * @packageDocumentation
 */

// Use cases
export type { WrongSealer } from '../access/manage-keys/sealer-fit.js';
export { CreateApiKeyInput, type CreateApiKeyError } from '../access/manage-keys/create-api-key.js';
export type { ListApiKeysError } from '../access/manage-keys/list-api-keys.js';
export type { RevokeApiKeyError } from '../access/manage-keys/revoke-api-key.js';
export type { RotateApiKeyError } from '../access/manage-keys/rotate-api-key.js';
export {
  CreateSecretKeyInput,
  type CreateSecretKeyError,
} from '../access/manage-keys/create-secret-key.js';
export type { ListSecretKeysError } from '../access/manage-keys/list-secret-keys.js';
export type { RevokeSecretKeyError } from '../access/manage-keys/revoke-secret-key.js';
export type { RotateSecretKeyError } from '../access/manage-keys/rotate-secret-key.js';
export { SecretKeyView, type NewSecretKey } from '../access/key/secret-key-view.js';
export { allowanceOf } from '../access/authenticate/allowance.js';
export { KEY_ENTROPY_BYTES, parseKey, writeKey, type KeyPrefix } from '../access/key/key-text.js';
export { hasScope, Scope } from '../access/scope.js';
export type { BrowseBeneficiariesError, BrowsedPage } from '../beneficiary/browse-beneficiaries.js';
export type { FollowBeneficiariesError } from '../beneficiary/follow-beneficiaries.js';
export { CancelPayoutInput, type CancelPayoutError } from '../approval/cancel-payout.js';
export { CancelledBy } from '../approval/cancelled-by.js';
export { DecideJobInput, type DecideJobError } from '../approval/decide-job.js';
export { DecidePayoutsInput, type DecidePayoutsError } from '../approval/decide-payouts.js';
export { AwaitingPayout } from '../approval/awaiting-payout.js';
export { ApprovalsQuery, type ListApprovalsError } from '../approval/list-approvals.js';
export type {
  DecisionReview,
  ReviewDecisionError,
  ReviewedSum,
} from '../approval/review-decision.js';
export type { FindUnusualError, FoundUnusual } from '../approval/find-unusual.js';
export {
  UnusualKind,
  type UnusualPayout,
  type UnusualPayouts,
  type UnusualSum,
} from '../approval/unusual.js';
export type { ApprovalSum, ApprovalSums, SumApprovalsError } from '../approval/sum-approvals.js';
export {
  AuthorizeBeneficiaryInput,
  type AuthorizeBeneficiaryError,
} from '../beneficiary/authorize-beneficiary.js';
export type { CancelCollectionError } from '../collection/checkout/cancel-collection.js';
export type { CancelPaymentLinkError } from '../collection/link/cancel-payment-link.js';
export type { CardFault, CardFaultCode, CardField, CardForm } from '../collection/card/card.js';
export {
  CheckoutSettingsInput,
  CheckoutSettingsView,
} from '../collection/session/checkout-settings.js';
export type { CloseCollectionError } from '../collection/checkout/close-collection.js';
export type {
  CreateCollectionError,
  CreatedCollection,
} from '../collection/checkout/create-collection.js';
export {
  NewPaymentLink,
  type CreatedPaymentLink,
  type CreatePaymentLinkError,
} from '../collection/link/create-payment-link.js';
export { CheckoutSessionRequest } from '../collection/checkout/create-request.js';
export { CheckoutSessionId, PaymentLinkId } from '../collection/session/page-ids.js';
export type { GetCheckoutSettingsError } from '../collection/settings/get-checkout-settings.js';
export type { GetPaymentLinkError } from '../collection/link/get-payment-link.js';
export type { ListPaymentLinksError } from '../collection/link/list-payment-links.js';
export type {
  OpenedPaymentLink,
  OpenPaymentLinkError,
} from '../collection/link/open-payment-link.js';
export type { PayByCardError, PayByCardOutcome } from '../collection/charge/pay-by-card.js';
export type { PutCheckoutSettingsError } from '../collection/settings/put-checkout-settings.js';
export type { ResendPaymentLinkError } from '../collection/link/resend-payment-link.js';
export type { ReturnFromCollectionError } from '../collection/checkout/return-from-collection.js';
export type { CollectionPage } from '../collection/checkout/view-collection.js';
export { NewBeneficiary, type CreateBeneficiaryError } from '../beneficiary/create-beneficiary.js';
export {
  ChangeBeneficiaryInput,
  type ChangeBeneficiaryError,
} from '../beneficiary/change-beneficiary.js';
export {
  DeactivateBeneficiaryInput,
  type DeactivateBeneficiaryError,
} from '../beneficiary/deactivate-beneficiary.js';
export { BeneficiaryDetails } from '../beneficiary/payee/beneficiary-details.js';
export type { GetBeneficiaryError } from '../beneficiary/get-beneficiary.js';
export type {
  ListMakersPackagesError,
  MakersPackage,
} from '../beneficiary/list-makers-packages.js';
export type {
  BeneficiaryReview,
  ReviewBeneficiaryError,
} from '../beneficiary/review-beneficiary.js';
export type { AcceptBatchError } from '../intake/accept/accept-batch.js';
export type { AcceptPreviewedBatchError } from '../intake/accept/accept-previewed-batch.js';
export type { PreviewBatchError } from '../intake/accept/preview-batch.js';
export {
  BatchPreview,
  type AcceptedRow,
  type ShownPreview,
} from '../intake/preview/batch-preview.js';
export {
  PreviewNotFound,
  PreviewUnusable,
  VerdictsChanged,
  type PreviewError,
} from '../intake/preview/preview-errors.js';
export type { CancelJobError } from '../intake/cancel/cancel-job.js';
export { PersonBatchRequest, readBatch, type ReadBatch } from '../intake/request/batch-request.js';
export type { CreatePaymentsError } from '../intake/accept/create-payments.js';
export { PaymentsRequest } from '../intake/request/payments-request.js';
export { PAYMENTS_MAX } from '../intake/request/read-rows.js';
export type { GetJobError } from '../intake/view/get-job.js';
export type { PaymentOfJob } from '../intake/view/get-job-payments.js';
export { FAULT_COLUMN } from '../ports/payment-files.js';
export { JobsQuery, type ListJobsError } from '../intake/view/list-jobs.js';
export type {
  GetPayoutReachError,
  PayoutReach,
  ReachedAccount,
  ReachedPackage,
} from '../payout/report/get-payout-reach.js';
export type { GetTransactionError } from '../payout/report/get-transaction.js';
export type { ListIncidentsError } from '../journal/audit/list-incidents.js';
export { JournalQuery, type ListJournalError } from '../journal/audit/list-journal.js';
export { RaiseIncidentsInput } from '../journal/audit/raise-incidents.js';
export type { ListPackagesError } from '../package/list/list-packages.js';
export type { AuthorizePayoutError } from '../payout-checkout/authorize-payout.js';
export type { AuthorizedPayout } from '../payout-checkout/submit-payout.js';
export type {
  CancelPayoutCheckoutError,
  CancelledPayoutCheckout,
} from '../payout-checkout/cancel-payout-checkout.js';
export type {
  EnterPayoutCheckoutError,
  EnteredPayoutCheckout,
} from '../payout-checkout/enter-payout-checkout.js';
export type { GivePayoutFactorError } from '../payout-checkout/give-payout-factor.js';
export type {
  OpenedAnswer,
  OpenPayoutCheckoutError,
} from '../payout-checkout/open-payout-checkout.js';
export type { CodeSent, SendPayoutCodeError } from '../payout-checkout/send-payout-code.js';
export type { ViewPayoutCheckoutError } from '../payout-checkout/view-payout-checkout.js';
export {
  AskApprovalFactorInput,
  ApprovalFactorAsked,
  type AskApprovalFactorError,
} from '../approval/ask-approval-factor.js';
export {
  ConfirmedFactor,
  ConfirmFactorInput,
  type ConfirmFactorError,
} from '../factor/confirm-factor.js';
export { EnrolFactorInput, EnrolledFactor, type EnrolFactorError } from '../factor/enrol-factor.js';
export { GiveOwnFactorInput, type GiveOwnFactorError } from '../factor/give-own-factor.js';
export type { RemoveFactorError } from '../factor/remove-factor.js';
export { GiveLoginFactorInput, type GiveLoginFactorError } from '../portal/give-login-factor.js';
export type { SessionPurpose } from '../portal/authenticate-session.js';
export type { Profile } from '../portal/get-profile.js';
export type { LoginStep } from '../portal/come-in.js';
export { ConfirmedSession } from '../portal/confirm-session.js';
export type { RequestConfirmationError } from '../portal/request-confirmation.js';
export type { LoginCodeError } from '../portal/try-login-code.js';
export type { UploadKept } from '../portal/keep-upload.js';
export { SessionView } from '../portal/session/session-view.js';
export type { EndedSessions } from '../people/end-sessions.js';
export type { ListPeopleError } from '../people/list-people.js';
export { NotificationSettings } from '../notification/notification-settings.js';
export type { WhyWaitingError } from '../why/why-waiting.js';
export { WhyQuery, whySubject, type WhySubject } from '../why/why-subject.js';
export type { PersonChangeError } from '../people/person-change.js';
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
} from '../people/people-errors.js';
export { PersonView } from '../people/person-view.js';
export type { ReinstatedPerson, ReinstatePersonError } from '../people/reinstate-person.js';
export { DeputyView } from '../people/deputy-view.js';
export { NameDeputyInput, type NameDeputyError } from '../people/name-deputy.js';
export {
  ResetFactorsInput,
  type FactorsToReset,
  type ResetFactorsError,
} from '../people/reset-factors.js';
export type { ReleasePersonError } from '../people/release-person.js';
export {
  SuspendedPerson,
  SuspendPersonInput,
  type SuspendPersonError,
} from '../people/suspend-person.js';
export { UnderWay } from '../people/under-way.js';
export { ConfirmLoginInput, LoginCodeInput } from '../portal/login-code-input.js';
export { RequestLoginInput, type LoginRequested } from '../portal/request-login.js';
export type { BrowseTransactionsError } from '../payout/report/browse-transactions.js';
export type { ListTransactionsError } from '../payout/report/list-transactions.js';
export type { ReportError } from '../payout/report/report-pages.js';
export type { ReportRequest } from '../payout/report/report-request.js';
export type { ReportSums, SumReportError } from '../payout/report/sum-report.js';
export { ReportQuery } from '../payout/report/report-query.js';
export { reportRequest } from '../payout/report/report-request.js';
export type { ReportsTaken } from '../settlement/send/take-bank-reports.js';

// Background work
export type { NextDues } from '../duty/next-dues.js';
export type { CreateWebhookEndpointError } from '../webhook/manage/create-webhook-endpoint.js';
export type { ChangeWebhookEndpointError } from '../webhook/manage/change-webhook-endpoint.js';
export type { DeleteWebhookEndpointError } from '../webhook/manage/delete-webhook-endpoint.js';
export type { RotateWebhookSecretError } from '../webhook/manage/rotate-webhook-secret.js';
export type { TestWebhookEndpointError } from '../webhook/manage/test-webhook-endpoint.js';
export { WebhookReplay, type ReplayWebhooksError } from '../webhook/manage/replay-webhooks.js';
export {
  WebhookDelivery,
  type ListWebhookDeliveriesError,
} from '../webhook/manage/list-webhook-deliveries.js';
export { WebhookEndpointId } from '../webhook/endpoint/endpoint-id.js';
export { NewWebhookEndpoint, WebhookEndpointChange } from '../webhook/manage/endpoint-request.js';
export { WebhookEndpointView, type NewWebhookSecret } from '../webhook/manage/endpoint-view.js';
export type { EndpointDenied, WebhooksDenied } from '../webhook/manage/endpoint-person.js';
export {
  TooManyWebhookEndpoints,
  TooManyWebhookSecrets,
  WebhookEndpointDisabled,
  WebhookEndpointNotFound,
} from '../webhook/endpoint/webhook-errors.js';
export { BACKLOG_LOOK_MAX, type Backlog } from '../duty/get-backlog.js';

// Results of use cases
export { ApiKeyView, type NewApiKey } from '../access/key/api-key-view.js';
export {
  CheckoutSessionEvent,
  CheckoutSessionObject,
} from '../collection/session/collection-view.js';
export { PaymentLinkView } from '../collection/session/link-view.js';
export type { KeyedAnswer } from '../idempotency/keyed-answer.js';
export {
  AuthorizedBeneficiary,
  BeneficiaryRecord,
  CreatedBeneficiary,
} from '../beneficiary/beneficiary-answers.js';
export { BeneficiaryState, BrowsedBeneficiary } from '../beneficiary/browsed-beneficiary.js';
export { AcceptedBatch } from '../intake/view/accepted-batch.js';
export type { DecisionResult } from '../approval/take-decision.js';
export type { DecisionError } from '../approval/decider.js';
export { JobStatusRecord, ShownJob } from '../intake/view/job-status-record.js';
export { JobSummary } from '../intake/view/job-summary.js';
export { IncidentRecord, JournalRecord } from '../journal/event/journal-view.js';
export { PackageRecord } from '../package/list/package-view.js';
export {
  OpenedPayoutCheckout,
  PayoutCheckoutRecord,
  PayoutCheckoutRequest,
} from '../payout-checkout/checkout-answers.js';
export type { PayoutCheckoutView, SentCode } from '../payout-checkout/checkout-view.js';
export {
  Choice,
  type AccountOption,
  type ChoiceField,
  type PackageOption,
} from '../payout-checkout/session/choice.js';
export { PayoutCheckoutId } from '../payout-checkout/session/checkout-id.js';
export {
  PAYOUT_CHECKOUT_LIFE,
  PayoutCheckout,
  PayoutCheckoutStatus,
  type ClosedStatus,
} from '../payout-checkout/session/payout-checkout.js';
export { payoutIdOf } from '../payout-checkout/session/payout-id.js';
export { OpenedSession } from '../portal/session/opened-session.js';
export { ReportTransaction } from '../payout/report/report-view.js';
export { WaitKind, WhyAnswer } from '../why/wait.js';

// Changes of settings that wait for a second person
export {
  DecideSettingsChangeInput,
  type DecideSettingsChangeError,
} from '../settings/decide/decide-settings-change.js';
export {
  SettingsChangesQuery,
  type ListSettingsChangesError,
} from '../settings/decide/list-settings-changes.js';
export {
  approvalDigest,
  leavesText,
  payoutDigest,
  type DigestedDecision,
} from '../authority/approval-digest.js';
export type { ApprovedPayout } from '../payout/approved-payout.js';
export { FactorChallengeId } from '../factor/held/factor-challenge.js';
export { knownTransports } from '../factor/held/factor.js';
export { FactorKind } from '../kernel/values/factor-kind.js';
export { FactorView } from '../factor/held/factor-view.js';
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
} from '../factor/held/factor-errors.js';
export { totpCode, totpStep } from '../factor/held/totp.js';
export { FactorCode, PasskeyResponse } from '../factor/prove/factor-proof.js';
export { FactorAsked, ProofKind } from '../factor/prove/factor-asked.js';
export { FactorRule, SecondFactorPolicy } from '../tenancy/second-factor.js';
export { SettingsChange, SETTINGS_CHANGE_LIFE } from '../settings/change/settings-change.js';
export {
  SettingsChangeView,
  type AwaitsApproval,
} from '../settings/change/settings-change-view.js';
export {
  OwnSettingsChange,
  NotAsProposed,
  ProposerNotEligible,
  SettingsChangeNotFound,
  SettingsChangeOver,
  TooManySettingsChanges,
} from '../settings/change/settings-change-errors.js';

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
} from '../access/access-errors.js';
export {
  AlreadyApproved,
  ApprovalExpired,
  BulkNotAllowed,
  NotAnApprover,
  NotAtThisLevel,
  NotItsMaker,
  OwnPayout,
} from '../approval/approval-errors.js';
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
} from '../beneficiary/payee/beneficiary-errors.js';
export { InvalidCard } from '../collection/card/card.js';
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
} from '../collection/session/collection-errors.js';
export { IdempotencyKeyReused } from '../idempotency/idempotency-errors.js';
export { JobArchived, JobNotFound, JobNotTakenIn } from '../intake/job/intake-errors.js';
export { WrongJobStatus } from '../intake/job/job-machine.js';
export { StillInDoubt } from '../settlement/order/doubt-errors.js';
export {
  EventsArchived,
  NotAJournalReader,
  NotAnOperationsViewer,
} from '../journal/entry/journal-errors.js';
export {
  NotAPayoutViewer,
  PayoutArchived,
  PayoutNotFound,
  WrongPayoutStatus,
} from '../payout/payout-errors.js';
export {
  InvalidSession,
  LoginCodeVoid,
  LoginNotFound,
  SessionNotFound,
  WrongLoginCode,
} from '../portal/session/login-errors.js';
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
} from '../payout-checkout/session/checkout-errors.js';

// Records that storage adapters keep
export { ApiKey, SecretKey } from '../access/key/api-key.js';
export type {
  ApprovedBeneficiary,
  BeneficiaryAccount,
  DeactivatedBeneficiary,
  PendingBeneficiary,
  RejectedBeneficiary,
  ReviewedBeneficiary,
} from '../beneficiary/payee/beneficiary.js';
export { JobStatus, type Job } from '../intake/job/job.js';
export { RejectionCode } from '../payout/rejection.js';
export type { JournalEntry } from '../journal/entry/entry.js';
export type { Incident } from '../journal/entry/incident.js';
export {
  INCIDENT_GUIDES,
  INCIDENT_KINDS,
  type IncidentGuide,
  type IncidentKind,
} from '../journal/entry/incident-kind.js';
export { MailLanguage, USUAL_LANGUAGE } from '../kernel/values/mail-language.js';
export { EVENT_BODIES } from '../journal/feed/event-bodies.js';
export { FeedItem, FeedQuery } from '../journal/feed/feed-item.js';
export { eventTypeOf } from '../journal/event/event-kind.js';
export { eventHash, FIRST_HASH, NOTHING_SEALED, sealHash } from '../journal/seal/hash-chain.js';
export type { HeldJournal, Seal, SealedEntry, SealHead } from '../journal/entry/seal.js';
export type { SealedEvent } from '../journal/entry/sealed-event.js';
export type {
  AcceptedPayout,
  Payout,
  PayoutOrder,
  PayoutProgress,
  PayoutTerms,
  Rejection,
  TurnedAwayPayout,
} from '../payout/payout.js';
export { LoginChallenge, type CodeFor } from '../portal/session/login-challenge.js';
export { UploadNotFound, type KeptUpload } from '../portal/session/kept-upload.js';
export type { GivenFactor } from '../portal/session/given-factor.js';
export type { PortalSession, SessionUse } from '../portal/session/portal-session.js';
export {
  CheckoutReference,
  CollectionSession,
  CollectionStatus,
  type CardAttempt,
} from '../collection/session/collection-session.js';
export { LinkStatus, PaymentLink } from '../collection/session/payment-link.js';
export { PayoutStatusDetails } from '../kernel/values/status-details.js';
export { PayoutApproval } from '../approval/matrix/payout-approval.js';
export { ApprovalMatrix, type ApprovalLevel } from '../approval/matrix/matrix.js';
export { ApprovalPolicy, ApprovalPolicyDraft } from '../approval/policy/approval-policy.js';
export type {
  ApprovalPolicyHistory,
  GetApprovalPolicyError,
} from '../approval/policy/get-approval-policy.js';
export { ApprovalPolicyOutdated } from '../approval/policy/approval-policy-errors.js';
export { PolicyPreview } from '../approval/policy/policy-preview.js';
export { ApprovalPolicyVersion } from '../authority/policy-version.js';
export type { PreviewApprovalPolicyError } from '../approval/policy/preview-approval-policy.js';
export type {
  PutApprovalPolicyAnswer,
  PutApprovalPolicyError,
} from '../approval/policy/put-approval-policy.js';
export { BankTenant, CheckoutSettings, Corporate } from '../tenancy/corporate.js';
export { Calendar } from '../tenancy/calendar.js';
export { CutOff, DebitAccount } from '../tenancy/debit-account.js';
export { Role, User, type Actor } from '../tenancy/user.js';
export { PaymentPackage } from '../package/payment-package.js';
export { WebhookEndpoint } from '../webhook/endpoint/endpoint.js';
export { SECRET_ENTROPY_BYTES, writeSecret } from '../webhook/receiver/secret.js';
export type {
  DeliveryAttempt,
  DeliveryProgress,
  QueuedDelivery,
} from '../webhook/endpoint/delivery.js';
export { EVENT_MEANINGS, EVENT_TYPES, type EventType } from '../journal/entry/event-type.js';
export { isSubscription } from '../webhook/endpoint/subscription.js';

// Codecs of what goes over the wire
export { alias, documented, factsOf, originalOf, type Facts } from '../kernel/codecs/documented.js';
export { record, type RecordType } from '../kernel/codecs/record.js';

// Vocabulary
export type { Brand } from '../kernel/codecs/brand.js';
export { stored } from '../kernel/codecs/decode.js';
export { doubledMembers } from '../kernel/codecs/doubled-members.js';
export { nearest } from '../kernel/codecs/nearest.js';
export { numberFaults } from '../kernel/codecs/number-faults.js';
export { decodeSpelt, unknownMembers } from '../kernel/codecs/unknown-members.js';
export { sameDigest, sha256 } from '../kernel/secrets/digest.js';
export { packBySize } from '../kernel/flow/pack-by-size.js';
