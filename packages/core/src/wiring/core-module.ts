import { ContainerModule } from 'inversify';
import { Authenticate, makeAuthenticate } from '../access/authenticate/authenticate.js';
import { CheckSealer, makeCheckSealer } from '../access/manage-keys/check-sealer.js';
import { CreateApiKey, makeCreateApiKey } from '../access/manage-keys/create-api-key.js';
import { ListApiKeys, makeListApiKeys } from '../access/manage-keys/list-api-keys.js';
import { makeRevokeApiKey, RevokeApiKey } from '../access/manage-keys/revoke-api-key.js';
import { makeRotateApiKey, RotateApiKey } from '../access/manage-keys/rotate-api-key.js';
import { CancelPayout, makeCancelPayout } from '../approval/cancel-payout.js';
import { DecideJob, makeDecideJob } from '../approval/decide-job.js';
import { DecidePayouts, makeDecidePayouts } from '../approval/decide-payouts.js';
import { ExpireApprovals, makeExpireApprovals } from '../approval/expire-approvals.js';
import { ListApprovals, makeListApprovals } from '../approval/list-approvals.js';
import {
  AuthorizeBeneficiary,
  makeAuthorizeBeneficiary,
} from '../beneficiary/authorize-beneficiary.js';
import {
  BrowseBeneficiaries,
  makeBrowseBeneficiaries,
} from '../beneficiary/browse-beneficiaries.js';
import { CreateBeneficiary, makeCreateBeneficiary } from '../beneficiary/create-beneficiary.js';
import { ListBeneficiaries, makeListBeneficiaries } from '../beneficiary/list-beneficiaries.js';
import { Causes, makeCauses } from '../duty/causes.js';
import { GetBacklog, makeGetBacklog } from '../duty/get-backlog.js';
import { AcceptBatch, makeAcceptBatch } from '../intake/accept/accept-batch.js';
import { Acceptance, makeAcceptance } from '../intake/accept/acceptance.js';
import { CancelJob, makeCancelJob } from '../intake/cancel/cancel-job.js';
import { CreatePayments, makeCreatePayments } from '../intake/accept/create-payments.js';
import { GetJob, makeGetJob } from '../intake/view/get-job.js';
import { makeProcessJobs, ProcessJobs } from '../intake/evaluate/process-jobs.js';
import { makeRetryJobs, RetryJobs } from '../intake/evaluate/retry-jobs.js';
import { ListIncidents, makeListIncidents } from '../journal/audit/list-incidents.js';
import { ListJournal, makeListJournal } from '../journal/audit/list-journal.js';
import { ListEvents, makeListEvents } from '../journal/feed/list-events.js';
import { makeSealJournal, SealJournal } from '../journal/seal/seal-journal.js';
import { ListPackages, makeListPackages } from '../package/list/list-packages.js';
import { GetPayout, makeGetPayout } from '../payout/report/get-payout.js';
import { IndexPayouts, makeIndexPayouts } from '../payout/report/index-payouts.js';
import { ListTransactions, makeListTransactions } from '../payout/report/list-transactions.js';
import { AuthenticateSession, makeAuthenticateSession } from '../portal/authenticate-session.js';
import { ConfirmLogin, makeConfirmLogin } from '../portal/confirm-login.js';
import { Logout, makeLogout } from '../portal/logout.js';
import { makeRequestLogin, RequestLogin } from '../portal/request-login.js';
import { BankDirectory } from '../ports/bank-directory.js';
import { BankRail } from '../ports/bank-rail.js';
import { Clock } from '../ports/clock.js';
import { Mailer } from '../ports/email.js';
import { Entropy } from '../ports/entropy.js';
import { Pacer } from '../ports/pacer.js';
import { Sealer } from '../ports/sealer.js';
import { SendMark } from '../ports/send-mark.js';
import { Storage } from '../storage/storage.js';
import { WebhookSender } from '../ports/webhook-sender.js';
import { MailAdministrators } from '../settings/mail-administrators.js';
import { AskBeforeSending, makeAskBeforeSending } from '../settlement/send/ask-before-sending.js';
import { makeDetectRestore, DetectRestore } from '../restore/detect-restore.js';
import { makeQueryUnknowns, QueryUnknowns } from '../settlement/send/query-unknowns.js';
import { makeSendToBank, SendToBank } from '../settlement/send/send-to-bank.js';
import { makeResolveDoubts, ResolveDoubts } from '../restore/resolve-doubts.js';
import { makeTakeBankReports, TakeBankReports } from '../settlement/send/take-bank-reports.js';
import { makeProvision, Provision } from '../tenancy/provision/provision.js';
import { providePeople } from './people-module.js';
import { providePayoutCheckout } from './payout-checkout-module.js';
import { provideCollection } from './collection-use-cases.js';
import { provideSettings } from './settings-module.js';
import { provideWebhooks } from './webhook-module.js';
import { provide, type Binder } from './provide.js';
import { makeIdempotently, Idempotently } from './idempotently.js';

