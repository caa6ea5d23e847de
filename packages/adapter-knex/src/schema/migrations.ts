import type { SchemaWords } from '../engine/dialect.js';
import { payoutsAndJournal } from './01-payouts-and-journal.js';
import { partnerApi } from './02-partner-api.js';
import { approvalsAndBank } from './03-approvals-and-bank.js';
import { portalLogins } from './04-portal-logins.js';
import { journalSeals } from './05-journal-seals.js';
import { payoutCheckout } from './06-payout-checkout.js';
import { collectionCheckout } from './07-collection-checkout.js';
import { webhookDeliveries } from './08-webhook-deliveries.js';
import { makerCodeLimits } from './09-maker-code-limits.js';
import { viaKeys } from './10-via-keys.js';
import { freedBeneficiaryIds } from './11-freed-beneficiary-ids.js';
import { sealerCanary } from './12-sealer-canary.js';
import { sessionConfirmation } from './13-session-confirmation.js';
import { settingsChanges } from './14-settings-changes.js';
import { endpointBackoff } from './15-endpoint-backoff.js';
import { linkMailLimits } from './16-link-mail-limits.js';
import { corporatesByBank } from './17-corporates-by-bank.js';
import { failingEndpoints } from './18-failing-endpoints.js';
import { rateBuckets } from './19-rate-buckets.js';
import { vacuumInTime } from './20-vacuum-in-time.js';
import { archive } from './21-archive.js';
import { webhooksByCorporate } from './22-webhooks-by-corporate.js';
import { bankAnswersByCorporate } from './23-bank-answers-by-corporate.js';
import { jobsByCorporate } from './24-jobs-by-corporate.js';
import { workByCorporate } from './25-work-by-corporate.js';
import { tokensGiven } from './26-tokens-given.js';
import { callBuckets } from './27-call-buckets.js';
import { searchByKey } from './28-search-by-key.js';
import { payeeChanges } from './29-payee-changes.js';
import { accountsByNumber } from './30-accounts-by-number.js';
import { heldReferences } from './31-held-references.js';
import { policyVersions } from './32-policy-versions.js';
import { personFactors } from './33-person-factors.js';
import { sessionFactors } from './34-session-factors.js';
import { approvalSignatures } from './35-approval-signatures.js';
import { whatPeopleLookFor } from './36-what-people-look-for.js';
import { keptUploads } from './37-kept-uploads.js';
import { notifications } from './38-notifications.js';
import { orderDetails } from './39-order-details.js';
import { paidToPayees } from './40-paid-to-payees.js';
import { expectedCredit } from './41-expected-credit.js';
import { paidByTerms } from './42-paid-by-terms.js';
import { sealedSessionFactors } from './43-sealed-session-factors.js';

/** One step of the schema. Once released it is never edited: the next change is the next step. */
export interface Migration {
  (words: SchemaWords): ReadonlyArray<string>;
  /** Programs that do not know the step may go on beside those that do. */
  readonly isAdditive?: true;
}

/**
 * Marks a step that only adds: tables, indexes, columns that may be absent or have a default, and nothing that rows may
 * hold from then on and an older program cannot read. Its programs then come one process at a time, beside older ones.
 */
export const additive = (migration: Migration): Migration =>
  Object.assign((words: SchemaWords) => migration(words), { isAdditive: true } as const);

/** Version n is what the first n steps make. */
export const MIGRATIONS: ReadonlyArray<Migration> = [
  payoutsAndJournal,
  partnerApi,
  approvalsAndBank,
  portalLogins,
  journalSeals,
  payoutCheckout,
  collectionCheckout,
  webhookDeliveries,
  makerCodeLimits,
  viaKeys,
  freedBeneficiaryIds,
  sealerCanary,
  sessionConfirmation,
  settingsChanges,
  endpointBackoff,
  linkMailLimits,
  corporatesByBank,
  failingEndpoints,
  rateBuckets,
  vacuumInTime,
  archive,
  webhooksByCorporate,
  bankAnswersByCorporate,
  jobsByCorporate,
  workByCorporate,
  tokensGiven,
  additive(callBuckets),
  additive(searchByKey),
  payeeChanges,
  additive(accountsByNumber),
  heldReferences,
  policyVersions,
  additive(personFactors),
  sessionFactors,
  approvalSignatures,
  additive(whatPeopleLookFor),
  additive(keptUploads),
  additive(notifications),
  additive(orderDetails),
  additive(paidToPayees),
  additive(expectedCredit),
  additive(paidByTerms),
  additive(sealedSessionFactors),
];
