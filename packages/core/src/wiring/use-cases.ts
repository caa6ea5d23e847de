import { makeAuthenticateSecretKey } from '../app/access/authenticate/authenticate-secret-key.js';
import { makeAuthenticate } from '../app/access/authenticate/authenticate.js';
import { makeCheckSealer } from '../app/access/manage-keys/check-sealer.js';
import { makeCreateApiKey } from '../app/access/manage-keys/create-api-key.js';
import { makeCreateSecretKey } from '../app/access/manage-keys/create-secret-key.js';
import { makeListApiKeys } from '../app/access/manage-keys/list-api-keys.js';
import { makeListSecretKeys } from '../app/access/manage-keys/list-secret-keys.js';
import { makeRevokeApiKey } from '../app/access/manage-keys/revoke-api-key.js';
import { makeRevokeSecretKey } from '../app/access/manage-keys/revoke-secret-key.js';
import { makeRotateApiKey } from '../app/access/manage-keys/rotate-api-key.js';
import { makeRotateSecretKey } from '../app/access/manage-keys/rotate-secret-key.js';
import { makeAskApprovalFactor } from '../app/approval/ask-approval-factor.js';
import { makeCancelPayout } from '../app/approval/cancel-payout.js';
import { makeDecideJob } from '../app/approval/decide-job.js';
import { makeDecidePayouts } from '../app/approval/decide-payouts.js';
import { makeArmExpiry } from '../app/approval/arm-expiry.js';
import { makeExpireApprovals } from '../app/approval/expire-approvals.js';
import { makeGetApprovalPolicy } from '../app/approval/policy/get-approval-policy.js';
import { makePreviewApprovalPolicy } from '../app/approval/policy/preview-approval-policy.js';
import { makePutApprovalPolicy } from '../app/approval/policy/put-approval-policy.js';
import { makeListApprovals } from '../app/approval/list-approvals.js';
import { makeReviewDecision } from '../app/approval/review-decision.js';
import { makeFindUnusual } from '../app/approval/find-unusual.js';
import { makeSumApprovals } from '../app/approval/sum-approvals.js';
import { makeAuthorizeBeneficiary } from '../app/beneficiary/authorize-beneficiary.js';
import { makeBrowseBeneficiaries } from '../app/beneficiary/browse-beneficiaries.js';
import { makeChangeBeneficiary } from '../app/beneficiary/change-beneficiary.js';
import { makeCreateBeneficiary } from '../app/beneficiary/create-beneficiary.js';
import { makeDeactivateBeneficiary } from '../app/beneficiary/deactivate-beneficiary.js';
import { makeFollowBeneficiaries } from '../app/beneficiary/follow-beneficiaries.js';
import { makeGetBeneficiary } from '../app/beneficiary/get-beneficiary.js';
import { makeListBeneficiaries } from '../app/beneficiary/list-beneficiaries.js';
import { makeListMakersPackages } from '../app/beneficiary/list-makers-packages.js';
import { makeReviewBeneficiary } from '../app/beneficiary/review-beneficiary.js';
import { makePayByCard } from '../app/collection/charge/pay-by-card.js';
import { makeQueryCharges } from '../app/collection/charge/query-charges.js';
import { makeReverseCharges } from '../app/collection/charge/reverse-charges.js';
import { makeCancelCollection } from '../app/collection/checkout/cancel-collection.js';
import { makeCloseCollection } from '../app/collection/checkout/close-collection.js';
import { makeCreateCollection } from '../app/collection/checkout/create-collection.js';
import { makeEnterCollection } from '../app/collection/checkout/enter-collection.js';
import { makeExpireCollections } from '../app/collection/checkout/expire-collections.js';
import { makeGetCollection } from '../app/collection/checkout/get-collection.js';
import { makeReturnFromCollection } from '../app/collection/checkout/return-from-collection.js';
import { makeViewCollection } from '../app/collection/checkout/view-collection.js';
import { makeCancelPaymentLink } from '../app/collection/link/cancel-payment-link.js';
import { makeCreatePaymentLink } from '../app/collection/link/create-payment-link.js';
import { makeGetPaymentLink } from '../app/collection/link/get-payment-link.js';
import { makeListPaymentLinks } from '../app/collection/link/list-payment-links.js';
import { makeOpenPaymentLink } from '../app/collection/link/open-payment-link.js';
import { makeResendPaymentLink } from '../app/collection/link/resend-payment-link.js';
import { makeGetCheckoutSettings } from '../app/collection/settings/get-checkout-settings.js';
import { makePutCheckoutSettings } from '../app/collection/settings/put-checkout-settings.js';
import { GetBacklog, makeGetBacklog } from '../app/duty/get-backlog.js';
import { makeAskOwnFactor } from '../app/factor/ask-own-factor.js';
import { makeConfirmFactor } from '../app/factor/confirm-factor.js';
import { makeEnrolFactor } from '../app/factor/enrol-factor.js';
import { makeGiveOwnFactor } from '../app/factor/give-own-factor.js';
import { makeListFactors } from '../app/factor/list-factors.js';
import { makeRemoveFactor } from '../app/factor/remove-factor.js';
import { makeAcceptBatch, makeAcceptBatchAsJson } from '../app/intake/accept/accept-batch.js';
import {
  makeAcceptPreviewedBatch,
  makeAcceptPreviewedBatchAsJson,
} from '../app/intake/accept/accept-previewed-batch.js';
import { makePreviewBatch, makePreviewBatchAsJson } from '../app/intake/accept/preview-batch.js';
import {
  makeCreatePayments,
  makeCreatePaymentsAsJson,
} from '../app/intake/accept/create-payments.js';
import { makeCancelJob } from '../app/intake/cancel/cancel-job.js';
import { makeProcessJobs } from '../app/intake/evaluate/process-jobs.js';
import { makeRetryJobs } from '../app/intake/evaluate/retry-jobs.js';
import { makeGetJob } from '../app/intake/view/get-job.js';
import { makeGetJobPayments } from '../app/intake/view/get-job-payments.js';
import { makeListJobs } from '../app/intake/view/list-jobs.js';
import { makeListIncidents } from '../app/journal/audit/list-incidents.js';
import { makeListJournal } from '../app/journal/audit/list-journal.js';
import { makeRaiseIncidents } from '../app/journal/audit/raise-incidents.js';
import { makeListEvents } from '../app/journal/feed/list-events.js';
import { makeSealJournal } from '../app/journal/seal/seal-journal.js';
import { makeListPackages } from '../app/package/list/list-packages.js';
import { makeGatherNotifications } from '../app/notification/gather-notifications.js';
import { makeGetNotificationSettings } from '../app/notification/get-notification-settings.js';
import { makePutNotificationSettings } from '../app/notification/put-notification-settings.js';
import { makeSendNotifications } from '../app/notification/send-notifications.js';
import { makeAuthorizePayout } from '../app/payout-checkout/authorize-payout.js';
import { makeCancelPayoutCheckout } from '../app/payout-checkout/cancel-payout-checkout.js';
import { makeEnterPayoutCheckout } from '../app/payout-checkout/enter-payout-checkout.js';
import { makeExpireSessions } from '../app/payout-checkout/expire-sessions.js';
import { makeGetPayoutCheckout } from '../app/payout-checkout/get-payout-checkout.js';
import { makeGivePayoutFactor } from '../app/payout-checkout/give-payout-factor.js';
import { makeOpenPayoutCheckout } from '../app/payout-checkout/open-payout-checkout.js';
import { makeSendPayoutCode } from '../app/payout-checkout/send-payout-code.js';
import { makeViewPayoutCheckout } from '../app/payout-checkout/view-payout-checkout.js';
import { makeBrowseTransactions } from '../app/payout/report/browse-transactions.js';
import { makeGetPayoutReach } from '../app/payout/report/get-payout-reach.js';
import { makeGetTransaction } from '../app/payout/report/get-transaction.js';
import { makeIndexPayouts } from '../app/payout/report/index-payouts.js';
import { makeListReport } from '../app/payout/report/list-report.js';
import { makeSumReport } from '../app/payout/report/sum-report.js';
import { makeListTransactions } from '../app/payout/report/list-transactions.js';
import { makeEndSessions } from '../app/people/end-sessions.js';
import { makeListPeople } from '../app/people/list-people.js';
import { makeReinstatePerson } from '../app/people/reinstate-person.js';
import { makeEndDeputy } from '../app/people/end-deputy.js';
import { makeGetDeputy } from '../app/people/get-deputy.js';
import { makeNameDeputy } from '../app/people/name-deputy.js';
import { makeReleasePerson } from '../app/people/release-person.js';
import { makeResetFactors } from '../app/people/reset-factors.js';
import { makeSuspendPerson } from '../app/people/suspend-person.js';
import { makeAuthenticateSession } from '../app/portal/authenticate-session.js';
import { makeConfirmLogin } from '../app/portal/confirm-login.js';
import { makeConfirmSession } from '../app/portal/confirm-session.js';
import { makeEndOwnSession } from '../app/portal/end-own-session.js';
import { makeGetUpload } from '../app/portal/get-upload.js';
import { makeKeepUpload } from '../app/portal/keep-upload.js';
import { makeListSessions } from '../app/portal/list-sessions.js';
import { makeGetProfile } from '../app/portal/get-profile.js';
import { makeGiveLoginFactor } from '../app/portal/give-login-factor.js';
import { makeLogout } from '../app/portal/logout.js';
import { makeOpenBankSession } from '../app/portal/open-bank-session.js';
import { makeRequestConfirmation } from '../app/portal/request-confirmation.js';
import { makeRequestLogin } from '../app/portal/request-login.js';
import { Clock } from '../ports/clock.js';
import { makeDecideSettingsChange } from '../app/settings-decision/decide-settings-change.js';
import { makeListSettingsChanges } from '../app/settings-decision/list-settings-changes.js';
import { makeAskBeforeSending } from '../app/settlement/send/ask-before-sending.js';
import { makeQueryUnknowns } from '../app/settlement/send/query-unknowns.js';
import { makeSendToBank } from '../app/settlement/send/send-to-bank.js';
import { makeTakeBankReports } from '../app/settlement/send/take-bank-reports.js';
import { recipe } from '../kernel/token.js';
import { Storage } from '../storage/storage.js';
import { makeProvision } from '../app/tenancy/provision/provision.js';
import { makeDeliverSlowly, makeDeliverWebhooks } from '../app/webhook/deliver/deliver-webhooks.js';
import { makeChangeWebhookEndpoint } from '../app/webhook/manage/change-webhook-endpoint.js';
import { makeCreateWebhookEndpoint } from '../app/webhook/manage/create-webhook-endpoint.js';
import { makeDeleteWebhookEndpoint } from '../app/webhook/manage/delete-webhook-endpoint.js';
import { makeGetWebhookEndpoint } from '../app/webhook/manage/get-webhook-endpoint.js';
import { makeListWebhookDeliveries } from '../app/webhook/manage/list-webhook-deliveries.js';
import { makeListWebhookEndpoints } from '../app/webhook/manage/list-webhook-endpoints.js';
import { makeReplayWebhooks } from '../app/webhook/manage/replay-webhooks.js';
import { makeRotateWebhookSecret } from '../app/webhook/manage/rotate-webhook-secret.js';
import { makeTestWebhookEndpoint } from '../app/webhook/manage/test-webhook-endpoint.js';
import { makeWhyWaiting } from '../app/why/why-waiting.js';
import { makeIdempotently } from './idempotently.js';
import { listOfFeature, ofFeature } from './of-feature.js';

