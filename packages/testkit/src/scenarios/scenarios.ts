import { absentScenarios } from './absent-scenarios.js';
import { apiKeyScenarios } from './api-key-scenarios.js';
import { approvalLevelScenarios } from './approval-level-scenarios.js';
import { approvalScenarios } from './approval-scenarios.js';
import { auditScenarios } from './audit-scenarios.js';
import { backoffScenarios } from './backoff-scenarios.js';
import { backlogScenarios } from './backlog-scenarios.js';
import { batchScenarios } from './batch-scenarios.js';
import { beneficiaryScenarios } from './beneficiary-scenarios.js';
import { cancelJobScenarios } from './cancel-job-scenarios.js';
import { cancelAnyScenarios } from './cancel-any-scenarios.js';
import { cancelScenarios } from './cancel-scenarios.js';
import { causeScenarios } from './cause-scenarios.js';
import { cancelSoftwareScenarios } from './cancel-software-scenarios.js';
import { checkoutChoiceScenarios } from './checkout-choice-scenarios.js';
import { checkoutCodeScenarios } from './checkout-code-scenarios.js';
import { checkoutOpeningScenarios } from './checkout-opening-scenarios.js';
import { checkoutScenarios } from './checkout-scenarios.js';
import { chargeScenarios } from './charge-scenarios.js';
import { checkoutSettingsScenarios } from './checkout-settings-scenarios.js';
import { linkScenarios } from './link-scenarios.js';
import { collectionScenarios } from './collection-scenarios.js';
import { confirmationScenarios } from './confirmation-scenarios.js';
import { decideJobScenarios } from './decide-job-scenarios.js';
import { digestKeyScenarios } from './digest-key-scenarios.js';
import { equalWorkScenarios } from './equal-work-scenarios.js';
import { eventScenarios } from './event-scenarios.js';
import { expiryScenarios } from './expiry-scenarios.js';
import { failureScenarios } from './failure-scenarios.js';
import { fourEyesScenarios } from './four-eyes-scenarios.js';
import { groupScenarios } from './group-scenarios.js';
import { idempotencyScenarios } from './idempotency-scenarios.js';
import { journalScenarios } from './journal-scenarios.js';
import { largeScenarios } from './large-scenarios.js';
import { lateScenarios } from './late-scenarios.js';
import { limitScenarios } from './limit-scenarios.js';
import { lostWorkerScenarios } from './lost-worker-scenarios.js';
import { loginScenarios } from './login-scenarios.js';
import { otherRequestScenarios } from './other-request-scenarios.js';
import { outcomeScenarios } from './outcome-scenarios.js';
import { packageScenarios } from './package-scenarios.js';
import { paymentsOnceScenarios } from './payments-once-scenarios.js';
import { paymentsScenarios } from './payments-scenarios.js';
import { peopleScenarios } from './people-scenarios.js';
import { portalKeyScenarios } from './portal-key-scenarios.js';
import { portalSessionScenarios } from './portal-session-scenarios.js';
import { provisionScenarios } from './provision-scenarios.js';
import { referenceScenarios } from './reference-scenarios.js';
import { reinstatementScenarios } from './reinstatement-scenarios.js';
import { rejectionScenarios } from './rejection-scenarios.js';
import { reportScenarios } from './report-scenarios.js';
import { restoreCheckoutScenarios } from './restore-checkout-scenarios.js';
import { restoreEndingScenarios } from './restore-ending-scenarios.js';
import { restoreIntakeScenarios } from './restore-intake-scenarios.js';
import { restoreScenarios } from './restore-scenarios.js';
import { scheduleScenarios } from './schedule-scenarios.js';
import { settingsMailScenarios } from './settings-mail-scenarios.js';
import { settingsChangeScenarios } from './settings-change-scenarios.js';
import { tenantScenarios } from './tenant-scenarios.js';
import { traceScenarios } from './trace-scenarios.js';
import { sealerScenarios } from './sealer-scenarios.js';
import { secretKeyScenarios } from './secret-key-scenarios.js';
import { searchScenarios } from './search-scenarios.js';
import { transactionListScenarios } from './transaction-list-scenarios.js';
import { unknownScenarios } from './unknown-scenarios.js';
import { waitingListScenarios } from './waiting-list-scenarios.js';
import { viaScenarios } from './via-scenarios.js';
import { webhookCareScenarios } from './webhook-care-scenarios.js';
import { webhookReplayScenarios } from './webhook-replay-scenarios.js';
import { webhookScenarios } from './webhook-scenarios.js';
import type { Scenario } from './scenario.js';

/** Every use case, to be run on every storage that the engine is to keep its promises on. */
export const scenarios: ReadonlyArray<Scenario> = [
  ...batchScenarios,
  ...rejectionScenarios,
  ...groupScenarios,
  ...limitScenarios,
  ...idempotencyScenarios,
  ...paymentsScenarios,
  ...paymentsOnceScenarios,
  ...referenceScenarios,
  ...scheduleScenarios,
  ...outcomeScenarios,
  ...unknownScenarios,
  ...lostWorkerScenarios,
  ...lateScenarios,
  ...sealerScenarios,
  ...restoreScenarios,
  ...restoreCheckoutScenarios,
  ...restoreEndingScenarios,
  ...restoreIntakeScenarios,
  ...reportScenarios,
  ...transactionListScenarios,
  ...searchScenarios,
  ...approvalScenarios,
  ...approvalLevelScenarios,
  ...decideJobScenarios,
  ...digestKeyScenarios,
  ...waitingListScenarios,
  ...webhookReplayScenarios,
  ...webhookScenarios,
  ...webhookCareScenarios,
  ...backoffScenarios,
  ...expiryScenarios,
  ...cancelScenarios,
  ...cancelSoftwareScenarios,
  ...cancelAnyScenarios,
  ...cancelJobScenarios,
  ...auditScenarios,
  ...beneficiaryScenarios,
  ...viaScenarios,
  ...fourEyesScenarios,
  ...settingsChangeScenarios,
  ...settingsMailScenarios,
  ...packageScenarios,
  ...tenantScenarios,
  ...apiKeyScenarios,
  ...secretKeyScenarios,
  ...loginScenarios,
  ...absentScenarios,
  ...peopleScenarios,
  ...reinstatementScenarios,
  ...equalWorkScenarios,
  ...portalKeyScenarios,
  ...confirmationScenarios,
  ...portalSessionScenarios,
  ...checkoutOpeningScenarios,
  ...checkoutChoiceScenarios,
  ...checkoutCodeScenarios,
  ...checkoutScenarios,
  ...provisionScenarios,
  ...collectionScenarios,
  ...chargeScenarios,
  ...linkScenarios,
  ...otherRequestScenarios,
  ...checkoutSettingsScenarios,
  ...journalScenarios,
  ...eventScenarios,
  ...failureScenarios,
  ...causeScenarios,
  ...largeScenarios,
  ...traceScenarios,
  ...backlogScenarios,
];