/** Binds every use case and duty. */
export const provideCore = (options: Binder): void => {
  provide(options, Causes, makeCauses, [Clock]);
  provide(options, Provision, makeProvision, [Storage, Clock, Entropy, Sealer]);
  provide(options, CheckSealer, makeCheckSealer, [Storage, Sealer]);
  provide(options, Authenticate, makeAuthenticate, [Storage, Clock, Causes]);
  provide(options, ListApiKeys, makeListApiKeys, [Storage]);
  provide(options, CreateApiKey, makeCreateApiKey, [Storage, Clock, Entropy, MailAdministrators]);
  provide(options, RotateApiKey, makeRotateApiKey, [Storage, Clock, Entropy, MailAdministrators]);
  provide(options, RevokeApiKey, makeRevokeApiKey, [Storage, Clock]);
  provide(options, RequestLogin, makeRequestLogin, [
    Storage,
    Clock,
    Entropy,
    Sealer,
    Mailer,
    Causes,
  ]);
  provide(options, ConfirmLogin, makeConfirmLogin, [Storage, Clock, Entropy, Sealer]);
  provide(options, AuthenticateSession, makeAuthenticateSession, [Storage, Clock, Causes]);
  provide(options, Logout, makeLogout, [Storage, Clock]);
  providePeople(options);
  provide(options, ListBeneficiaries, makeListBeneficiaries, [Storage, BankDirectory]);
  provide(options, BrowseBeneficiaries, makeBrowseBeneficiaries, [Storage, BankDirectory]);
  provide(options, ListPackages, makeListPackages, [Storage, Sealer]);
  provide(options, CreateBeneficiary, makeCreateBeneficiary, [Storage, Clock, Entropy]);
  provide(options, AuthorizeBeneficiary, makeAuthorizeBeneficiary, [Storage, Clock]);
  provide(options, Acceptance, makeAcceptance, [Storage, Clock, Entropy, Pacer, Causes]);
  provide(options, AcceptBatch, makeAcceptBatch, [Acceptance, Pacer]);
  provide(options, CreatePayments, makeCreatePayments, [Acceptance, Pacer]);
  provide(options, GetJob, makeGetJob, [Storage]);
  provide(options, GetPayout, makeGetPayout, [Storage, Causes]);
  provide(options, ListTransactions, makeListTransactions, [Storage, Sealer]);
  provide(options, ListApprovals, makeListApprovals, [Storage, Clock, Sealer]);
  provide(options, DecidePayouts, makeDecidePayouts, [
    Storage,
    Clock,
    Pacer,
    DetectRestore,
    ResolveDoubts,
  ]);
  provide(options, DecideJob, makeDecideJob, [Storage, Clock, Pacer, DetectRestore, ResolveDoubts]);
  provide(options, CancelPayout, makeCancelPayout, [Storage, Clock, DetectRestore, ResolveDoubts]);
  provide(options, CancelJob, makeCancelJob, [Storage, Clock, DetectRestore, ResolveDoubts]);
  provideUnderKey(options);
  provide(options, ListJournal, makeListJournal, [Storage, Sealer]);
  provide(options, ListIncidents, makeListIncidents, [Storage, Sealer]);
  provideCollection(options);
  provideWebhooks(options);
  provideSettings(options);
  provide(options, TakeBankReports, makeTakeBankReports, [Storage, Clock, Pacer, DetectRestore]);
  providePayoutCheckout(options);
  provide(options, GetBacklog, makeGetBacklog, [Storage, Clock]);
  provideBackground(options);
};

/** Every use case and duty. Load it beside modules that bind the ports. */
export const coreModule: ContainerModule = new ContainerModule(provideCore);

const provideUnderKey = (options: Binder): void => {
  provide(options, Idempotently, makeIdempotently, [
    Storage,
    Clock,
    Entropy,
    Pacer,
    Sealer,
    DetectRestore,
    ResolveDoubts,
    WebhookSender,
    MailAdministrators,
  ]);
};

const provideBackground = (options: Binder): void => {
  provide(options, ProcessJobs, makeProcessJobs, [Storage, Clock, Pacer, ResolveDoubts, Causes]);
  provide(options, RetryJobs, makeRetryJobs, [Storage, Clock, Pacer, ResolveDoubts, Causes]);
  provide(options, ListEvents, makeListEvents, [Storage, Sealer]);
  provide(options, SealJournal, makeSealJournal, [Storage, Clock, Pacer, Causes]);
  provide(options, IndexPayouts, makeIndexPayouts, [Storage, Clock, Causes]);
  provide(options, ExpireApprovals, makeExpireApprovals, [Storage, Clock, ResolveDoubts, Causes]);
  provide(options, SendToBank, makeSendToBank, [Storage, Clock, BankRail, Pacer, SendMark, Causes]);
  provide(options, ResolveDoubts, makeResolveDoubts, [Storage, Clock, BankRail, Pacer, Causes]);
  provide(options, DetectRestore, makeDetectRestore, [Storage, Clock, SendMark]);
  provide(options, AskBeforeSending, makeAskBeforeSending, [Storage, Clock]);
  provide(options, QueryUnknowns, makeQueryUnknowns, [Storage, Clock, BankRail, Pacer, Causes]);
};