// The one table of use cases: what makes each, and under which name the engine has it. The inversify module, the engine,
// its type `Hundi` and the changes under an idempotency key follow from it; so does the dependency rule that use cases do
// not call each other, which reads the imports above.

/**
 * The changes that take an optional idempotency key, most of them by people in the portal. Each answers what JSON can
 * carry.
 */
export const CHANGES = {
  createApiKey: makeCreateApiKey,
  createSecretKey: makeCreateSecretKey,
  revokeApiKey: makeRevokeApiKey,
  revokeSecretKey: makeRevokeSecretKey,
  rotateApiKey: makeRotateApiKey,
  rotateSecretKey: makeRotateSecretKey,
  cancelPayout: makeCancelPayout,
  decideJob: makeDecideJob,
  decidePayouts: makeDecidePayouts,
  authorizeBeneficiary: makeAuthorizeBeneficiary,
  changeBeneficiary: makeChangeBeneficiary,
  createBeneficiary: makeCreateBeneficiary,
  deactivateBeneficiary: makeDeactivateBeneficiary,
  cancelJob: makeCancelJob,
  endDeputy: makeEndDeputy,
  nameDeputy: makeNameDeputy,
  enrolFactor: makeEnrolFactor,
  endSessions: makeEndSessions,
  reinstatePerson: makeReinstatePerson,
  putNotificationSettings: ofFeature('notifications', makePutNotificationSettings),
  releasePerson: makeReleasePerson,
  resetFactors: makeResetFactors,
  suspendPerson: makeSuspendPerson,
  decideSettingsChange: makeDecideSettingsChange,
  putCheckoutSettings: makePutCheckoutSettings,
  putApprovalPolicy: makePutApprovalPolicy,
  cancelPaymentLink: ofFeature('payment-links', makeCancelPaymentLink),
  resendPaymentLink: ofFeature('payment-links', makeResendPaymentLink),
  createWebhookEndpoint: ofFeature('webhooks', makeCreateWebhookEndpoint),
  changeWebhookEndpoint: ofFeature('webhooks', makeChangeWebhookEndpoint),
  deleteWebhookEndpoint: makeDeleteWebhookEndpoint,
  replayWebhooks: ofFeature('webhooks', makeReplayWebhooks),
  rotateWebhookSecret: makeRotateWebhookSecret,
  testWebhookEndpoint: ofFeature('webhooks', makeTestWebhookEndpoint),
};

