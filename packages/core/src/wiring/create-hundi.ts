import { Authenticate } from '../access/authenticate/authenticate.js';
import { CheckSealer } from '../access/manage-keys/check-sealer.js';
import { CreateApiKey } from '../access/manage-keys/create-api-key.js';
import { ListApiKeys } from '../access/manage-keys/list-api-keys.js';
import { RevokeApiKey } from '../access/manage-keys/revoke-api-key.js';
import { RotateApiKey } from '../access/manage-keys/rotate-api-key.js';
import { CancelPayout } from '../approval/cancel-payout.js';
import { DecideJob } from '../approval/decide-job.js';
import { DecidePayouts } from '../approval/decide-payouts.js';
import { ExpireApprovals } from '../approval/expire-approvals.js';
import { ListApprovals } from '../approval/list-approvals.js';
import { AuthorizeBeneficiary } from '../beneficiary/authorize-beneficiary.js';
import { BrowseBeneficiaries } from '../beneficiary/browse-beneficiaries.js';
import { CreateBeneficiary } from '../beneficiary/create-beneficiary.js';
import { ListBeneficiaries } from '../beneficiary/list-beneficiaries.js';
import { Causes, type OnError } from '../duty/causes.js';
import { GetBacklog } from '../duty/get-backlog.js';
import type { Duty } from '../duty/duty.js';
import { startWorker, type Worker, type WorkerObserver } from '../duty/worker.js';
import { runDue } from '../duty/run-due.js';
import type { EpochMs } from '../kernel/values/time.js';
import { AcceptBatch } from '../intake/accept/accept-batch.js';
import { CancelJob } from '../intake/cancel/cancel-job.js';
import { CreatePayments } from '../intake/accept/create-payments.js';
import { GetJob } from '../intake/view/get-job.js';
import { ProcessJobs } from '../intake/evaluate/process-jobs.js';
import { RetryJobs } from '../intake/evaluate/retry-jobs.js';
import { ListEvents } from '../journal/feed/list-events.js';
import { ListIncidents } from '../journal/audit/list-incidents.js';
import { ListJournal } from '../journal/audit/list-journal.js';
import { SealJournal } from '../journal/seal/seal-journal.js';
import { ListPackages } from '../package/list/list-packages.js';
import { GetPayout } from '../payout/report/get-payout.js';
import { IndexPayouts } from '../payout/report/index-payouts.js';
import { ListTransactions } from '../payout/report/list-transactions.js';
import { AuthorizePayout } from '../payout-checkout/authorize-payout.js';
import { CancelPayoutCheckout } from '../payout-checkout/cancel-payout-checkout.js';
import { EnterPayoutCheckout } from '../payout-checkout/enter-payout-checkout.js';
import { ExpireSessions } from '../payout-checkout/expire-sessions.js';
import { GetPayoutCheckout } from '../payout-checkout/get-payout-checkout.js';
import { OpenPayoutCheckout } from '../payout-checkout/open-payout-checkout.js';
import { SendPayoutCode } from '../payout-checkout/send-payout-code.js';
import { ViewPayoutCheckout } from '../payout-checkout/view-payout-checkout.js';
import { AuthenticateSession } from '../portal/authenticate-session.js';
import { ConfirmLogin } from '../portal/confirm-login.js';
import { Logout } from '../portal/logout.js';
import { RequestLogin } from '../portal/request-login.js';
import { BankDirectory } from '../ports/bank-directory.js';
import { BankRail } from '../ports/bank-rail.js';
import { CardAcquirer } from '../ports/card-acquirer.js';
import { Clock } from '../ports/clock.js';
import { Mailer } from '../ports/email.js';
import { Entropy } from '../ports/entropy.js';
import { HostedPages } from '../ports/hosted-pages.js';
import { Pacer } from '../ports/pacer.js';
import { Sealer } from '../ports/sealer.js';
import { SendMark } from '../ports/send-mark.js';
import { Storage } from '../storage/storage.js';
import { WebhookSender } from '../ports/webhook-sender.js';
import { AskBeforeSending } from '../settlement/send/ask-before-sending.js';
import { afterDetection, DetectRestore } from '../restore/detect-restore.js';
import { QueryUnknowns } from '../settlement/send/query-unknowns.js';
import { SendToBank } from '../settlement/send/send-to-bank.js';
import { TakeBankReports } from '../settlement/send/take-bank-reports.js';
import { DeliverSlowly, DeliverWebhooks } from '../webhook/deliver/deliver-webhooks.js';
import { Provision } from '../tenancy/provision/provision.js';
import {
  COLLECTION_DUTIES,
  collectionUseCases,
  type CollectionUseCases,
} from './collection-use-cases.js';
import { provideCore } from './core-module.js';
import { peopleOf, type People } from './people-module.js';
import { recipesOf, singletons } from './singletons.js';
import { settingsChangesOf, type SettingsChanges } from './settings-module.js';
import { Idempotently } from './idempotently.js';
import type { Token } from '../kernel/token.js';
import { webhooksOf, type Webhooks } from './webhook-module.js';

