import { JobDigests } from '../approval/job-digests.js';
import { AuthorityKey } from '../authority/authority-key.js';
import { CheckedSignatures } from '../authority/checked-signatures.js';
import { PolicyMarks } from '../authority/policy-marks.js';
import {
  AuthenticateSecretKey,
  makeAuthenticateSecretKey,
} from '../access/authenticate/authenticate-secret-key.js';
import { Authenticate, makeAuthenticate } from '../access/authenticate/authenticate.js';
import { CheckSealer, makeCheckSealer } from '../access/manage-keys/check-sealer.js';
import { CreateApiKey, makeCreateApiKey } from '../access/manage-keys/create-api-key.js';
import { CreateSecretKey, makeCreateSecretKey } from '../access/manage-keys/create-secret-key.js';
import { ListApiKeys, makeListApiKeys } from '../access/manage-keys/list-api-keys.js';
import { ListSecretKeys, makeListSecretKeys } from '../access/manage-keys/list-secret-keys.js';
import { makeRevokeApiKey, RevokeApiKey } from '../access/manage-keys/revoke-api-key.js';
import { makeRevokeSecretKey, RevokeSecretKey } from '../access/manage-keys/revoke-secret-key.js';
import { makeRotateApiKey, RotateApiKey } from '../access/manage-keys/rotate-api-key.js';
import { makeRotateSecretKey, RotateSecretKey } from '../access/manage-keys/rotate-secret-key.js';
import { AskApprovalFactor, makeAskApprovalFactor } from '../approval/ask-approval-factor.js';
import { OF_A_CHANGE } from '../change/change.js';
import { CancelPayout, makeCancelPayout } from '../approval/cancel-payout.js';
import { DecideJob, makeDecideJob } from '../approval/decide-job.js';
import { DecidePayouts, makeDecidePayouts } from '../approval/decide-payouts.js';
import { ArmExpiry, makeArmExpiry } from '../approval/arm-expiry.js';
import { ExpireApprovals, makeExpireApprovals } from '../approval/expire-approvals.js';
import {
  GetApprovalPolicy,
  makeGetApprovalPolicy,
} from '../approval/policy/get-approval-policy.js';
import {
  makePreviewApprovalPolicy,
  PreviewApprovalPolicy,
} from '../approval/policy/preview-approval-policy.js';
import {
  makePutApprovalPolicy,
  PutApprovalPolicy,
} from '../approval/policy/put-approval-policy.js';
import { ListApprovals, makeListApprovals } from '../approval/list-approvals.js';
import { makeReviewDecision, ReviewDecision } from '../approval/review-decision.js';
import { FindUnusual, makeFindUnusual } from '../approval/find-unusual.js';
import { makeSumApprovals, SumApprovals } from '../approval/sum-approvals.js';
import {
  AuthorizeBeneficiary,
  makeAuthorizeBeneficiary,
} from '../beneficiary/authorize-beneficiary.js';
import {
  BrowseBeneficiaries,
  makeBrowseBeneficiaries,
} from '../beneficiary/browse-beneficiaries.js';
import { ChangeBeneficiary, makeChangeBeneficiary } from '../beneficiary/change-beneficiary.js';
import { CreateBeneficiary, makeCreateBeneficiary } from '../beneficiary/create-beneficiary.js';
import {
  DeactivateBeneficiary,
  makeDeactivateBeneficiary,
} from '../beneficiary/deactivate-beneficiary.js';
import {
  FollowBeneficiaries,
  makeFollowBeneficiaries,
} from '../beneficiary/follow-beneficiaries.js';
import { GetBeneficiary, makeGetBeneficiary } from '../beneficiary/get-beneficiary.js';
import { ListBeneficiaries, makeListBeneficiaries } from '../beneficiary/list-beneficiaries.js';
import { ListMakersPackages, makeListMakersPackages } from '../beneficiary/list-makers-packages.js';
import { makeReviewBeneficiary, ReviewBeneficiary } from '../beneficiary/review-beneficiary.js';
import { makePayByCard, PayByCard } from '../collection/charge/pay-by-card.js';
import { makeQueryCharges, QueryCharges } from '../collection/charge/query-charges.js';
import { makeReverseCharges, ReverseCharges } from '../collection/charge/reverse-charges.js';
import {
  CancelCollection,
  makeCancelCollection,
} from '../collection/checkout/cancel-collection.js';
import { CloseCollection, makeCloseCollection } from '../collection/checkout/close-collection.js';
import {
  CreateCollection,
  makeCreateCollection,
} from '../collection/checkout/create-collection.js';
import { EnterCollection, makeEnterCollection } from '../collection/checkout/enter-collection.js';
import {
  ExpireCollections,
  makeExpireCollections,
} from '../collection/checkout/expire-collections.js';
import { GetCollection, makeGetCollection } from '../collection/checkout/get-collection.js';
import {
  makeReturnFromCollection,
  ReturnFromCollection,
} from '../collection/checkout/return-from-collection.js';
import { makeViewCollection, ViewCollection } from '../collection/checkout/view-collection.js';
import {
  CancelPaymentLink,
  makeCancelPaymentLink,
} from '../collection/link/cancel-payment-link.js';
import {
  CreatePaymentLink,
  makeCreatePaymentLink,
} from '../collection/link/create-payment-link.js';
import { GetPaymentLink, makeGetPaymentLink } from '../collection/link/get-payment-link.js';
import { ListPaymentLinks, makeListPaymentLinks } from '../collection/link/list-payment-links.js';
import { makeOpenPaymentLink, OpenPaymentLink } from '../collection/link/open-payment-link.js';
import {
  makeResendPaymentLink,
  ResendPaymentLink,
} from '../collection/link/resend-payment-link.js';
import {
  GetCheckoutSettings,
  makeGetCheckoutSettings,
} from '../collection/settings/get-checkout-settings.js';
import {
  makePutCheckoutSettings,
  PutCheckoutSettings,
} from '../collection/settings/put-checkout-settings.js';
import { Causes } from '../duty/causes.js';
import { GetBacklog, makeGetBacklog } from '../duty/get-backlog.js';
import { GuardedMailer } from '../duty/guarded-mailer.js';
import { AskOwnFactor, makeAskOwnFactor } from '../factor/ask-own-factor.js';
import { ConfirmFactor, makeConfirmFactor } from '../factor/confirm-factor.js';
import { EnrolFactor, makeEnrolFactor } from '../factor/enrol-factor.js';
import { GiveOwnFactor, makeGiveOwnFactor } from '../factor/give-own-factor.js';
import { ListFactors, makeListFactors } from '../factor/list-factors.js';
import { ProveFactor } from '../factor/prove/prove-factor.js';
import { makeRemoveFactor, RemoveFactor } from '../factor/remove-factor.js';
import {
  AcceptBatch,
  AcceptBatchAsJson,
  makeAcceptBatch,
  makeAcceptBatchAsJson,
} from '../intake/accept/accept-batch.js';
import {
  AcceptPreviewedBatch,
  AcceptPreviewedBatchAsJson,
  makeAcceptPreviewedBatch,
  makeAcceptPreviewedBatchAsJson,
} from '../intake/accept/accept-previewed-batch.js';
import {
  makePreviewBatch,
  makePreviewBatchAsJson,
  PreviewBatch,
  PreviewBatchAsJson,
} from '../intake/accept/preview-batch.js';
import { Acceptance } from '../intake/accept/acceptance.js';
import {
  CreatePayments,
  CreatePaymentsAsJson,
  makeCreatePayments,
  makeCreatePaymentsAsJson,
} from '../intake/accept/create-payments.js';
import { CancelJob, makeCancelJob } from '../intake/cancel/cancel-job.js';
import { Judging } from '../intake/rules/judging.js';
import { makeProcessJobs, ProcessJobs } from '../intake/evaluate/process-jobs.js';
import { makeRetryJobs, RetryJobs } from '../intake/evaluate/retry-jobs.js';
import { GetJob, makeGetJob } from '../intake/view/get-job.js';
import { GetJobPayments, makeGetJobPayments } from '../intake/view/get-job-payments.js';
import { ListJobs, makeListJobs } from '../intake/view/list-jobs.js';
import { ListIncidents, makeListIncidents } from '../journal/audit/list-incidents.js';
import { ListJournal, makeListJournal } from '../journal/audit/list-journal.js';
import { makeRaiseIncidents, RaiseIncidents } from '../journal/audit/raise-incidents.js';
import { ListEvents, makeListEvents } from '../journal/feed/list-events.js';
import { makeSealJournal, SealJournal } from '../journal/seal/seal-journal.js';
import { ListPackages, makeListPackages } from '../package/list/list-packages.js';
import {
  GatherNotifications,
  makeGatherNotifications,
} from '../notification/gather-notifications.js';
import {
  GetNotificationSettings,
  makeGetNotificationSettings,
} from '../notification/get-notification-settings.js';
import { NotificationLooks } from '../notification/notification-looks.js';
import {
  makePutNotificationSettings,
  PutNotificationSettings,
} from '../notification/put-notification-settings.js';
import { makeSendNotifications, SendNotifications } from '../notification/send-notifications.js';
import { AuthorizePayout, makeAuthorizePayout } from '../payout-checkout/authorize-payout.js';
import {
  CancelPayoutCheckout,
  makeCancelPayoutCheckout,
} from '../payout-checkout/cancel-payout-checkout.js';
import {
  EnterPayoutCheckout,
  makeEnterPayoutCheckout,
} from '../payout-checkout/enter-payout-checkout.js';
import { ExpireSessions, makeExpireSessions } from '../payout-checkout/expire-sessions.js';
import {
  GetPayoutCheckout,
  makeGetPayoutCheckout,
} from '../payout-checkout/get-payout-checkout.js';
import { GivePayoutFactor, makeGivePayoutFactor } from '../payout-checkout/give-payout-factor.js';
import {
  makeOpenPayoutCheckout,
  OpenPayoutCheckout,
} from '../payout-checkout/open-payout-checkout.js';
import { makeSendPayoutCode, SendPayoutCode } from '../payout-checkout/send-payout-code.js';
import {
  makeViewPayoutCheckout,
  ViewPayoutCheckout,
} from '../payout-checkout/view-payout-checkout.js';
import {
  BrowseTransactions,
  makeBrowseTransactions,
} from '../payout/report/browse-transactions.js';
import { GetPayoutReach, makeGetPayoutReach } from '../payout/report/get-payout-reach.js';
import { GetTransaction, makeGetTransaction } from '../payout/report/get-transaction.js';
import { IndexPayouts, makeIndexPayouts } from '../payout/report/index-payouts.js';
import { ListReport, makeListReport } from '../payout/report/list-report.js';
import { makeSumReport, SumReport } from '../payout/report/sum-report.js';
import { ListTransactions, makeListTransactions } from '../payout/report/list-transactions.js';
import { EndSessions, makeEndSessions } from '../people/end-sessions.js';
import { ListPeople, makeListPeople } from '../people/list-people.js';
import { makeReinstatePerson, ReinstatePerson } from '../people/reinstate-person.js';
import { EndDeputy, makeEndDeputy } from '../people/end-deputy.js';
import { GetDeputy, makeGetDeputy } from '../people/get-deputy.js';
import { makeNameDeputy, NameDeputy } from '../people/name-deputy.js';
import { makeReleasePerson, ReleasePerson } from '../people/release-person.js';
import { makeResetFactors, ResetFactors } from '../people/reset-factors.js';
import { makeSuspendPerson, SuspendPerson } from '../people/suspend-person.js';
import { AuthenticateSession, makeAuthenticateSession } from '../portal/authenticate-session.js';
import { ConfirmLogin, makeConfirmLogin } from '../portal/confirm-login.js';
import { ConfirmSession, makeConfirmSession } from '../portal/confirm-session.js';
import { EndOwnSession, makeEndOwnSession } from '../portal/end-own-session.js';
import { GetUpload, makeGetUpload } from '../portal/get-upload.js';
import { KeepUpload, makeKeepUpload } from '../portal/keep-upload.js';
import { ListSessions, makeListSessions } from '../portal/list-sessions.js';
import { GetProfile, makeGetProfile } from '../portal/get-profile.js';
import { GiveLoginFactor, makeGiveLoginFactor } from '../portal/give-login-factor.js';
import { Logout, makeLogout } from '../portal/logout.js';
import { makeOpenBankSession, OpenBankSession } from '../portal/open-bank-session.js';
import { makeRequestConfirmation, RequestConfirmation } from '../portal/request-confirmation.js';
import { makeRequestLogin, RequestLogin } from '../portal/request-login.js';
import { BankDirectory } from '../ports/bank-directory.js';
import { BankRail } from '../ports/bank-rail.js';
import { CardAcquirer } from '../ports/card-acquirer.js';
import { Clock } from '../ports/clock.js';
import { Mailer } from '../ports/email.js';
import { Entropy } from '../ports/entropy.js';
import { HostedPages } from '../ports/hosted-pages.js';
import { Notifications } from '../ports/notifications.js';
import { Passkeys } from '../ports/passkeys.js';
import { Pacer } from '../ports/pacer.js';
import { GuardedSealer } from '../ports/guarded-sealer.js';
import { WebhookSender } from '../ports/webhook-sender.js';
import { DutyParts } from '../duty/duty-parts.js';
import { DetectRestore } from '../restore/detect-restore.js';
import { GuardedSendMark } from '../restore/guarded-send-mark.js';
import { ResolveDoubts } from '../restore/resolve-doubts.js';
import {
  DecideSettingsChange,
  makeDecideSettingsChange,
} from '../settings/decide/decide-settings-change.js';
import {
  ListSettingsChanges,
  makeListSettingsChanges,
} from '../settings/decide/list-settings-changes.js';
import { MailAdministrators } from '../settings/mail-administrators.js';
import { Proposing } from '../settings/make-or-propose.js';
import { Unrecorded } from '../duty/unrecorded.js';
import { AskBeforeSending, makeAskBeforeSending } from '../settlement/send/ask-before-sending.js';
import { Guarding } from '../settlement/send/guarding.js';
import { makeQueryUnknowns, QueryUnknowns } from '../settlement/send/query-unknowns.js';
import { makeSendToBank, SendToBank } from '../settlement/send/send-to-bank.js';
import { makeTakeBankReports, TakeBankReports } from '../settlement/send/take-bank-reports.js';
import { Storage } from '../storage/storage.js';
import { makeProvision, Provision } from '../tenancy/provision/provision.js';
import {
  DeliverSlowly,
  DeliverWebhooks,
  makeDeliverSlowly,
  makeDeliverWebhooks,
} from '../webhook/deliver/deliver-webhooks.js';
import {
  ChangeWebhookEndpoint,
  makeChangeWebhookEndpoint,
} from '../webhook/manage/change-webhook-endpoint.js';
import {
  CreateWebhookEndpoint,
  makeCreateWebhookEndpoint,
} from '../webhook/manage/create-webhook-endpoint.js';
import {
  DeleteWebhookEndpoint,
  makeDeleteWebhookEndpoint,
} from '../webhook/manage/delete-webhook-endpoint.js';
import {
  GetWebhookEndpoint,
  makeGetWebhookEndpoint,
} from '../webhook/manage/get-webhook-endpoint.js';
import {
  ListWebhookDeliveries,
  makeListWebhookDeliveries,
} from '../webhook/manage/list-webhook-deliveries.js';
import {
  ListWebhookEndpoints,
  makeListWebhookEndpoints,
} from '../webhook/manage/list-webhook-endpoints.js';
import { makeReplayWebhooks, ReplayWebhooks } from '../webhook/manage/replay-webhooks.js';
import {
  makeRotateWebhookSecret,
  RotateWebhookSecret,
} from '../webhook/manage/rotate-webhook-secret.js';
import {
  makeTestWebhookEndpoint,
  TestWebhookEndpoint,
} from '../webhook/manage/test-webhook-endpoint.js';
import { makeWhyWaiting, WhyWaiting } from '../why/why-waiting.js';
import { ChangesOver, Idempotently, makeIdempotently } from './idempotently.js';
import { listOfFeature, ofFeature } from './of-feature.js';
import { optional, recipe } from './recipe.js';

