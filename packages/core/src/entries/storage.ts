/**
 * For authors of storage: the stores to implement, and the records that they keep.
 *
 * Check yours with the contract of `@hundi/testkit/contract`.
 *
 * @packageDocumentation
 */

// The port and its stores
export type * from '../storage/settings-change-store.js';
export { Storage, type Stores, type UnitOptions } from '../storage/whole-storage.js';
export { LostRace, type HostTransaction } from '../storage/host-transaction.js';
export { StorageAway } from '../storage/storage-away.js';
export type * from '../storage/access-store.js';
export type * from '../storage/archive-store.js';
export type * from '../storage/beneficiary-store.js';
export * from '../storage/work-store.js';
export type * from '../storage/idempotency-store.js';
export type * from '../storage/sealed-record-store.js';
export type * from '../storage/job-store.js';
export type * from '../storage/journal-store.js';
export type * from '../storage/event-store.js';
export type * from '../storage/seal-store.js';
export type {
  ApprovalWait,
  AwaitingFilter,
  AwaitingGroup,
  RowDecision,
  LimitUse,
  Overdue,
  PaidToPayee,
  PayoutChange,
  PayoutRange,
  PayoutStore,
  PayoutTally,
  SpanTallies,
  SpanTally,
} from '../storage/payout-store.js';
export type * from '../storage/factor-store.js';
export type * from '../storage/authority-store.js';
export type * from '../storage/notification-store.js';
export type { NotificationLook } from '../model/notification/kept/notification-look.js';
export { PersonNotifications } from '../model/notification/kept/person-notifications.js';
export { ApprovalSignature } from '../model/authority/seal/approval-signature.js';
export { SealedAuthorityKey } from '../model/authority/seal/sealed-authority-key.js';
export { passkeySeal } from '../model/authority/seal/signing-passkey.js';
export { withPolicySeal } from '../app/authority/sealed-policies.js';
export type * from '../storage/portal-store.js';
export type * from '../storage/payout-checkout-store.js';
export type * from '../storage/collection-store.js';
export type * from '../storage/bank-answer-store.js';
export type * from '../storage/doubt-store.js';
export type * from '../storage/tenancy-store.js';
export type * from '../storage/endpoint-store.js';
export type * from '../storage/delivery-store.js';

// The records that they keep
export { ApiKey, SecretKey, type KeyUse } from '../model/access/key/api-key.js';
export {
  Beneficiary,
  isFreed,
  nameKey,
  namesOf,
  pendingChangeOf,
  type ApprovedBeneficiary,
  type BeneficiaryAccount,
  type DeactivatedBeneficiary,
  type PendingBeneficiary,
  type RejectedBeneficiary,
  type ReviewedBeneficiary,
} from '../model/beneficiary/payee/beneficiary.js';
export { JobStatus, type Job, type JobKey } from '../model/intake/job/job.js';
export { RejectionCode } from '../model/payout/rejection.js';
export type { JournalEntry, SubjectKind } from '../model/journal/entry/entry.js';
export type { Incident } from '../model/journal/entry/incident.js';
export { INCIDENT_KINDS, type IncidentKind } from '../model/journal/entry/incident-kind.js';
export type { HeldJournal, Seal, SealedEntry, SealHead } from '../model/journal/entry/seal.js';
export type { SealedEvent } from '../model/journal/entry/sealed-event.js';
export {
  awaitsApproval,
  debitAccountOf,
  followsApproval,
  isDead,
  PayoutStatus,
  type AcceptedPayout,
  type DecidedPayout,
  type IntakeOrder,
  type IntakeRow,
  type OrderDetails,
  type Payout,
  type PayoutOrder,
  type PayoutProgress,
  type PayoutTerms,
  type Rejection,
  type TurnedAwayPayout,
  type UndecidedPayout,
} from '../model/payout/payout.js';
export { placesWithin, type Reach } from '../model/access/actor.js';
export type { ApprovedPayout } from '../model/payout/approved-payout.js';
export {
  meetsReport,
  type ReportFilter,
  type ReportSearch,
} from '../model/payout/report-filter.js';
export {
  LoginChallenge,
  type CodeFor,
  type TriedChallenge,
} from '../model/portal/session/login-challenge.js';
export { PersonFactors } from '../model/factor/held/factor.js';
export type { KeptUpload } from '../model/portal/session/kept-upload.js';
export type { GivenFactor } from '../model/portal/session/given-factor.js';
export type { PortalSession, SessionUse } from '../model/portal/session/portal-session.js';
export {
  CheckoutReference,
  CollectionSession,
  CollectionStatus,
  type CardAttempt,
} from '../model/collection/session/collection-session.js';
export { LinkStatus, PaymentLink } from '../model/collection/session/payment-link.js';
export { PayoutStatusDetails, StatusDetails } from '../kernel/values/status-details.js';
export { PayoutApproval } from '../model/approval/matrix/payout-approval.js';
export { ApprovalMatrix, type ApprovalLevel } from '../model/approval/matrix/matrix.js';
export type { BankAnswer } from '../model/settlement/order/bank-answer.js';
export { BankTenant, CheckoutSettings, Corporate } from '../model/tenancy/corporate.js';
export { CutOff, DebitAccount } from '../model/tenancy/debit-account.js';
export { ActorRef, Permission, Role, User, type Actor } from '../model/tenancy/user.js';
export { PaymentPackage } from '../model/package/payment-package.js';
export { WebhookEndpoint } from '../model/webhook/endpoint/endpoint.js';
export type { DisabledBy } from '../model/webhook/endpoint/endpoint-machine.js';
export { SECRET_ENTROPY_BYTES, writeSecret } from '../model/webhook/receiver/secret.js';
export type {
  DeliveryAttempt,
  DeliveryProgress,
  PlacedAttempt,
  QueuedDelivery,
} from '../model/webhook/endpoint/delivery.js';
export { EVENT_TYPES, type EventType } from '../model/journal/entry/event-type.js';
export { isSubscription } from '../model/webhook/endpoint/subscription.js';
