/**
 * Deterministic fakes, builders and the contract that storage adapters keep.
 *
 * @packageDocumentation
 */

// The contract of storage adapters
export type { ContractCase } from './contract/contract-case.js';
export { storageContract } from './contract/storage-contract.js';

// Records, ready made
export { aBeneficiary, anAccount, approved, rejected } from './build/beneficiary.js';
export { aDelivery, anAttempt } from './build/deliveries.js';
export { aBeneficiaryId, aJobId, aTransactionId, EPOCH } from './build/ids.js';
export { aPackage } from './build/package.js';
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
} from './build/payout.js';
export type { Overrides, Plain } from './build/plain.js';
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
  LEASE_MS,
  someWork,
} from './build/records.js';
export { anEvent, sealingOf } from './build/seal.js';
export { aSettingsChange } from './build/settings.js';
export { aBank, aCorporate, aDebitAccount, aRole, aTenant, aUser } from './build/tenancy.js';

// Where tests find a database and a browser
export { postgresUrl } from './postgres-url.js';
export { chromiumLaunch, type ChromiumLaunch } from './chromium.js';

// The sandbox bank
export type {
  BankAccount,
  BankBooks,
  BookedOrder,
  OpenBooks,
  OrderFilter,
  OrderState,
  PlannedReport,
} from './bank/bank-books.js';
export { booksContract, type BooksCase } from './bank/books-contract.js';
export { memoryBooks } from './bank/memory-books.js';
export type { BankFault, BankFaultKind, BankFaults } from './bank/bank-faults.js';
export { sandboxBank, type SandboxBank, type SandboxBankOptions } from './bank/sandbox-bank.js';
export { openingAccounts } from './bank/opening-accounts.js';

// The sandbox acquirer
export {
  memoryCardBooks,
  type BookedCharge,
  type CardBooks,
  type OpenCardBooks,
} from './cards/card-books.js';
export {
  sandboxAcquirer,
  type AcquirerFault,
  type SandboxAcquirer,
} from './cards/sandbox-acquirer.js';
export { TEST_CARDS } from './cards/test-cards.js';

// Deterministic ports
export { bankDirectory } from './fakes/bank-directory.js';
export { countingEntropy } from './fakes/counting-entropy.js';
export { fakeClock, type FakeClock } from './fakes/fake-clock.js';
export { fakePacer } from './fakes/fake-pacer.js';
export { hostedPages } from './fakes/hosted-pages.js';
export { mailbox, type Mailbox, type ReceivedMail } from './fakes/mailbox.js';
export { memorySendMark } from './fakes/memory-send-mark.js';
export { plainSealer } from './fakes/plain-sealer.js';

// For whoever receives webhooks: whether a receiver stands what it will get
export type { ReceiverDelivery } from './webhook/conformance-deliveries.js';
export {
  checkReceiver,
  conformanceReport,
  type ConformanceResult,
  type OpenReceiver,
  type ReceiverUnderTest,
} from './webhook/receiver-conformance.js';

// Receivers of webhooks
export {
  behaviours,
  receivers,
  type ReceivedWebhook,
  type ReceiverBehaviour,
  type Receivers,
} from './webhook/receivers.js';

// A whole engine with its bank
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox/create-sandbox.js';
export { demoDocument, type CorporateInput, type DocumentInput } from './sandbox/demo-document.js';
export { timeline, type MovableClock, type Timeline } from './sandbox/timeline.js';

// Use cases that hold on every storage
export type { Scenario } from './scenarios/scenario.js';
export { scenarios } from './scenarios/scenarios.js';

// A hostile world from one seed
export { simulate, type History, type SimulationOptions } from './simulate/simulate.js';
export type { BackUp, EmptyStorage } from './simulate/turns/restored-backup.js';
export { mutants } from './simulate/mutants/mutants.js';
export type { Mutant } from './simulate/mutants/mutant.js';
export {
  FAULT_KINDS,
  STRUCK_STATES,
  type Cell,
  type FaultKind,
  type StruckState,
} from './simulate/faults.js';
export { missed, POSSIBLE, whyImpossible } from './simulate/coverage.js';
export { shrink, type ShrinkOptions, type Shrunk } from './simulate/shrink.js';
export type { Violation } from './simulate/world/world.js';
