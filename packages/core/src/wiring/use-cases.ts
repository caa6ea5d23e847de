import { makeAuthenticateSecretKey } from '../access/authenticate/authenticate-secret-key.js';
import { makeAuthenticate } from '../access/authenticate/authenticate.js';
import { makeCheckSealer } from '../access/manage-keys/check-sealer.js';
import { makeCreateApiKey } from '../access/manage-keys/create-api-key.js';
import { makeCreateSecretKey } from '../access/manage-keys/create-secret-key.js';
import { makeListApiKeys } from '../access/manage-keys/list-api-keys.js';
import { makeListSecretKeys } from '../access/manage-keys/list-secret-keys.js';
import { makeRevokeApiKey } from '../access/manage-keys/revoke-api-key.js';
import { makeRevokeSecretKey } from '../access/manage-keys/revoke-secret-key.js';
import { makeRotateApiKey } from '../access/manage-keys/rotate-api-key.js';
import { makeRotateSecretKey } from '../access/manage-keys/rotate-secret-key.js';
import { makeAskApprovalFactor } from '../approval/ask-approval-factor.js';
import { makeCancelPayout } from '../approval/cancel-payout.js';
import { makeDecideJob } from '../approval/decide-job.js';
import { makeDecidePayouts } from '../approval/decide-payouts.js';
import { makeArmExpiry } from '../approval/arm-expiry.js';
import { makeExpireApprovals } from '../approval/expire-approvals.js';
import { makeGetApprovalPolicy } from '../approval/policy/get-approval-policy.js';
import { makePreviewApprovalPolicy } from '../approval/policy/preview-approval-policy.js';
import { makePutApprovalPolicy } from '../approval/policy/put-approval-policy.js';
import { makeListApprovals } from '../approval/list-approvals.js';
import { makeReviewDecision } from '../approval/review-decision.js';
import { makeFindUnusual } from '../approval/find-unusual.js';
import { makeSumApprovals } from '../approval/sum-approvals.js';
import { makeAuthorizeBeneficiary } from '../beneficiary/authorize-beneficiary.js';
import { makeBrowseBeneficiaries } from '../beneficiary/browse-beneficiaries.js';
import { makeChangeBeneficiary } from '../beneficiary/change-beneficiary.js';
import { makeCreateBeneficiary } from '../beneficiary/create-beneficiary.js';
import { makeDeactivateBeneficiary } from '../beneficiary/deactivate-beneficiary.js';
import { makeFollowBeneficiaries } from '../beneficiary/follow-beneficiaries.js';
import { makeGetBeneficiary } from '../beneficiary/get-beneficiary.js';
import { makeListBeneficiaries } from '../beneficiary/list-beneficiaries.js';
import { makeListMakersPackages } from '../beneficiary/list-makers-packages.js';
import { makeReviewBeneficiary } from '../beneficiary/review-beneficiary.js';
import { makePayByCard } from '../collection/charge/pay-by-card.js';
import { makeQueryCharges } from '../collection/charge/query-charges.js';
import { makeReverseCharges } from '../collection/charge/reverse-charges.js';
import { makeCancelCollection } from '../collection/checkout/cancel-collection.js';
import { makeCloseCollection } from '../collection/checkout/close-collection.js';
import { makeCreateCollection } from '../collection/checkout/create-collection.js';
import { makeEnterCollection } from '../collection/checkout/enter-collection.js';
import { makeExpireCollections } from '../collection/checkout/expire-collections.js';
import { makeGetCollection } from '../collection/checkout/get-collection.js';
import { makeReturnFromCollection } from '../collection/checkout/return-from-collection.js';
import { makeViewCollection } from '../collection/checkout/view-collection.js';
import { makeCancelPaymentLink } from '../collection/link/cancel-payment-link.js';
import { makeCreatePaymentLink } from '../collection/link/create-payment-link.js';
import { makeGetPaymentLink } from '../collection/link/get-payment-link.js';
import { makeListPaymentLinks } from '../collection/link/list-payment-links.js';
import { makeOpenPaymentLink } from '../collection/link/open-payment-link.js';
import { makeResendPaymentLink } from '../collection/link/resend-payment-link.js';
import { makeGetCheckoutSettings } from '../collection/settings/get-checkout-settings.js';
import { makePutCheckoutSettings } from '../collection/settings/put-checkout-settings.js';
import { GetBacklog, makeGetBacklog } from '../duty/get-backlog.js';
import { makeAskOwnFactor } from '../factor/ask-own-factor.js';
import { makeConfirmFactor } from '../factor/confirm-factor.js';
import { makeEnrolFactor } from '../factor/enrol-factor.js';
import { makeGiveOwnFactor } from '../factor/give-own-factor.js';
import { makeListFactors } from '../factor/list-factors.js';
import { makeRemoveFactor } from '../factor/remove-factor.js';
import { makeAcceptBatch, makeAcceptBatchAsJson } from '../intake/accept/accept-batch.js';
import {
  makeAcceptPreviewedBatch,
  makeAcceptPreviewedBatchAsJson,
} from '../intake/accept/accept-previewed-batch.js';
import { makePreviewBatch, makePreviewBatchAsJson } from '../intake/accept/preview-batch.js';
import { makeCreatePayments, makeCreatePaymentsAsJson } from '../intake/accept/create-payments.js';
import { makeCancelJob } from '../intake/cancel/cancel-job.js';
import { makeProcessJobs } from '../intake/evaluate/process-jobs.js';
import { makeRetryJobs } from '../intake/evaluate/retry-jobs.js';
import { makeGetJob } from '../intake/view/get-job.js';
import { makeGetJobPayments } from '../intake/view/get-job-payments.js';
import { makeListJobs } from '../intake/view/list-jobs.js';
import { makeListIncidents } from '../journal/audit/list-incidents.js';
import { makeListJournal } from '../journal/audit/list-journal.js';
import { makeRaiseIncidents } from '../journal/audit/raise-incidents.js';
import { makeListEvents } from '../journal/feed/list-events.js';
import { makeSealJournal } from '../journal/seal/seal-journal.js';
import { makeListPackages } from '../package/list/list-packages.js';
import { makeGatherNotifications } from '../notification/gather-notifications.js';
import { makeGetNotificationSettings } from '../notification/get-notification-settings.js';
import { makePutNotificationSettings } from '../notification/put-notification-settings.js';
import { makeSendNotifications } from '../notification/send-notifications.js';
import { makeAuthorizePayout } from '../payout-checkout/authorize-payout.js';
import { makeCancelPayoutCheckout } from '../payout-checkout/cancel-payout-checkout.js';
import { makeEnterPayoutCheckout } from '../payout-checkout/enter-payout-checkout.js';
import { makeExpireSessions } from '../payout-checkout/expire-sessions.js';
import { makeGetPayoutCheckout } from '../payout-checkout/get-payout-checkout.js';
import { makeGivePayoutFactor } from '../payout-checkout/give-payout-factor.js';
import { makeOpenPayoutCheckout } from '../payout-checkout/open-payout-checkout.js';
import { makeSendPayoutCode } from '../payout-checkout/send-payout-code.js';
import { makeViewPayoutCheckout } from '../payout-checkout/view-payout-checkout.js';
import { makeBrowseTransactions } from '../payout/report/browse-transactions.js';
import { makeGetPayoutReach } from '../payout/report/get-payout-reach.js';
import { makeGetTransaction } from '../payout/report/get-transaction.js';
import { makeIndexPayouts } from '../payout/report/index-payouts.js';
import { makeListReport } from '../payout/report/list-report.js';
import { makeSumReport } from '../payout/report/sum-report.js';
import { makeListTransactions } from '../payout/report/list-transactions.js';
import { makeEndSessions } from '../people/end-sessions.js';
import { makeListPeople } from '../people/list-people.js';
import { makeReinstatePerson } from '../people/reinstate-person.js';
import { makeEndDeputy } from '../people/end-deputy.js';
import { makeGetDeputy } from '../people/get-deputy.js';
import { makeNameDeputy } from '../people/name-deputy.js';
import { makeReleasePerson } from '../people/release-person.js';
import { makeResetFactors } from '../people/reset-factors.js';
import { makeSuspendPerson } from '../people/suspend-person.js';
import { makeAuthenticateSession } from '../portal/authenticate-session.js';
import { makeConfirmLogin } from '../portal/confirm-login.js';
import { makeConfirmSession } from '../portal/confirm-session.js';
import { makeEndOwnSession } from '../portal/end-own-session.js';
import { makeGetUpload } from '../portal/get-upload.js';
import { makeKeepUpload } from '../portal/keep-upload.js';
import { makeListSessions } from '../portal/list-sessions.js';
import { makeGetProfile } from '../portal/get-profile.js';
import { makeGiveLoginFactor } from '../portal/give-login-factor.js';
import { makeLogout } from '../portal/logout.js';
import { makeOpenBankSession } from '../portal/open-bank-session.js';
import { makeRequestConfirmation } from '../portal/request-confirmation.js';
import { makeRequestLogin } from '../portal/request-login.js';
import { Clock } from '../ports/clock.js';
import { makeDecideSettingsChange } from '../settings/decide/decide-settings-change.js';
import { makeListSettingsChanges } from '../settings/decide/list-settings-changes.js';
import { makeAskBeforeSending } from '../settlement/send/ask-before-sending.js';
import { makeQueryUnknowns } from '../settlement/send/query-unknowns.js';
import { makeSendToBank } from '../settlement/send/send-to-bank.js';
import { makeTakeBankReports } from '../settlement/send/take-bank-reports.js';
import { recipe } from '../kernel/token.js';
import { Storage } from '../storage/storage.js';
import { makeProvision } from '../tenancy/provision/provision.js';
import { makeDeliverSlowly, makeDeliverWebhooks } from '../webhook/deliver/deliver-webhooks.js';
import { makeChangeWebhookEndpoint } from '../webhook/manage/change-webhook-endpoint.js';
import { makeCreateWebhookEndpoint } from '../webhook/manage/create-webhook-endpoint.js';
import { makeDeleteWebhookEndpoint } from '../webhook/manage/delete-webhook-endpoint.js';
import { makeGetWebhookEndpoint } from '../webhook/manage/get-webhook-endpoint.js';
import { makeListWebhookDeliveries } from '../webhook/manage/list-webhook-deliveries.js';
import { makeListWebhookEndpoints } from '../webhook/manage/list-webhook-endpoints.js';
import { makeReplayWebhooks } from '../webhook/manage/replay-webhooks.js';
import { makeRotateWebhookSecret } from '../webhook/manage/rotate-webhook-secret.js';
import { makeTestWebhookEndpoint } from '../webhook/manage/test-webhook-endpoint.js';
import { makeWhyWaiting } from '../why/why-waiting.js';
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