// The one table of use cases: what makes each, of what, and under which name the engine has it. The inversify module,
// the engine, its type `Hundi` and the changes under an idempotency key follow from it; so does the dependency rule
// that use cases do not call each other, which reads the imports above. One line a row.

/**
 * The changes that take an optional idempotency key, most of them by people in the portal. Each answers what JSON can
 * carry.
 */
// oxfmt-ignore
export const CHANGES = {
  createApiKey: recipe(CreateApiKey, makeCreateApiKey, [Storage, Entropy, Proposing]),
  createSecretKey: recipe(CreateSecretKey, makeCreateSecretKey, [Storage, Entropy, GuardedSealer, Proposing]),
  revokeApiKey: recipe(RevokeApiKey, makeRevokeApiKey, [Storage, Clock]),
  revokeSecretKey: recipe(RevokeSecretKey, makeRevokeSecretKey, [Storage, Clock]),
  rotateApiKey: recipe(RotateApiKey, makeRotateApiKey, [Storage, Entropy, Proposing]),
  rotateSecretKey: recipe(RotateSecretKey, makeRotateSecretKey, [Storage, Entropy, GuardedSealer, Proposing]),
  cancelPayout: recipe(CancelPayout, makeCancelPayout, OF_A_CHANGE),
  decideJob: recipe(DecideJob, makeDecideJob, [Storage, Clock, Pacer, DetectRestore, ResolveDoubts, ProveFactor, JobDigests]),
  decidePayouts: recipe(DecidePayouts, makeDecidePayouts, [Storage, Clock, Pacer, DetectRestore, ResolveDoubts, ProveFactor]),
  authorizeBeneficiary: recipe(AuthorizeBeneficiary, makeAuthorizeBeneficiary, [Storage, Clock]),
  changeBeneficiary: recipe(ChangeBeneficiary, makeChangeBeneficiary, [Storage, Clock, BankDirectory]),
  createBeneficiary: recipe(CreateBeneficiary, makeCreateBeneficiary, [Storage, Clock, Entropy]),
  deactivateBeneficiary: recipe(DeactivateBeneficiary, makeDeactivateBeneficiary, [Storage, Clock, BankDirectory]),
  cancelJob: recipe(CancelJob, makeCancelJob, OF_A_CHANGE),
  endDeputy: recipe(EndDeputy, makeEndDeputy, [Storage, Clock]),
  nameDeputy: recipe(NameDeputy, makeNameDeputy, [Storage, Clock]),
  enrolFactor: recipe(EnrolFactor, makeEnrolFactor, [Storage, Clock, Entropy, GuardedSealer, optional(Passkeys)]),
  endSessions: recipe(EndSessions, makeEndSessions, [Storage, Clock]),
  reinstatePerson: recipe(ReinstatePerson, makeReinstatePerson, [Storage, Proposing]),
  putNotificationSettings: ofFeature('notifications', recipe(PutNotificationSettings, makePutNotificationSettings, [Storage, Clock])),
  releasePerson: recipe(ReleasePerson, makeReleasePerson, [Storage, Clock]),
  resetFactors: recipe(ResetFactors, makeResetFactors, [Storage, Proposing]),
  suspendPerson: recipe(SuspendPerson, makeSuspendPerson, [Storage, Clock]),
  decideSettingsChange: recipe(DecideSettingsChange, makeDecideSettingsChange, [Storage, Clock, Pacer, MailAdministrators, AuthorityKey, PolicyMarks, Causes]),
  putCheckoutSettings: recipe(PutCheckoutSettings, makePutCheckoutSettings, [Storage, Proposing]),
  putApprovalPolicy: recipe(PutApprovalPolicy, makePutApprovalPolicy, [Storage, Proposing]),
  cancelPaymentLink: ofFeature('payment-links', recipe(CancelPaymentLink, makeCancelPaymentLink, [Storage, Clock, GuardedSealer, HostedPages])),
  resendPaymentLink: ofFeature('payment-links', recipe(ResendPaymentLink, makeResendPaymentLink, [Storage, Clock, GuardedSealer, HostedPages, GuardedMailer, Causes])),
  createWebhookEndpoint: ofFeature('webhooks', recipe(CreateWebhookEndpoint, makeCreateWebhookEndpoint, [Storage, Clock, Entropy, GuardedSealer, WebhookSender, Proposing])),
  changeWebhookEndpoint: ofFeature('webhooks', recipe(ChangeWebhookEndpoint, makeChangeWebhookEndpoint, [Storage, Pacer, WebhookSender, Proposing])),
  deleteWebhookEndpoint: recipe(DeleteWebhookEndpoint, makeDeleteWebhookEndpoint, [Storage, Proposing]),
  replayWebhooks: ofFeature('webhooks', recipe(ReplayWebhooks, makeReplayWebhooks, [Storage, Clock, Pacer])),
  rotateWebhookSecret: recipe(RotateWebhookSecret, makeRotateWebhookSecret, [Storage, Entropy, GuardedSealer, Proposing]),
  testWebhookEndpoint: ofFeature('webhooks', recipe(TestWebhookEndpoint, makeTestWebhookEndpoint, [Storage, Clock, Entropy, Pacer])),
};

