import { archiveFailureScenarios } from './archive/archive-failure-scenarios.js';
import { archiveScenarios } from './archive/archive-scenarios.js';
import { absentScenarios } from './tenancy/absent-scenarios.js';
import { apiKeyScenarios } from './access/api-key-scenarios.js';
import { approvalLevelScenarios } from './approval/approval-level-scenarios.js';
import { approvalPolicyScenarios } from './approval/approval-policy-scenarios.js';
import { approvalScenarios } from './approval/approval-scenarios.js';
import { auditScenarios } from './journal/audit-scenarios.js';
import { operatorScenarios } from './operator/operator-scenarios.js';
import { provisionPlanScenarios } from './operator/provision-plan-scenarios.js';
import { backoffScenarios } from './webhook/backoff-scenarios.js';
import { backlogScenarios } from './duty/backlog-scenarios.js';
import { batchScenarios } from './intake/batch-scenarios.js';
import { beneficiaryChangeScenarios } from './beneficiary/beneficiary-change-scenarios.js';
import { payeeDeputyScenarios } from './beneficiary/payee-deputy-scenarios.js';
import { beneficiaryScenarios } from './beneficiary/beneficiary-scenarios.js';
import { cancelJobScenarios } from './cancel/cancel-job-scenarios.js';
import { cancelAnyScenarios } from './cancel/cancel-any-scenarios.js';
import { cancelScenarios } from './cancel/cancel-scenarios.js';
import { causeScenarios } from './duty/cause-scenarios.js';
import { cancelSoftwareScenarios } from './cancel/cancel-software-scenarios.js';
import { checkoutChoiceScenarios } from './payout-checkout/checkout-choice-scenarios.js';
import { checkoutCodeScenarios } from './payout-checkout/checkout-code-scenarios.js';
import { checkoutFactorScenarios } from './payout-checkout/checkout-factor-scenarios.js';
import { checkoutOpeningScenarios } from './payout-checkout/checkout-opening-scenarios.js';
import { checkoutPayeeScenarios } from './payout-checkout/checkout-payee-scenarios.js';
import { checkoutScenarios } from './payout-checkout/checkout-scenarios.js';
import { chargeNonsenseScenarios } from './collection/charge-nonsense-scenarios.js';
import { chargeScenarios } from './collection/charge-scenarios.js';
import { checkoutSettingsScenarios } from './collection/checkout-settings-scenarios.js';
import { linkScenarios } from './collection/link-scenarios.js';
import { collectionScenarios } from './collection/collection-scenarios.js';
import { confirmationScenarios } from './portal/confirmation-scenarios.js';
import { deputyScenarios } from './approval/deputy-scenarios.js';
import { decideJobScenarios } from './approval/decide-job-scenarios.js';
import { digestKeyScenarios } from './access/digest-key-scenarios.js';
import { equalWorkScenarios } from './duty/equal-work-scenarios.js';
import { eventScenarios } from './journal/event-scenarios.js';
import { expiryScenarios } from './approval/expiry-scenarios.js';
import { failureScenarios } from './intake/failure-scenarios.js';
import { factorApprovalScenarios } from './factor/factor-approval-scenarios.js';
import { factorLoginScenarios } from './factor/factor-login-scenarios.js';
import { factorResetScenarios } from './factor/factor-reset-scenarios.js';
import { factorScenarios } from './factor/factor-scenarios.js';
import { passkeyScenarios } from './factor/passkey-scenarios.js';
import { signatureScenarios } from './factor/signature-scenarios.js';
import { featureScenarios } from './wiring/feature-scenarios.js';
import { fourEyesScenarios } from './approval/four-eyes-scenarios.js';
import { groupScenarios } from './intake/group-scenarios.js';
import { idempotencyScenarios } from './intake/idempotency-scenarios.js';
import { journalScenarios } from './journal/journal-scenarios.js';
import { largeScenarios } from './intake/large-scenarios.js';
import { lateScenarios } from './settlement/late-scenarios.js';
import { limitScenarios } from './intake/limit-scenarios.js';
import { unrecordedScenarios } from './settlement/unrecorded-scenarios.js';
import { lostWorkerScenarios } from './settlement/lost-worker-scenarios.js';
import { loginScenarios } from './portal/login-scenarios.js';
import { otherRequestScenarios } from './collection/other-request-scenarios.js';
import { notificationScenarios } from './notification/notification-scenarios.js';
import { nonsenseScenarios } from './settlement/nonsense-scenarios.js';
import { outcomeScenarios } from './settlement/outcome-scenarios.js';
import { packageScenarios } from './tenancy/package-scenarios.js';
import { paymentsOnceScenarios } from './intake/payments-once-scenarios.js';
import { paymentsScenarios } from './intake/payments-scenarios.js';
import { peopleScenarios } from './people/people-scenarios.js';
import { portalKeyScenarios } from './access/portal-key-scenarios.js';
import { personBatchScenarios } from './portal/person-batch-scenarios.js';
import { uploadScenarios } from './portal/upload-scenarios.js';
import { personPayoutScenarios } from './portal/person-payout-scenarios.js';
import { portalListScenarios } from './portal/portal-list-scenarios.js';
import { portalSessionScenarios } from './portal/portal-session-scenarios.js';
import { previewScenarios } from './intake/preview-scenarios.js';
import { provisionPayeeScenarios } from './tenancy/provision-payee-scenarios.js';
import { provisionScenarios } from './tenancy/provision-scenarios.js';
import { referenceScenarios } from './intake/reference-scenarios.js';
import { reinstatementScenarios } from './people/reinstatement-scenarios.js';
import { bankTakesScenarios } from './intake/bank-takes-scenarios.js';
import { rejectionScenarios } from './intake/rejection-scenarios.js';
import { reportScenarios } from './payout/report-scenarios.js';
import { restoreCheckoutScenarios } from './restore/restore-checkout-scenarios.js';
import { restoreCollectionScenarios } from './restore/restore-collection-scenarios.js';
import { restoreEndingScenarios } from './restore/restore-ending-scenarios.js';
import { restoreIntakeScenarios } from './restore/restore-intake-scenarios.js';
import { restoreScenarios } from './restore/restore-scenarios.js';
import { scheduleScenarios } from './intake/schedule-scenarios.js';
import { sealScenarios } from './journal/seal-scenarios.js';
import { settingsMailScenarios } from './settings/settings-mail-scenarios.js';
import { settingsChangeScenarios } from './settings/settings-change-scenarios.js';
import { tenantScenarios } from './tenancy/tenant-scenarios.js';
import { slowBankScenarios } from './settlement/slow-bank-scenarios.js';
import { guardScenarios } from './settlement/guard-scenarios.js';
import { calendarScenarios } from './settlement/calendar-scenarios.js';
import { paymentGroupScenarios } from './settlement/payment-group-scenarios.js';
import { orderScenarios } from './settlement/order-scenarios.js';
import { traceScenarios } from './settlement/trace-scenarios.js';
import { sealerScenarios } from './access/sealer-scenarios.js';
import { resealScenarios } from './access/reseal-scenarios.js';
import { sealingApartScenarios } from './access/sealing-apart-scenarios.js';
import { secretKeyScenarios } from './access/secret-key-scenarios.js';
import { searchScenarios } from './payout/search-scenarios.js';
import { transactionListScenarios } from './payout/transaction-list-scenarios.js';
import { silentScenarios } from './settlement/silent-scenarios.js';
import { holdScenarios } from './people/hold-scenarios.js';
import { underWayScenarios } from './people/under-way-scenarios.js';
import { unknownScenarios } from './settlement/unknown-scenarios.js';
import { unreadableScenarios } from './settlement/unreadable-scenarios.js';
import { waitingListScenarios } from './approval/waiting-list-scenarios.js';
import { viaScenarios } from './journal/via-scenarios.js';
import { webhookCareScenarios } from './webhook/webhook-care-scenarios.js';
import { webhookReplayScenarios } from './webhook/webhook-replay-scenarios.js';
import { webhookScenarios } from './webhook/webhook-scenarios.js';
import { whyPayeeScenarios } from './why/why-payee-scenarios.js';
import { whyPayoutScenarios } from './why/why-payout-scenarios.js';
import type { Scenario } from './stage/scenario.js';

