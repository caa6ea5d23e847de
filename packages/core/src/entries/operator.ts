/**
 * For the people who run the bank's side: reads over all corporates, which no key and no session of a partner reaches.
 * Each takes the storage itself, and changes nothing but for `reinstateByOperator`,
 * `resetFactorsByOperator` and `decideHeldPayout`.
 *
 * @packageDocumentation
 */

export { makeGetBacklog, type Backlog } from '../duty/get-backlog.js';
export { approvalEvidence, type ApprovalEvidence } from '../operator/approval-evidence.js';
export {
  decideHeldPayout,
  type DecideHeldPayoutError,
  type HeldPayoutDecided,
  type HeldPayoutDecision,
  type PayoutNotHeld,
  type SecondOperatorNeeded,
} from '../operator/decide-held-payout.js';
export { findPayouts, type FindPayouts } from '../operator/find-payouts.js';
export {
  listAllIncidents,
  type IncidentsFilter,
  type OperatorIncident,
} from '../operator/list-all-incidents.js';
export {
  listDisabledEndpoints,
  type DisabledEndpoint,
} from '../operator/list-disabled-endpoints.js';
export {
  listHeldPayouts,
  type HeldPayout,
  type HeldReview,
} from '../operator/list-held-payouts.js';
export {
  listUnknowns,
  type Asking,
  type UnknownOutcome,
  type UnknownsFilter,
} from '../operator/list-unknowns.js';
export type { OperatorPayout } from '../operator/operator-payout.js';
export {
  planProvision,
  type PlannedChange,
  type ProvisionPlan,
} from '../operator/plan-provision.js';
export { findArchived, readPayout, type PayoutFile } from '../operator/read-payout.js';
export type { OperatorPerson } from '../people/by-operator.js';
export { reinstateByOperator, type ReinstatedByOperator } from '../people/reinstate-by-operator.js';
export {
  resetFactorsByOperator,
  type FactorsResetByOperator,
} from '../people/reset-factors-by-operator.js';
export {
  bringSecrets,
  type BroughtSecrets,
  type SecretSources,
} from '../tenancy/provision/bring-secrets.js';
export { corporatesOfOneDebit } from '../tenancy/provision/corporates-of-one-debit.js';
export { corporatesWithoutLei } from '../tenancy/provision/corporates-without-lei.js';
export { endingCalendars, type EndingCalendar } from '../tenancy/provision/ending-calendars.js';
export { credentialsOf, mergeCredentials } from '../tenancy/provision/credentials.js';

export { readAuthorityKey } from '../authority/authority-key.js';
export {
  ARCHIVE_AGE_MIN,
  archiveJournals,
  ArchiveHeld,
  planArchive,
  type ArchivePorts,
  type ArchiveStep,
} from '../archive/archive-journals.js';
export { BrokenJournal } from '../archive/stretch.js';
export {
  OlderKeyInUse,
  opensNothing,
  resealAll,
  SealerLacksKey,
  type ResealedKind,
  type ResealPorts,
  type ResealStep,
} from '../reseal/reseal-all.js';
export type { Undelivered } from '../archive/undelivered.js';
export { verifyArchive, type ArchiveCheck, type FileFault } from '../archive/verify-archive.js';
export {
  verifyApprovals,
  type ApprovalCheck,
  type ApprovalFault,
  type ApprovalMeans,
} from '../journal/audit/verify-approvals.js';
export { verifyChain, type ChainCheck, type Chunks } from '../journal/audit/verify-chain.js';
export {
  UNSEALED_COUNT_MAX,
  verifyJournals,
  type JournalCheck,
} from '../journal/audit/verify-journals.js';