/** All other use cases. */
// oxfmt-ignore
export const USE_CASES = {
  authenticateSecretKey: recipe(AuthenticateSecretKey, makeAuthenticateSecretKey, [Storage, Clock, GuardedSealer, Causes]),
  authenticate: recipe(Authenticate, makeAuthenticate, [Storage, Clock, Causes]),
  checkSealer: recipe(CheckSealer, makeCheckSealer, [Storage, GuardedSealer]),
  listApiKeys: recipe(ListApiKeys, makeListApiKeys, [Storage]),
  listSecretKeys: recipe(ListSecretKeys, makeListSecretKeys, [Storage]),
  listApprovals: recipe(ListApprovals, makeListApprovals, [Storage, Clock, GuardedSealer]),
  browseBeneficiaries: recipe(BrowseBeneficiaries, makeBrowseBeneficiaries, [Storage, Clock, GuardedSealer, BankDirectory]),
  followBeneficiaries: recipe(FollowBeneficiaries, makeFollowBeneficiaries, [Storage, Clock, GuardedSealer, BankDirectory]),
  getBeneficiary: recipe(GetBeneficiary, makeGetBeneficiary, [Storage, Clock, BankDirectory]),
  listMakersPackages: recipe(ListMakersPackages, makeListMakersPackages, [Storage]),
  reviewBeneficiary: recipe(ReviewBeneficiary, makeReviewBeneficiary, [Storage, Clock, BankDirectory]),
  reviewDecision: recipe(ReviewDecision, makeReviewDecision, [Storage, Clock, Pacer]),
  findUnusual: recipe(FindUnusual, makeFindUnusual, [Storage, Clock, Pacer]),
  sumApprovals: recipe(SumApprovals, makeSumApprovals, [Storage, Clock]),
  listBeneficiaries: recipe(ListBeneficiaries, makeListBeneficiaries, [Storage, BankDirectory]),
  payByCard: ofFeature('collection-checkout', recipe(PayByCard, makePayByCard, [Storage, Clock, GuardedSealer, CardAcquirer, Pacer, Causes])),
  cancelCollection: recipe(CancelCollection, makeCancelCollection, [Storage, Clock, GuardedSealer]),
  closeCollection: ofFeature('collection-checkout', recipe(CloseCollection, makeCloseCollection, [Storage, Clock, GuardedSealer, HostedPages])),
  createCollection: ofFeature('collection-checkout', recipe(CreateCollection, makeCreateCollection, [Storage, Clock, Entropy, GuardedSealer, HostedPages, Pacer])),
  enterCollection: recipe(EnterCollection, makeEnterCollection, [Storage, GuardedSealer]),
  getCollection: ofFeature('collection-checkout', recipe(GetCollection, makeGetCollection, [Storage, Clock, GuardedSealer, HostedPages])),
  returnFromCollection: recipe(ReturnFromCollection, makeReturnFromCollection, [Storage, Clock, GuardedSealer]),
  viewCollection: recipe(ViewCollection, makeViewCollection, [Storage, Clock, GuardedSealer]),
  createPaymentLink: ofFeature('payment-links', recipe(CreatePaymentLink, makeCreatePaymentLink, [Storage, Clock, Entropy, GuardedSealer, HostedPages, GuardedMailer, Pacer, Causes])),
  getPaymentLink: ofFeature('payment-links', recipe(GetPaymentLink, makeGetPaymentLink, [Storage, GuardedSealer, HostedPages])),
  listPaymentLinks: listOfFeature('payment-links', recipe(ListPaymentLinks, makeListPaymentLinks, [Storage, GuardedSealer, HostedPages])),
  openPaymentLink: ofFeature('payment-links', recipe(OpenPaymentLink, makeOpenPaymentLink, [Storage, Clock, Entropy, GuardedSealer, Pacer])),
  getCheckoutSettings: recipe(GetCheckoutSettings, makeGetCheckoutSettings, [Storage]),
  getApprovalPolicy: recipe(GetApprovalPolicy, makeGetApprovalPolicy, [Storage, GuardedSealer]),
  previewApprovalPolicy: recipe(PreviewApprovalPolicy, makePreviewApprovalPolicy, [Storage, Clock, Pacer]),
  getBacklog: recipe(GetBacklog, makeGetBacklog, [Storage, Clock]),
  askApprovalFactor: recipe(AskApprovalFactor, makeAskApprovalFactor, [Storage, Clock, Entropy, JobDigests, optional(Passkeys)]),
  askOwnFactor: recipe(AskOwnFactor, makeAskOwnFactor, [Storage, Clock, Entropy, optional(Passkeys)]),
  confirmFactor: recipe(ConfirmFactor, makeConfirmFactor, [Storage, Clock, Entropy, GuardedSealer, AuthorityKey, MailAdministrators, optional(Passkeys)]),
  giveOwnFactor: recipe(GiveOwnFactor, makeGiveOwnFactor, [Storage, Clock, ProveFactor, AuthorityKey]),
  listFactors: recipe(ListFactors, makeListFactors, [Storage, Clock]),
  removeFactor: recipe(RemoveFactor, makeRemoveFactor, [Storage, Clock]),
  acceptBatch: recipe(AcceptBatch, makeAcceptBatch, [Acceptance, Pacer]),
  acceptBatchAsJson: recipe(AcceptBatchAsJson, makeAcceptBatchAsJson, [Acceptance, Pacer]),
  acceptPreviewedBatch: recipe(AcceptPreviewedBatch, makeAcceptPreviewedBatch, [Acceptance, Storage, Clock, GuardedSealer, Judging]),
  acceptPreviewedBatchAsJson: recipe(AcceptPreviewedBatchAsJson, makeAcceptPreviewedBatchAsJson, [Acceptance, Storage, Clock, GuardedSealer, Judging]),
  previewBatch: recipe(PreviewBatch, makePreviewBatch, [Storage, Clock, GuardedSealer, Judging]),
  previewBatchAsJson: recipe(PreviewBatchAsJson, makePreviewBatchAsJson, [Storage, Clock, GuardedSealer, Judging]),
  createPayments: recipe(CreatePayments, makeCreatePayments, [Acceptance, Pacer]),
  createPaymentsAsJson: recipe(CreatePaymentsAsJson, makeCreatePaymentsAsJson, [Acceptance, Pacer]),
  getJob: recipe(GetJob, makeGetJob, [Storage]),
  getJobPayments: recipe(GetJobPayments, makeGetJobPayments, [Storage]),
  listJobs: recipe(ListJobs, makeListJobs, [Storage, GuardedSealer]),
  listIncidents: recipe(ListIncidents, makeListIncidents, [Storage, GuardedSealer]),
  listJournal: recipe(ListJournal, makeListJournal, [Storage, GuardedSealer]),
  listEvents: recipe(ListEvents, makeListEvents, [Storage, GuardedSealer]),
  listPackages: recipe(ListPackages, makeListPackages, [Storage, GuardedSealer]),
  authorizePayout: recipe(AuthorizePayout, makeAuthorizePayout, [Storage, Clock, Entropy, GuardedSealer, Judging]),
  cancelPayoutCheckout: recipe(CancelPayoutCheckout, makeCancelPayoutCheckout, [Storage, Clock]),
  enterPayoutCheckout: recipe(EnterPayoutCheckout, makeEnterPayoutCheckout, [Storage, Clock, Entropy]),
  getPayoutCheckout: recipe(GetPayoutCheckout, makeGetPayoutCheckout, [Storage, Clock]),
  givePayoutFactor: recipe(GivePayoutFactor, makeGivePayoutFactor, [Storage, Clock, Judging, ProveFactor]),
  openPayoutCheckout: ofFeature('payout-checkout', recipe(OpenPayoutCheckout, makeOpenPayoutCheckout, [Storage, Clock, Entropy, GuardedSealer, HostedPages])),
  sendPayoutCode: ofFeature('payout-checkout', recipe(SendPayoutCode, makeSendPayoutCode, [Storage, Clock, Entropy, GuardedSealer, GuardedMailer, Causes, Judging])),
  viewPayoutCheckout: recipe(ViewPayoutCheckout, makeViewPayoutCheckout, [Storage, Clock, BankDirectory, Judging, optional(Passkeys)]),
  browseTransactions: recipe(BrowseTransactions, makeBrowseTransactions, [Storage, GuardedSealer]),
  getPayoutReach: recipe(GetPayoutReach, makeGetPayoutReach, [Storage]),
  getTransaction: recipe(GetTransaction, makeGetTransaction, [Storage, Causes]),
  listReport: recipe(ListReport, makeListReport, [Storage, GuardedSealer]),
  sumReport: recipe(SumReport, makeSumReport, [Storage]),
  listTransactions: recipe(ListTransactions, makeListTransactions, [Storage, GuardedSealer]),
  getDeputy: recipe(GetDeputy, makeGetDeputy, [Storage, Clock]),
  getNotificationSettings: ofFeature('notifications', recipe(GetNotificationSettings, makeGetNotificationSettings, [Storage])),
  listPeople: recipe(ListPeople, makeListPeople, [Storage]),
  authenticateSession: recipe(AuthenticateSession, makeAuthenticateSession, [Storage, Clock, Causes, AuthorityKey]),
  confirmLogin: recipe(ConfirmLogin, makeConfirmLogin, [Storage, Clock, Entropy, GuardedSealer, optional(Passkeys)]),
  getProfile: recipe(GetProfile, makeGetProfile, [Storage, Clock]),
  giveLoginFactor: recipe(GiveLoginFactor, makeGiveLoginFactor, [Storage, Clock, Entropy, ProveFactor, AuthorityKey]),
  confirmSession: recipe(ConfirmSession, makeConfirmSession, [Storage, Clock, GuardedSealer]),
  endOwnSession: recipe(EndOwnSession, makeEndOwnSession, [Storage, Clock]),
  getUpload: recipe(GetUpload, makeGetUpload, [Storage, Clock]),
  keepUpload: recipe(KeepUpload, makeKeepUpload, [Storage, Clock, Entropy]),
  listSessions: recipe(ListSessions, makeListSessions, [Storage, Clock]),
  openBankSession: recipe(OpenBankSession, makeOpenBankSession, [Storage, Clock, Entropy, optional(Passkeys)]),
  logout: recipe(Logout, makeLogout, [Storage, Clock]),
  requestConfirmation: ofFeature('portal', recipe(RequestConfirmation, makeRequestConfirmation, [Storage, Clock, Entropy, GuardedSealer, GuardedMailer, Causes])),
  requestLogin: ofFeature('portal', recipe(RequestLogin, makeRequestLogin, [Storage, Clock, Entropy, GuardedSealer, GuardedMailer, Causes])),
  listSettingsChanges: recipe(ListSettingsChanges, makeListSettingsChanges, [Storage, Clock, GuardedSealer]),
  askBeforeSending: recipe(AskBeforeSending, makeAskBeforeSending, [Storage, Clock]),
  raiseIncidents: recipe(RaiseIncidents, makeRaiseIncidents, [Storage, Clock]),
  takeBankReports: recipe(TakeBankReports, makeTakeBankReports, [Storage, Clock, Pacer, DetectRestore, Causes]),
  provision: recipe(Provision, makeProvision, [Storage, Clock, Entropy, GuardedSealer, AuthorityKey, PolicyMarks, NotificationLooks]),
  getWebhookEndpoint: recipe(GetWebhookEndpoint, makeGetWebhookEndpoint, [Storage]),
  listWebhookDeliveries: recipe(ListWebhookDeliveries, makeListWebhookDeliveries, [Storage, GuardedSealer]),
  listWebhookEndpoints: recipe(ListWebhookEndpoints, makeListWebhookEndpoints, [Storage]),
  whyWaiting: recipe(WhyWaiting, makeWhyWaiting, [Storage, Clock, Pacer]),
  idempotently: recipe(Idempotently, makeIdempotently, [Storage, Clock, Entropy, GuardedSealer, ChangesOver]),
};

