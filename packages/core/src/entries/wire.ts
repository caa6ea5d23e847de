/**
 * For adapters that put use cases on a wire: the codecs of what use cases take and answer, the records that they show, and
 * every refusal.
 *
 * A host that embeds the engine needs none of these: it gives plain values, and tells refusals apart by their `_tag`.
 *
 * @packageDocumentation
 */

// Use cases
export type { RefusalOf } from '../kernel/use-case/use-case.js';
export type { WrongSealer } from '../app/access/manage-keys/sealer-fit.js';
export { CreateApiKeyInput } from '../app/access/manage-keys/create-api-key.js';
export { CreateSecretKeyInput } from '../app/access/manage-keys/create-secret-key.js';
export { SecretKeyView, type NewSecretKey } from '../model/access/key/secret-key-view.js';
export { allowanceOf } from '../app/access/authenticate/allowance.js';
export {
  KEY_ENTROPY_BYTES,
  parseKey,
  writeKey,
  type KeyPrefix,
} from '../model/access/key/key-text.js';
export { hasScope, Scope } from '../model/access/scope.js';
export type {
  BrowseBeneficiariesError,
  BrowsedPage,
} from '../app/beneficiary/browse-beneficiaries.js';
export type { FollowBeneficiariesError } from '../app/beneficiary/follow-beneficiaries.js';
export { CancelPayoutInput, type CancelPayoutError } from '../app/approval/cancel-payout.js';
export { CancelledBy } from '../app/approval/cancelled-by.js';
export { DecideJobInput } from '../app/approval/decide-job.js';
export { DecidePayoutsInput } from '../app/approval/decide-payouts.js';
export { AwaitingPayout } from '../app/approval/awaiting-payout.js';
export { ApprovalsQuery } from '../app/approval/list-approvals.js';
export type { DecisionReview, ReviewedSum } from '../app/approval/review-decision.js';
export type { FoundUnusual } from '../app/approval/find-unusual.js';
export {
  UnusualKind,
  type UnusualPayout,
  type UnusualPayouts,
  type UnusualSum,
} from '../app/approval/unusual.js';
export type { ApprovalSum, ApprovalSums } from '../app/approval/sum-approvals.js';
export { AuthorizeBeneficiaryInput } from '../app/beneficiary/authorize-beneficiary.js';
export type {
  CardFault,
  CardFaultCode,
  CardField,
  CardForm,
} from '../model/collection/card/card.js';
export {
  CheckoutSettingsInput,
  CheckoutSettingsView,
} from '../model/collection/session/checkout-settings.js';
export type { CreatedCollection } from '../app/collection/checkout/create-collection.js';
export {
  NewPaymentLink,
  type CreatedPaymentLink,
} from '../app/collection/link/create-payment-link.js';
export { CheckoutSessionRequest } from '../app/collection/checkout/create-request.js';
export { CheckoutSessionId, PaymentLinkId } from '../model/collection/session/page-ids.js';
export type { OpenedPaymentLink } from '../app/collection/link/open-payment-link.js';
export type { PayByCardOutcome } from '../app/collection/charge/pay-by-card.js';
export type { CollectionPage } from '../app/collection/checkout/view-collection.js';
export { NewBeneficiary } from '../app/beneficiary/create-beneficiary.js';
export { ChangeBeneficiaryInput } from '../app/beneficiary/change-beneficiary.js';
export { DeactivateBeneficiaryInput } from '../app/beneficiary/deactivate-beneficiary.js';
export { BeneficiaryDetails } from '../model/beneficiary/payee/beneficiary-details.js';
export type { MakersPackage } from '../app/beneficiary/list-makers-packages.js';
export type { BeneficiaryReview } from '../app/beneficiary/review-beneficiary.js';
export type { AcceptBatchError } from '../app/intake/accept/accept-batch.js';
export type { AcceptPreviewedBatchError } from '../app/intake/accept/accept-previewed-batch.js';
export {
  BatchPreview,
  type AcceptedRow,
  type ShownPreview,
} from '../app/intake/preview/batch-preview.js';
export * from '../app/intake/preview/preview-errors.js';
export type { CancelJobError } from '../app/intake/cancel/cancel-job.js';
export {
  PersonBatchRequest,
  readBatch,
  type ReadBatch,
} from '../app/intake/request/batch-request.js';
export { PaymentsRequest } from '../app/intake/request/payments-request.js';
export { PAYMENTS_MAX } from '../app/intake/request/read-rows.js';
export type { PaymentOfJob } from '../app/intake/view/get-job-payments.js';
export { FAULT_COLUMN } from '../ports/payment-files.js';
export { JobsQuery } from '../app/intake/view/list-jobs.js';
export type {
  PayoutReach,
  ReachedAccount,
  ReachedPackage,
} from '../app/payout/report/get-payout-reach.js';
export type { GetTransactionError } from '../app/payout/report/get-transaction.js';
export { JournalQuery } from '../app/journal/audit/list-journal.js';
export { RaiseIncidentsInput } from '../app/journal/audit/raise-incidents.js';
export type { AuthorizePayoutError } from '../app/payout-checkout/authorize-payout.js';
export type { AuthorizedPayout } from '../app/payout-checkout/submit-payout.js';
export type {
  CancelPayoutCheckoutError,
  CancelledPayoutCheckout,
} from '../app/payout-checkout/cancel-payout-checkout.js';
export type { EnteredPayoutCheckout } from '../app/payout-checkout/enter-payout-checkout.js';
export type { GivePayoutFactorError } from '../app/payout-checkout/give-payout-factor.js';
export type { OpenedAnswer } from '../app/payout-checkout/open-payout-checkout.js';
export type { CodeSent, SendPayoutCodeError } from '../app/payout-checkout/send-payout-code.js';
export {
  AskApprovalFactorInput,
  ApprovalFactorAsked,
} from '../app/approval/ask-approval-factor.js';
export { ConfirmedFactor, ConfirmFactorInput } from '../app/factor/confirm-factor.js';
export {
  EnrolFactorInput,
  EnrolledFactor,
  type EnrolFactorError,
} from '../app/factor/enrol-factor.js';
export { GiveOwnFactorInput } from '../app/factor/give-own-factor.js';
export { GiveLoginFactorInput } from '../app/portal/give-login-factor.js';
export type { SessionPurpose } from '../app/portal/authenticate-session.js';
export type { Profile } from '../app/portal/get-profile.js';
export type { LoginStep } from '../app/portal/come-in.js';
export { ConfirmedSession } from '../model/portal/session/confirmed-session.js';
export type { UploadKept } from '../app/portal/keep-upload.js';
export { SessionView } from '../model/portal/session/session-view.js';
export type { EndedSessions } from '../app/people/end-sessions.js';
export { NotificationSettings } from '../app/notification/notification-settings.js';
export { WhyQuery, whySubject, type WhySubject } from '../app/why/why-subject.js';
export * from '../app/people/people-errors.js';
export { PersonView } from '../app/people/person-view.js';
export type { ReinstatedPerson } from '../app/people/reinstate-person.js';
export { DeputyView } from '../app/people/deputy-view.js';
export { NameDeputyInput } from '../app/people/name-deputy.js';
export { ResetFactorsInput, type FactorsToReset } from '../app/people/reset-factors.js';
export { SuspendedPerson, SuspendPersonInput } from '../app/people/suspend-person.js';
export { UnderWay } from '../app/people/under-way.js';
export { ConfirmLoginInput, LoginCodeInput } from '../app/portal/login-code-input.js';
export { RequestLoginInput, type LoginRequested } from '../app/portal/request-login.js';
export type { ReportRequest } from '../app/payout/report/report-request.js';
export type { ReportSums } from '../app/payout/report/sum-report.js';
export { ReportQuery } from '../app/payout/report/report-query.js';
export { SEARCH_MAX, SearchText } from '../kernel/values/search-text.js';
export { reportRequest } from '../app/payout/report/report-request.js';
export type { ReportsTaken } from '../app/settlement/send/take-bank-reports.js';

