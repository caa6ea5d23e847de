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

/** One step of the schema. Once released it is never edited: the next change is the next step. */
export type Migration = (words: SchemaWords) => ReadonlyArray<string>;

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
];
