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
  aClaim,
  anAnswer,
  anApiKey,
  anEndpoint,
  anEntry,
  anIncident,
  aSecretKey,
  LEASE_MS,
  someWork,
} from './build/records.js';
export { aBank, aCorporate, aDebitAccount, aRole, aTenant, aUser } from './build/tenancy.js';

// Where tests find a database
export { postgresUrl } from './postgres-url.js';

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
export { memoryBooks } from './bank/memory-books.js';
export type { BankFault, BankFaultKind, SandboxBank } from './bank/sandbox-bank.js';