// Background work
export type { NextDues } from '../app/duty/next-dues.js';
export { WebhookReplay } from '../app/webhook/manage/replay-webhooks.js';
export { WebhookDelivery } from '../app/webhook/manage/list-webhook-deliveries.js';
export { WebhookEndpointId } from '../model/webhook/endpoint/endpoint-id.js';
export {
  NewWebhookEndpoint,
  WebhookEndpointChange,
} from '../app/webhook/manage/endpoint-request.js';
export { WebhookEndpointView, type NewWebhookSecret } from '../app/webhook/manage/endpoint-view.js';
export type { EndpointDenied, WebhooksDenied } from '../app/webhook/manage/endpoint-person.js';
export * from '../model/webhook/endpoint/webhook-errors.js';
export { BACKLOG_LOOK_MAX, type Backlog } from '../app/duty/get-backlog.js';

// Results of use cases
export { ApiKeyView, type NewApiKey } from '../model/access/key/api-key-view.js';
export {
  CheckoutSessionEvent,
  CheckoutSessionObject,
} from '../model/collection/session/collection-view.js';
export { PaymentLinkView } from '../model/collection/session/link-view.js';
export type { KeyedAnswer } from '../app/idempotency/keyed-answer.js';
export {
  AuthorizedBeneficiary,
  BeneficiaryRecord,
  CreatedBeneficiary,
} from '../app/beneficiary/beneficiary-answers.js';
export { BeneficiaryState, BrowsedBeneficiary } from '../app/beneficiary/browsed-beneficiary.js';
export { AcceptedBatch } from '../app/intake/view/accepted-batch.js';
export type { DecisionResult } from '../app/approval/take-decision.js';
export type { DecisionError } from '../app/approval/decider.js';
export { JobStatusRecord, ShownJob } from '../app/intake/view/job-status-record.js';
export { JobSummary } from '../app/intake/view/job-summary.js';
export { IncidentRecord, JournalRecord } from '../app/event/journal-view.js';
export { PackageRecord } from '../app/package/list/package-view.js';
export {
  OpenedPayoutCheckout,
  PayoutCheckoutRecord,
  PayoutCheckoutRequest,
} from '../app/payout-checkout/checkout-answers.js';
export type { PayoutCheckoutView, SentCode } from '../app/payout-checkout/checkout-view.js';
export {
  Choice,
  type AccountOption,
  type ChoiceField,
  type PackageOption,
} from '../model/payout-checkout/session/choice.js';
export { PayoutCheckoutId } from '../model/payout-checkout/session/checkout-id.js';
export {
  PAYOUT_CHECKOUT_LIFE,
  PayoutCheckout,
  PayoutCheckoutStatus,
  type ClosedStatus,
} from '../model/payout-checkout/session/payout-checkout.js';
export { nextSessionId } from '../model/collection/session/payment-link.js';
export { payoutIdOf } from '../model/payout-checkout/session/payout-id.js';
export { OpenedSession } from '../model/portal/session/opened-session.js';
export { ReportTransaction } from '../app/payout/report/report-view.js';
export { WaitKind, WhyAnswer } from '../app/why/wait.js';