/** Every use case, to be run on every storage that the engine is to keep its promises on. */
export const scenarios: ReadonlyArray<Scenario> = [
  ...batchScenarios,
  ...rejectionScenarios,
  ...bankTakesScenarios,
  ...previewScenarios,
  ...groupScenarios,
  ...limitScenarios,
  ...idempotencyScenarios,
  ...paymentsScenarios,
  ...paymentsOnceScenarios,
  ...referenceScenarios,
  ...scheduleScenarios,
  ...outcomeScenarios,
  ...unknownScenarios,
  ...unreadableScenarios,
  ...silentScenarios,
  ...notificationScenarios,
  ...nonsenseScenarios,
  ...lostWorkerScenarios,
  ...unrecordedScenarios,
  ...lateScenarios,
  ...slowBankScenarios,
  ...sealerScenarios,
  ...sealingApartScenarios,
  ...resealScenarios,
  ...restoreScenarios,
  ...restoreCheckoutScenarios,
  ...restoreCollectionScenarios,
  ...restoreEndingScenarios,
  ...restoreIntakeScenarios,
  ...reportScenarios,
  ...transactionListScenarios,
  ...searchScenarios,
  ...approvalScenarios,
  ...approvalLevelScenarios,
  ...approvalPolicyScenarios,
  ...decideJobScenarios,
  ...deputyScenarios,
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
  ...payeeDeputyScenarios,
  ...beneficiaryChangeScenarios,
  ...viaScenarios,
  ...featureScenarios,
  ...fourEyesScenarios,
  ...settingsChangeScenarios,
  ...sealScenarios,
  ...settingsMailScenarios,
  ...packageScenarios,
  ...tenantScenarios,
  ...apiKeyScenarios,
  ...secretKeyScenarios,
  ...loginScenarios,
  ...absentScenarios,
  ...peopleScenarios,
  ...reinstatementScenarios,
  ...holdScenarios,
  ...underWayScenarios,
  ...equalWorkScenarios,
  ...portalKeyScenarios,
  ...confirmationScenarios,
  ...factorScenarios,
  ...factorResetScenarios,
  ...factorLoginScenarios,
  ...factorApprovalScenarios,
  ...passkeyScenarios,
  ...signatureScenarios,
  ...personBatchScenarios,
  ...uploadScenarios,
  ...personPayoutScenarios,
  ...portalSessionScenarios,
  ...portalListScenarios,
  ...checkoutOpeningScenarios,
  ...checkoutChoiceScenarios,
  ...checkoutCodeScenarios,
  ...checkoutFactorScenarios,
  ...checkoutPayeeScenarios,
  ...checkoutScenarios,
  ...provisionScenarios,
  ...provisionPayeeScenarios,
  ...collectionScenarios,
  ...chargeScenarios,
  ...chargeNonsenseScenarios,
  ...linkScenarios,
  ...otherRequestScenarios,
  ...checkoutSettingsScenarios,
  ...journalScenarios,
  ...eventScenarios,
  ...failureScenarios,
  ...causeScenarios,
  ...largeScenarios,
  ...calendarScenarios,
  ...orderScenarios,
  ...guardScenarios,
  ...paymentGroupScenarios,
  ...traceScenarios,
  ...backlogScenarios,
  ...operatorScenarios,
  ...provisionPlanScenarios,
  ...archiveScenarios,
  ...archiveFailureScenarios,
  ...whyPayoutScenarios,
  ...whyPayeeScenarios,
];
