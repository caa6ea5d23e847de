/**
 * For the people who run the bank's side: reads over all corporates, which no key and no session of a partner reaches.
 * Each takes the storage itself, and changes nothing but for `reinstateByOperator`,
 * `resetFactorsByOperator` and `decideHeldPayout`.
 *
 * @packageDocumentation
 */

export { makeGetBacklog, type Backlog } from '../app/duty/get-backlog.js';
export { approvalEvidence, type ApprovalEvidence } from '../app/operator/approval-evidence.js';
export {
  decideHeldPayout,
  type DecideHeldPayoutError,
  type HeldPayoutDecided,
  type HeldPayoutDecision,
  type PayoutNotHeld,
  type SecondOperatorNeeded,
} from '../app/operator/decide-held-payout.js';
export { findPayouts, type FindPayouts } from '../app/operator/find-payouts.js';
export {
  listAllIncidents,
  type IncidentsFilter,
  type OperatorIncident,
} from '../app/operator/list-all-incidents.js';
export {
  listDisabledEndpoints,
  type DisabledEndpoint,
} from '../app/operator/list-disabled-endpoints.js';
export {
  listHeldPayouts,
  type HeldPayout,
  type HeldReview,
} from '../app/operator/list-held-payouts.js';
export {
  listUnknowns,
  type Asking,
  type UnknownOutcome,
  type UnknownsFilter,
} from '../app/operator/list-unknowns.js';
export type { OperatorPayout } from '../app/operator/operator-payout.js';
export {
  planProvision,
  type PlannedChange,
  type ProvisionPlan,
} from '../app/operator/plan-provision.js';
export { findArchived, readPayout, type PayoutFile } from '../app/operator/read-payout.js';
export type { OperatorPerson } from '../app/people/by-operator.js';
export {
  reinstateByOperator,
  type ReinstatedByOperator,
} from '../app/people/reinstate-by-operator.js';
export {
  resetFactorsByOperator,
  type FactorsResetByOperator,
} from '../app/people/reset-factors-by-operator.js';
export {
  bringSecrets,
  type BroughtSecrets,
  type SecretSources,
} from '../app/tenancy/provision/bring-secrets.js';
export { corporatesOfOneDebit } from '../app/tenancy/provision/corporates-of-one-debit.js';
export { corporatesWithoutLei } from '../app/tenancy/provision/corporates-without-lei.js';
export { endingCalendars, type EndingCalendar } from '../app/tenancy/provision/ending-calendars.js';
export { credentialsOf, mergeCredentials } from '../app/tenancy/provision/credentials.js';

export { readAuthorityKey } from '../app/authority/authority-key.js';
export {
  ARCHIVE_AGE_MIN,
  archiveJournals,
  ArchiveHeld,
  planArchive,
  type ArchivePlan,
  type ArchivePorts,
  type ArchiveStep,
} from '../app/archive/archive-journals.js';
export {
  OlderKeyInUse,
  opensNothing,
  resealAll,
  SealerLacksKey,
  type ResealedKind,
  type ResealPorts,
  type ResealStep,
} from '../app/reseal/reseal-all.js';
export type { Undelivered } from '../app/archive/undelivered.js';
export { verifyArchive, type ArchiveCheck, type FileFault } from '../app/archive/verify-archive.js';
export {
  verifyApprovals,
  type ApprovalCheck,
  type ApprovalFault,
  type ApprovalMeans,
} from '../app/journal/audit/verify-approvals.js';
export { verifyChain, type ChainCheck, type Chunks } from '../app/journal/audit/verify-chain.js';
export {
  UNSEALED_COUNT_MAX,
  verifyJournals,
  type JournalCheck,
} from '../app/journal/audit/verify-journals.js';
