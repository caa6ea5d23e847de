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
export type { Resolver } from './wiring/singletons.js';
export type { Plain } from './kernel/use-case/plain.js';

// Callers, their rates, and what is provisioned
export type { Caller } from './app/access/authenticate/authenticate.js';
export type { Merchant } from './app/access/authenticate/authenticate-secret-key.js';
export { inProcessRateLimiter } from './app/access/authenticate/in-process-rate-limiter.js';
export { DEFAULT_RATE_LIMITS, ratesOf, type RateLimits } from './app/access/authenticate/rates.js';
export type { Rate } from './app/access/authenticate/token-bucket.js';
export type { KeyedRequest, PortalChanges } from './wiring/idempotently.js';
export type { Browser } from './app/collection/charge/browsing.js';
export { BatchRequest } from './app/intake/request/batch-request.js';
export { Instruction } from './app/intake/request/instruction.js';
export type { Person } from './model/portal/session/person.js';
export { BankSession, type BankLogin } from './ports/bank-login.js';
export type {
  AbsentFrom,
  ProvisionDefaults,
  ProvisionResult,
  Provisioned,
} from './app/tenancy/provision/provision.js';
export { readProvisionDocument } from './app/tenancy/provision/check-provision.js';
export {
  ProvisionDocument,
  type ProvisionInput,
} from './app/tenancy/provision/provision-document.js';
export type { Credentials } from './app/tenancy/provision/provision-secrets.js';

// Background work
export { LEASE_MS, type Duty } from './app/duty/duty.js';
export { subjectsOf, useCaseOf, type Subject } from './kernel/use-case/subject.js';
export {
  ACTIVITIES,
  failureFacts,
  type Activity,
  type FailureFacts,
  type OnError,
} from './app/duty/causes.js';
export type { DutyRun } from './app/duty/lanes.js';
export type { Worker, WorkerObserver } from './app/duty/worker.js';

// What use cases take and answer
export type { PayoutBrowser } from './app/payout-checkout/browser.js';
export { TransactionObject } from './model/payout/transaction-object.js';
export type { Credential } from './ports/passkeys.js';
export { Passkeys, type NewPasskey, type VerifyAssertion } from './ports/passkeys.js';

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
export { Pacer } from './ports/whole-pacer.js';
export type { PaymentFile, PaymentFileFault, PaymentFiles } from './ports/payment-files.js';
export type { CallKind, RateAllowance, RateLimiter } from './ports/rate-limiter.js';
export { Sealer, type SealedText } from './ports/sealer.js';
export { SealerAway } from './ports/sealer-away.js';
export { KeptTextLost } from './ports/open-kept.js';
export {
  SEND_FAULTS,
  WebhookSender,
  type SendFault,
  type WebhookAnswer,
  type WebhookAnswered,
  type WebhookMessage,
  type WebhookUnanswered,
} from './ports/webhook-sender.js';
export { Storage, type Stores } from './storage/whole-storage.js';
export { LostRace, type HostTransaction } from './storage/host-transaction.js';
export { StorageAway } from './storage/storage-away.js';

// Records
export { DUTY_NAMES, type DutyName } from './storage/work-store.js';
export { PayoutStatus } from './model/payout/payout.js';
export { StatusDetails } from './kernel/values/status-details.js';
export type { PolicyDifference } from './app/tenancy/provision/provision-policy.js';
export type { BankAnswer } from './model/settlement/order/bank-answer.js';
export { Permission } from './model/tenancy/user.js';
export { Whole } from './kernel/values/whole.js';

// Vocabulary
export { E } from './kernel/fp.js';
export { decodeInput, InvalidInput, type Issue } from './kernel/codecs/decode.js';
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