// Changes of settings that wait for a second person
export { DecideSettingsChangeInput } from '../app/settings-decision/decide-settings-change.js';
export { SettingsChangesQuery } from '../app/settings-decision/list-settings-changes.js';
export {
  approvalDigest,
  leavesText,
  payoutDigest,
  type DigestedDecision,
} from '../app/authority/approval-digest.js';
export type { ApprovedPayout } from '../model/payout/approved-payout.js';
export { FactorChallengeId } from '../model/factor/held/factor-challenge.js';
export { knownTransports } from '../model/factor/held/factor.js';
export { FactorKind } from '../kernel/values/factor-kind.js';
export { FactorView } from '../model/factor/held/factor-view.js';
export * from '../model/factor/held/factor-errors.js';
export { totpCode, totpStep } from '../model/factor/held/totp.js';
export { FactorCode, PasskeyResponse } from '../app/factor/prove/factor-proof.js';
export { FactorAsked, ProofKind } from '../app/factor/prove/factor-asked.js';
export { FactorRule, SecondFactorPolicy } from '../model/tenancy/second-factor.js';
export { SettingsChange, SETTINGS_CHANGE_LIFE } from '../model/settings/change/settings-change.js';
export {
  SettingsChangeView,
  type AwaitsApproval,
} from '../model/settings/change/settings-change-view.js';
export * from '../model/settings/change/settings-change-errors.js';

// Refusals
export * from '../model/access/access-errors.js';
export * from '../app/approval/approval-errors.js';
export * from '../model/beneficiary/payee/beneficiary-errors.js';
export { InvalidCard } from '../model/collection/card/card.js';
export * from '../model/collection/session/collection-errors.js';
export * from '../app/idempotency/idempotency-errors.js';
export * from '../model/intake/job/intake-errors.js';
export { WrongJobStatus } from '../model/intake/job/job-machine.js';
export { StillInDoubt } from '../model/settlement/order/doubt-errors.js';
export * from '../model/journal/entry/journal-errors.js';
export * from '../model/payout/payout-errors.js';
export * from '../model/portal/session/login-errors.js';
export * from '../model/payout-checkout/session/checkout-errors.js';

// Refusals that several use cases share: the compiler writes these names into the declarations of a host whose functions
// answer what a use case does.
export type { ListKeysError } from '../app/access/manage-keys/list-keys.js';
export type { RevokeKeyError } from '../app/access/manage-keys/revoke-key.js';
export type { ApprovedPayoutsError } from '../app/approval/approved-payouts.js';
export type { FactorGateError } from '../app/approval/factor-gate.js';
export type { NotOnLink } from '../app/collection/link/on-open-link.js';
export type { AcceptanceError } from '../app/intake/accept/acceptance.js';
export type { PersonChangeError } from '../app/people/person-change.js';
export type { LoginCodeError } from '../app/portal/try-login-code.js';
export type { NoProposal } from '../app/settings/proposal.js';
export type { SettingsConflict } from '../app/settings-decision/change-kinds.js';
export type { NotRotatable } from '../model/access/key/rotatable.js';