/** What the engine needs from its host. */
export interface Ports {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly pacer: Pacer;
  readonly sealer: Sealer;
  readonly bankRail: BankRail;
  readonly sendMark: SendMark;
  readonly bankDirectory: BankDirectory;
  readonly mailer: Mailer;
  readonly webhookSender: WebhookSender;
  readonly cardAcquirer: CardAcquirer;
  readonly hostedPages: HostedPages;
}

/** The engine: every use case, and the background work. */
export interface Hundi extends CollectionUseCases, Webhooks, People, SettingsChanges {
  readonly checkSealer: CheckSealer;
  readonly provision: Provision;
  readonly authenticate: Authenticate;
  readonly listApiKeys: ListApiKeys;
  readonly createApiKey: CreateApiKey;
  readonly rotateApiKey: RotateApiKey;
  readonly revokeApiKey: RevokeApiKey;
  readonly requestLogin: RequestLogin;
  readonly confirmLogin: ConfirmLogin;
  readonly authenticateSession: AuthenticateSession;
  readonly logout: Logout;
  readonly listBeneficiaries: ListBeneficiaries;
  readonly browseBeneficiaries: BrowseBeneficiaries;
  readonly listPackages: ListPackages;
  readonly createBeneficiary: CreateBeneficiary;
  readonly authorizeBeneficiary: AuthorizeBeneficiary;
  readonly acceptBatch: AcceptBatch;
  readonly createPayments: CreatePayments;
  readonly getJob: GetJob;
  readonly getPayout: GetPayout;
  readonly listTransactions: ListTransactions;
  readonly listApprovals: ListApprovals;
  readonly decidePayouts: DecidePayouts;
  readonly decideJob: DecideJob;
  readonly cancelPayout: CancelPayout;
  readonly cancelJob: CancelJob;
  readonly idempotently: Idempotently;
  readonly listEvents: ListEvents;
  readonly listJournal: ListJournal;
  readonly listIncidents: ListIncidents;
  readonly openPayoutCheckout: OpenPayoutCheckout;
  readonly getPayoutCheckout: GetPayoutCheckout;
  readonly enterPayoutCheckout: EnterPayoutCheckout;
  readonly viewPayoutCheckout: ViewPayoutCheckout;
  readonly sendPayoutCode: SendPayoutCode;
  readonly authorizePayout: AuthorizePayout;
  readonly cancelPayoutCheckout: CancelPayoutCheckout;
  readonly takeBankReports: TakeBankReports;
  readonly askBeforeSending: AskBeforeSending;
  readonly getBacklog: GetBacklog;
  /** The background work, duty by duty, for hosts that schedule it themselves. */
  readonly duties: ReadonlyArray<Duty>;
  /** Runs background work until nothing is due at the clock's present moment; answers how much it was. */
  readonly settle: () => Promise<number>;
  /** When the next background work falls due, or fell; undefined when there is none. Epoch ms. */
  readonly nextDue: () => Promise<EpochMs | undefined>;
  /**
   * Calls `onError` for every error that no caller gets, whichever process runs the background work, and returns how to stop
   * that. Beside it workers call the `onError` they were started with; the same function is called once.
   */
  readonly watch: (onError: OnError) => () => void;
  /** Starts one background worker; start as many as the host likes, in as many processes. */
  readonly startWorker: (observer: WorkerObserver) => Worker;
}

/** Anything that resolves tokens: an inversify container, or a host's own. */
export interface Resolver {
  readonly get: <T>(token: Token<T>) => T;
}

const earliest = async (duties: ReadonlyArray<Duty>): Promise<EpochMs | undefined> => {
  const moments = await Promise.all(duties.map((duty) => duty.nextDue()));
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};