/** All other use cases. */
export const USE_CASES = {
  authenticateSecretKey: makeAuthenticateSecretKey,
  authenticate: makeAuthenticate,
  checkSealer: makeCheckSealer,
  listApiKeys: makeListApiKeys,
  listSecretKeys: makeListSecretKeys,
  listApprovals: makeListApprovals,
  browseBeneficiaries: makeBrowseBeneficiaries,
  followBeneficiaries: makeFollowBeneficiaries,
  getBeneficiary: makeGetBeneficiary,
  listMakersPackages: makeListMakersPackages,
  reviewBeneficiary: makeReviewBeneficiary,
  reviewDecision: makeReviewDecision,
  findUnusual: makeFindUnusual,
  sumApprovals: makeSumApprovals,
  listBeneficiaries: makeListBeneficiaries,
  payByCard: ofFeature('collection-checkout', makePayByCard),
  cancelCollection: makeCancelCollection,
  closeCollection: ofFeature('collection-checkout', makeCloseCollection),
  createCollection: ofFeature('collection-checkout', makeCreateCollection),
  enterCollection: makeEnterCollection,
  getCollection: ofFeature('collection-checkout', makeGetCollection),
  returnFromCollection: makeReturnFromCollection,
  viewCollection: makeViewCollection,
  createPaymentLink: ofFeature('payment-links', makeCreatePaymentLink),
  getPaymentLink: ofFeature('payment-links', makeGetPaymentLink),
  listPaymentLinks: listOfFeature('payment-links', makeListPaymentLinks),
  openPaymentLink: ofFeature('payment-links', makeOpenPaymentLink),
  getCheckoutSettings: makeGetCheckoutSettings,
  getApprovalPolicy: makeGetApprovalPolicy,
  previewApprovalPolicy: makePreviewApprovalPolicy,
  getBacklog: recipe(GetBacklog, { Storage, Clock }, ({ storage, clock }) =>
    makeGetBacklog(storage, clock),
  ),
  askApprovalFactor: makeAskApprovalFactor,
  askOwnFactor: makeAskOwnFactor,
  confirmFactor: makeConfirmFactor,
  giveOwnFactor: makeGiveOwnFactor,
  listFactors: makeListFactors,
  removeFactor: makeRemoveFactor,
  acceptBatch: makeAcceptBatch,
  acceptBatchAsJson: makeAcceptBatchAsJson,
  acceptPreviewedBatch: makeAcceptPreviewedBatch,
  acceptPreviewedBatchAsJson: makeAcceptPreviewedBatchAsJson,
  previewBatch: makePreviewBatch,
  previewBatchAsJson: makePreviewBatchAsJson,
  createPayments: makeCreatePayments,
  createPaymentsAsJson: makeCreatePaymentsAsJson,
  getJob: makeGetJob,
  getJobPayments: makeGetJobPayments,
  listJobs: makeListJobs,
  listIncidents: makeListIncidents,
  listJournal: makeListJournal,
  listEvents: makeListEvents,
  listPackages: makeListPackages,
  authorizePayout: makeAuthorizePayout,
  cancelPayoutCheckout: makeCancelPayoutCheckout,
  enterPayoutCheckout: makeEnterPayoutCheckout,
  getPayoutCheckout: makeGetPayoutCheckout,
  givePayoutFactor: makeGivePayoutFactor,
  openPayoutCheckout: ofFeature('payout-checkout', makeOpenPayoutCheckout),
  sendPayoutCode: ofFeature('payout-checkout', makeSendPayoutCode),
  viewPayoutCheckout: makeViewPayoutCheckout,
  browseTransactions: makeBrowseTransactions,
  getPayoutReach: makeGetPayoutReach,
  getTransaction: makeGetTransaction,
  listReport: makeListReport,
  sumReport: makeSumReport,
  listTransactions: makeListTransactions,
  getDeputy: makeGetDeputy,
  getNotificationSettings: ofFeature('notifications', makeGetNotificationSettings),
  listPeople: makeListPeople,
  authenticateSession: makeAuthenticateSession,
  confirmLogin: makeConfirmLogin,
  getProfile: makeGetProfile,
  giveLoginFactor: makeGiveLoginFactor,
  confirmSession: makeConfirmSession,
  endOwnSession: makeEndOwnSession,
  getUpload: makeGetUpload,
  keepUpload: makeKeepUpload,
  listSessions: makeListSessions,
  openBankSession: makeOpenBankSession,
  logout: makeLogout,
  requestConfirmation: ofFeature('portal', makeRequestConfirmation),
  requestLogin: ofFeature('portal', makeRequestLogin),
  listSettingsChanges: makeListSettingsChanges,
  askBeforeSending: makeAskBeforeSending,
  raiseIncidents: makeRaiseIncidents,
  takeBankReports: makeTakeBankReports,
  provision: makeProvision,
  getWebhookEndpoint: makeGetWebhookEndpoint,
  listWebhookDeliveries: makeListWebhookDeliveries,
  listWebhookEndpoints: makeListWebhookEndpoints,
  whyWaiting: makeWhyWaiting,
  idempotently: makeIdempotently,
};

/** The background work, in the order in which the engine runs it. */
export const DUTIES = [
  makeProcessJobs,
  makeRetryJobs,
  makeSendToBank,
  makeQueryUnknowns,
  makeArmExpiry,
  makeExpireApprovals,
  makeExpireSessions,
  makeIndexPayouts,
  makeExpireCollections,
  makeQueryCharges,
  makeReverseCharges,
  makeSealJournal,
  makeDeliverWebhooks,
  makeDeliverSlowly,
  makeGatherNotifications,
  makeSendNotifications,
];