// Records that storage adapters keep
export { ApiKey, SecretKey } from '../model/access/key/api-key.js';
export type {
  ApprovedBeneficiary,
  BeneficiaryAccount,
  DeactivatedBeneficiary,
  PendingBeneficiary,
  RejectedBeneficiary,
  ReviewedBeneficiary,
} from '../model/beneficiary/payee/beneficiary.js';
export { JobStatus, type Job } from '../model/intake/job/job.js';
export { RejectionCode } from '../model/payout/rejection.js';
export type { JournalEntry } from '../model/journal/entry/entry.js';
export type { Incident } from '../model/journal/entry/incident.js';
export {
  INCIDENT_GUIDES,
  INCIDENT_KINDS,
  type IncidentGuide,
  type IncidentKind,
} from '../model/journal/entry/incident-kind.js';
export { MailLanguage, USUAL_LANGUAGE } from '../kernel/values/mail-language.js';
export { EVENT_BODIES } from '../app/journal/feed/event-bodies.js';
export { FeedItem, FeedQuery } from '../app/journal/feed/feed-item.js';
export { eventTypeOf } from '../app/event/event-kind.js';
export { eventHash, FIRST_HASH, NOTHING_SEALED, sealHash } from '../app/journal/seal/hash-chain.js';
export type { HeldJournal, Seal, SealedEntry, SealHead } from '../model/journal/entry/seal.js';
export type { SealedEvent } from '../model/journal/entry/sealed-event.js';
export type {
  AcceptedPayout,
  Payout,
  PayoutOrder,
  PayoutProgress,
  PayoutTerms,
  Rejection,
  TurnedAwayPayout,
} from '../model/payout/payout.js';
export { LoginChallenge, type CodeFor } from '../model/portal/session/login-challenge.js';
export { UploadNotFound, type KeptUpload } from '../model/portal/session/kept-upload.js';
export type { GivenFactor } from '../model/portal/session/given-factor.js';
export type { PortalSession, SessionUse } from '../model/portal/session/portal-session.js';
export {
  CheckoutReference,
  CollectionSession,
  CollectionStatus,
  type CardAttempt,
} from '../model/collection/session/collection-session.js';
export { LinkStatus, PaymentLink } from '../model/collection/session/payment-link.js';
export { PayoutStatusDetails } from '../kernel/values/status-details.js';
export { PayoutApproval } from '../model/approval/matrix/payout-approval.js';
export { ApprovalMatrix, type ApprovalLevel } from '../model/approval/matrix/matrix.js';
export { ApprovalPolicy, ApprovalPolicyDraft } from '../app/approval/policy/approval-policy.js';
export type { ApprovalPolicyHistory } from '../app/approval/policy/get-approval-policy.js';
export * from '../app/approval/policy/approval-policy-errors.js';
export { PolicyPreview } from '../app/approval/policy/policy-preview.js';
export { ApprovalPolicyVersion } from '../app/authority/policy-version.js';
export type { PutApprovalPolicyAnswer } from '../app/approval/policy/put-approval-policy.js';
export { BankTenant, CheckoutSettings, Corporate } from '../model/tenancy/corporate.js';
export { Calendar } from '../model/tenancy/calendar.js';
export { CutOff, DebitAccount } from '../model/tenancy/debit-account.js';
export { Role, User, type Actor } from '../model/tenancy/user.js';
export { PaymentPackage } from '../model/package/payment-package.js';
export { WebhookEndpoint } from '../model/webhook/endpoint/endpoint.js';
export { SECRET_ENTROPY_BYTES, writeSecret } from '../model/webhook/receiver/secret.js';
export type {
  DeliveryAttempt,
  DeliveryProgress,
  QueuedDelivery,
} from '../model/webhook/endpoint/delivery.js';
export { EVENT_MEANINGS, EVENT_TYPES, type EventType } from '../model/journal/entry/event-type.js';
export { isSubscription } from '../model/webhook/endpoint/subscription.js';

// Codecs of what goes over the wire
export { alias, documented, factsOf, originalOf, type Facts } from '../kernel/codecs/documented.js';
export { record, type RecordType } from '../kernel/codecs/record.js';

// Vocabulary
export type { Brand } from '../kernel/codecs/brand.js';
export { ISSUES_MAX, stored } from '../kernel/codecs/decode.js';
export { doubledMembers } from '../kernel/codecs/doubled-members.js';
export { nearest } from '../kernel/codecs/nearest.js';
export { numberFaults } from '../kernel/codecs/number-faults.js';
export { decodeSpelt, unknownMembers } from '../kernel/codecs/unknown-members.js';
export { refuseNamingAnother } from '../model/access/naming-another.js';
export { sameDigest, sha256 } from '../kernel/secrets/digest.js';
export { mailboxOf } from '../kernel/values/mailbox.js';
export { packBySize } from '../kernel/flow/pack-by-size.js';