/** The background work, in the order in which the engine runs it. */
// oxfmt-ignore
export const DUTIES = [
  recipe(ProcessJobs, makeProcessJobs, [DutyParts, Judging, ResolveDoubts]),
  recipe(RetryJobs, makeRetryJobs, [DutyParts, Judging, ResolveDoubts]),
  recipe(SendToBank, makeSendToBank, [DutyParts, BankRail, GuardedSendMark, Pacer, Unrecorded, AuthorityKey, PolicyMarks, CheckedSignatures, Guarding]),
  recipe(QueryUnknowns, makeQueryUnknowns, [DutyParts, BankRail, Pacer, Unrecorded]),
  recipe(ArmExpiry, makeArmExpiry, [DutyParts]),
  recipe(ExpireApprovals, makeExpireApprovals, [DutyParts, ResolveDoubts]),
  recipe(ExpireSessions, makeExpireSessions, [DutyParts, BankRail, Pacer]),
  recipe(IndexPayouts, makeIndexPayouts, [DutyParts]),
  recipe(ExpireCollections, makeExpireCollections, [DutyParts]),
  recipe(QueryCharges, makeQueryCharges, [DutyParts, CardAcquirer, Pacer]),
  recipe(ReverseCharges, makeReverseCharges, [DutyParts, CardAcquirer, Pacer]),
  recipe(SealJournal, makeSealJournal, [DutyParts, Pacer]),
  recipe(DeliverWebhooks, makeDeliverWebhooks, [DutyParts, Entropy, GuardedSealer, WebhookSender, Pacer]),
  recipe(DeliverSlowly, makeDeliverSlowly, [DutyParts, Entropy, GuardedSealer, WebhookSender, Pacer]),
  recipe(GatherNotifications, makeGatherNotifications, [DutyParts, Pacer, Mailer, Notifications]),
  recipe(SendNotifications, makeSendNotifications, [DutyParts, Pacer, Mailer, Notifications]),
];