/** In the order in which {@link runDue} runs them. */
const DUTIES: ReadonlyArray<Token<Duty>> = [
  ProcessJobs,
  RetryJobs,
  SendToBank,
  QueryUnknowns,
  ExpireApprovals,
  ExpireSessions,
  IndexPayouts,
  ...COLLECTION_DUTIES,
  SealJournal,
  DeliverWebhooks,
  DeliverSlowly,
];

/** What goes on behind the answers, in tests and the sandbox by hand, in a service by workers. */
const backgroundOf = (
  container: Resolver,
): Pick<Hundi, 'duties' | 'settle' | 'nextDue' | 'watch' | 'startWorker'> => {
  const causes = container.get(Causes);
  const duties = DUTIES.map((duty) =>
    afterDetection(container.get(duty), container.get(DetectRestore)),
  );
  return {
    duties,
    settle: () => runDue(duties),
    nextDue: () => earliest(duties),
    watch: causes.listen,
    startWorker: ({ onError, ...observer }) => {
      const leave = causes.listen(onError);
      const worker = startWorker(duties, container.get(Clock), container.get(Pacer), {
        ...observer,
        onError: causes.report,
      });
      return { stop: () => worker.stop().finally(leave) };
    },
  };
};

/** The engine of a container that `coreModule` and the ports are loaded into. */
export const hundiFrom = (container: Resolver): Hundi => ({
  ...collectionUseCases(container),
  ...backgroundOf(container),
  checkSealer: container.get(CheckSealer),
  provision: container.get(Provision),
  authenticate: container.get(Authenticate),
  listApiKeys: container.get(ListApiKeys),
  createApiKey: container.get(CreateApiKey),
  rotateApiKey: container.get(RotateApiKey),
  revokeApiKey: container.get(RevokeApiKey),
  requestLogin: container.get(RequestLogin),
  confirmLogin: container.get(ConfirmLogin),
  authenticateSession: container.get(AuthenticateSession),
  logout: container.get(Logout),
  listBeneficiaries: container.get(ListBeneficiaries),
  browseBeneficiaries: container.get(BrowseBeneficiaries),
  listPackages: container.get(ListPackages),
  createBeneficiary: container.get(CreateBeneficiary),
  authorizeBeneficiary: container.get(AuthorizeBeneficiary),
  acceptBatch: container.get(AcceptBatch),
  createPayments: container.get(CreatePayments),
  getJob: container.get(GetJob),
  getPayout: container.get(GetPayout),
  listTransactions: container.get(ListTransactions),
  listApprovals: container.get(ListApprovals),
  decidePayouts: container.get(DecidePayouts),
  decideJob: container.get(DecideJob),
  cancelPayout: container.get(CancelPayout),
  cancelJob: container.get(CancelJob),
  idempotently: container.get(Idempotently),
  listEvents: container.get(ListEvents),
  listJournal: container.get(ListJournal),
  listIncidents: container.get(ListIncidents),
  openPayoutCheckout: container.get(OpenPayoutCheckout),
  getPayoutCheckout: container.get(GetPayoutCheckout),
  enterPayoutCheckout: container.get(EnterPayoutCheckout),
  viewPayoutCheckout: container.get(ViewPayoutCheckout),
  sendPayoutCode: container.get(SendPayoutCode),
  authorizePayout: container.get(AuthorizePayout),
  cancelPayoutCheckout: container.get(CancelPayoutCheckout),
  ...webhooksOf(container),
  ...peopleOf(container),
  ...settingsChangesOf(container),
  takeBankReports: container.get(TakeBankReports),
  askBeforeSending: container.get(AskBeforeSending),
  getBacklog: container.get(GetBacklog),
});

const recipes = recipesOf(provideCore);

/** The engine over a host's ports, without a container of the host's own. */
export const createHundi = (ports: Ports): Hundi => {
  const given = new Map<symbol, unknown>();
  const bind = <T>(token: Token<T>, port: T): void => {
    given.set(token, port);
  };
  bind(Storage, ports.storage);
  bind(Clock, ports.clock);
  bind(Entropy, ports.entropy);
  bind(Pacer, ports.pacer);
  bind(Sealer, ports.sealer);
  bind(BankRail, ports.bankRail);
  bind(SendMark, ports.sendMark);
  bind(BankDirectory, ports.bankDirectory);
  bind(Mailer, ports.mailer);
  bind(WebhookSender, ports.webhookSender);
  bind(CardAcquirer, ports.cardAcquirer);
  bind(HostedPages, ports.hostedPages);
  return hundiFrom(singletons(recipes, given));
};
