/**
 * What an integrator's tests need: a whole engine with a bank and an acquirer behind it, deterministic ports,
 * builders of records, and a check of webhook receivers. It loads nothing of the other entries:
 * `@hundi/testkit/contract`, `@hundi/testkit/scenarios` and `@hundi/testkit/simulator`.
 *
 * @packageDocumentation
 */

// A whole engine with its bank
export { createSandbox, type Sandbox, type SandboxOptions } from './kit/sandbox/create-sandbox.js';
export { demoDocument, type CorporateInput } from './kit/sandbox/demo-document.js';
export { timeline, type MovableClock, type Timeline } from './kit/sandbox/timeline.js';

// The sandbox bank
export type {
  BankAccount,
  BankBooks,
  BookedOrder,
  OpenBooks,
  OrderFilter,
  OrderState,
  PlannedReport,
} from './kit/bank/bank-books.js';
export type { BankEntry } from './kit/bank/bank-entries.js';
export { memoryBooks } from './kit/bank/memory-books.js';
export type { BankFault, BankFaultKind, BankFaults } from './kit/bank/bank-faults.js';
export {
  movementsOf,
  type AccountStatement,
  type GroupDebit,
  type Movement,
  type Period,
} from './kit/bank/statements.js';
export { sandboxBank, type SandboxBank, type SandboxBankOptions } from './kit/bank/sandbox-bank.js';
export {
  SCRIPTED_KINDS,
  type BankScript,
  type ScriptedKind,
  type ScriptedOutcome,
} from './kit/bank/script.js';
export { openingAccounts } from './kit/bank/opening-accounts.js';

// The sandbox acquirer and its cards
export {
  memoryCardBooks,
  type BookedCharge,
  type CardBooks,
  type OpenCardBooks,
} from './kit/cards/card-books.js';
export {
  sandboxAcquirer,
  type AcquirerFault,
  type SandboxAcquirer,
} from './kit/cards/sandbox-acquirer.js';
export { TEST_CARDS } from './kit/cards/test-cards.js';

// Check your own webhook receiver
export type { ReceiverDelivery } from './kit/webhook/conformance-deliveries.js';
export {
  checkReceiver,
  conformanceReport,
  type ConformanceResult,
  type OpenReceiver,
  type ReceiverUnderTest,
} from './kit/webhook/receiver-conformance.js';

// Webhook receivers for tests, with their behaviours
export {
  behaviours,
  receivers,
  type ReceivedWebhook,
  type ReceiverBehaviour,
  type Receivers,
} from './kit/webhook/receivers.js';

// Deterministic ports
export { codeOfApp } from './kit/fakes/authenticator-app.js';
export { bankDirectory } from './kit/fakes/bank-directory.js';
export { countingEntropy } from './kit/fakes/counting-entropy.js';
export { fakeClock, type FakeClock } from './kit/fakes/fake-clock.js';
export { fakePasskey, fakePasskeys, type FakePasskey } from './kit/fakes/fake-passkeys.js';
export { fakePacer, type FakePacer } from './kit/fakes/fake-pacer.js';
export { hostedPages } from './kit/fakes/hosted-pages.js';
export { mailbox, type Mailbox, type ReceivedMail } from './kit/fakes/mailbox.js';
export { memoryArchive, type MemoryArchive } from './kit/fakes/memory-archive.js';
export { velocityGuard } from './kit/bank/velocity-guard.js';
export { memoryPolicyMark } from './kit/fakes/memory-policy-mark.js';
export { memorySendMark } from './kit/fakes/memory-send-mark.js';
export { plainSealer } from './kit/fakes/plain-sealer.js';
export { softAuthenticator, type Cbor, type Saying } from './kit/fakes/soft-authenticator.js';

// Builders: records, ready made
export {
  aBeneficiary,
  anAccount,
  approved,
  deactivated,
  rejected,
  withPendingChange,
} from './kit/build/beneficiary.js';
export { aDelivery, anAttempt } from './kit/build/deliveries.js';
export { aBeneficiaryId, aJobId, aTransactionId, EPOCH } from './kit/build/ids.js';
export { aPackage } from './kit/build/package.js';
export {
  accepts,
  aJob,
  anOrder,
  cancels,
  changeTo,
  ordersOf,
  progress,
  terms,
  turnsAway,
} from './kit/build/payout.js';
export type { Overrides, Plain } from './kit/build/plain.js';
export {
  aBankAnswer,
  aChallenge,
  aCheckout,
  aCheckoutId,
  aClaim,
  aCollection,
  anAnswer,
  anApiKey,
  anEndpoint,
  anEntry,
  anIncident,
  aPaymentLink,
  aSecretKey,
  aSession,
  anUpload,
  LEASE_MS,
  someWork,
} from './kit/build/records.js';
export { anEvent, sealingOf } from './kit/build/seal.js';
export { personFactors } from './kit/build/factors.js';
export { personNotifications } from './kit/build/notifications.js';
export { aSignature } from './kit/build/signatures.js';
export { aSettingsChange } from './kit/build/settings.js';
export { aBank, aCorporate, aDebitAccount, aRole, aTenant, aUser } from './kit/build/tenancy.js';
