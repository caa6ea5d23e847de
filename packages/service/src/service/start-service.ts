import {
  createHundi,
  E,
  failureFacts,
  type BankRail,
  type Clock,
  type Hundi,
  type ProvisionDocument,
  type Storage,
} from '@hundi/core';
import type { RailTraits } from '@hundi/core/rail';
import type { Config, Keks } from '../config/config.js';
import { bankDirectory } from '../host/bank-directory.js';
import { openDataDir } from '../host/data-dir.js';
import { servicePages, themesOf, type ServicePages } from '../host/service-pages.js';
import { paymentFileReader } from '../host/payment-files.js';
import { relyingPartyAt } from '../host/relying-party.js';
import { requireSealer, warnOfUnusedKeks } from '../host/require-sealer.js';
import { tellOfDebits } from '../host/tell-of-debits.js';
import { warnOfMissingMark } from '../host/warn-of-missing-mark.js';
import { keksOf } from '../host/kek.js';
import { proxiesOf } from '@hundi/adapter-koa';
import { nodeEntropy, nodePacer, nodePorts, webAuthnPasskeys } from '@hundi/adapter-node';
import { undiciSender, type UndiciSender } from '@hundi/adapter-undici';
import { mailerOf, type HostMailer } from '../mail/mailer-of.js';
import { notificationsOf } from '../mail/notifications-of.js';
import type { FileFaults } from '../sandbox/file-faults.js';
import { reportWorker, type BankReports } from '../sandbox/report-worker.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { sandboxCallers } from '../sandbox/sandbox-callers.js';
import type { SandboxParts } from '../sandbox/sandbox-routes.js';
import { timeOfOthers } from '../sandbox/time-of-others.js';
import { forgetCredentials, watchCredentials } from '../tenants/forget-credentials.js';
import { provisionTenants } from '../tenants/provision-tenants.js';
import { provisionDefaults, warnOfApprovalsWithoutFactor } from '../tenants/second-factors.js';
import { readDocument } from '../tenants/read-document.js';
import type { Logger } from '../log/logger.js';
import { makeMetrics, type Metrics } from '../watch/metrics.js';
import { watchMachineClock } from '../watch/machine-clock.js';
import { observers, type Observers } from '../watch/observers.js';
import { securityLog } from '../watch/security-log.js';
import { watchedSender } from '../watch/watched-sender.js';
import { watchedRail } from '../watch/watched-rail.js';
import { startOf } from '../start/start-of.js';
import type { AppParts } from './app.js';
import { background, type Background } from './background.js';
import { openEngineDatabase, type EngineDatabase } from '../database/engine-database.js';
import { listenOnPorts } from './listen-on-ports.js';
import { acquirerOf } from './load-acquirer.js';
import { fileMetrics } from '../folder-rail/file-metrics.js';
import { foldersIn } from '../folder-rail/folders.js';
import { bankLinkOf } from './load-rail.js';
import { loadSandbox } from './load-sandbox.js';
import { watchedStorage, type WatchedStorage } from './storage-health.js';

/** A service that serves. */
export interface Service {
  readonly url: string;
  /** Where figures and descriptions are, if that is a port of their own. */
  readonly adminUrl?: string;
  /** Rejects when the process must be started again; it never resolves. */
  readonly broken: Promise<never>;
  /** Stops taking requests, finishes those in flight and the work in hand, and closes everything. */
  readonly stop: () => Promise<void>;
}

/** The changes that only a crash run makes to the engine's surroundings. */
export interface Between {
  readonly storage: (storage: Storage) => Storage;
  readonly bankRail: (rail: BankRail) => BankRail;
  /** The traits of the sandbox bank that differ from its defaults. */
  readonly bankTraits?: Partial<RailTraits>;
}

const NOTHING: Between = { storage: (storage) => storage, bankRail: (rail) => rail };

/** How long requests and work in flight may take to finish. */
const FINISH_MS = 12_000;

/** The parts that a service is put together from. */
interface Parts {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly observe: Observers;
  readonly database: EngineDatabase;
  readonly watched: WatchedStorage;
  readonly sandbox: Sandbox | undefined;
  readonly reports: BankReports | undefined;
  readonly fileFaults: FileFaults | undefined;
  readonly clock: Clock;
  readonly mailer: HostMailer;
  readonly pages: ServicePages;
  readonly document: ProvisionDocument;
  readonly webhookSender: UndiciSender;
  readonly engine: Hundi;
  readonly keks: Keks;
}

/** Loads the sandbox, and with it the testkit, only where it is wanted: a real bank's process holds neither. */
const sandboxFor = async (
  config: Config,
  real: Clock,
  document: ProvisionDocument,
  { bankTraits }: Between,
): Promise<Sandbox | undefined> => {
  if (!config.sandbox) return undefined;
  const { openSandbox } = await loadSandbox();
  return openSandbox(config, real, document, bankTraits);
};

const prepare = async (config: Config, logger: Logger, between: Between): Promise<Parts> => {
  const { dataDir } = config;
  await openDataDir(config);
  const metrics = makeMetrics();
  const document = await readDocument(config.provisionFile);
  const database = await openEngineDatabase(config.database, {
    ...(config.databasePool !== undefined && { connections: config.databasePool }),
    ...(config.databasePooler !== undefined && { pooler: config.databasePooler }),
    ...(config.databaseDirectUrl !== undefined && { directUrl: config.databaseDirectUrl }),
    clockWatch: watchMachineClock(metrics.registry, logger),
  });
  const watched = watchedStorage(between.storage(database.storage));
  const { storage } = watched;
  const sandbox = await sandboxFor(config, database.clock, document, between);
  const clock = sandbox?.clock ?? database.clock;
  if (config.railFolder !== undefined)
    fileMetrics(metrics.registry, foldersIn(config.railFolder.path));
  const observe = observers(logger, metrics);
  const mailer = mailerOf(config, sandbox, observe.onMail);
  const pages = servicePages(config);
  const webhookSender = watchedSender(
    undiciSender({
      allowLoopback: config.sandbox,
      refusedNetworks: config.webhookRefusedNetworks,
    }),
    observe.onWebhook,
  );
  const keks = await keksOf(config);
  const ports = nodePorts({ kek: keks, sendMarkFile: config.sendMark, clock });
  const notifications = notificationsOf(config, pages);
  const { rail, reportsTo, fileFaults } = await bankLinkOf(
    config,
    { clock, document, logger },
    sandbox,
  );
  const cardAcquirer = await acquirerOf(config, { clock }, sandbox, document);
  const engine = createHundi({
    ...ports,
    storage,
    bankRail: watchedRail(between.bankRail(rail), observe.onBankCall),
    bankDirectory,
    mailer,
    ...(notifications !== undefined && { notifications }),
    webhookSender,
    ...(cardAcquirer !== undefined && { cardAcquirer }),
    hostedPages: pages,
    passkeys: webAuthnPasskeys(() =>
      relyingPartyAt(pages.baseUrl(), document.bankTenants[0]?.name ?? 'Hundi'),
    ),
  });
  engine.watch(observe.onFailure);
  await requireSealer(engine, config);
  await warnOfUnusedKeks(storage, keks, logger);
  await warnOfMissingMark(storage, ports.sendMark, logger);
  // Before they are read: what is old and never arrived in the database is made anew, and written down again.
  if (!config.sandbox) await forgetCredentials(dataDir, clock, logger);
  const tenants = { engine, storage, clock, entropy: nodeEntropy, dataDir, logger };
  await database.alone(() =>
    provisionTenants(tenants, document, provisionDefaults(config.sandbox)),
  );
  tellOfDebits(rail, document, logger);
  if (!config.sandbox) await warnOfApprovalsWithoutFactor(storage, document, logger);
  if (config.reconcile) await engine.askBeforeSending();
  return {
    config,
    logger,
    metrics,
    observe,
    database,
    watched,
    sandbox,
    reports: reportsTo?.(engine),
    fileFaults,
    clock,
    mailer,
    webhookSender,
    pages,
    engine,
    keks,
    document,
  };
};

const backgroundOf = ({ config, observe, sandbox, reports, clock, engine }: Parts): Background => {
  const worker = () => engine.startWorker(observe.worker);
  const taking = (bank: BankReports) => () =>
    reportWorker({
      engine,
      bank,
      ...(sandbox !== undefined && { clock: sandbox.clock }),
      pacer: nodePacer(clock),
      onError: (error) => {
        observe.onFailure(
          'take-bank-reports',
          error,
          failureFacts('take-bank-reports', error, clock.now()),
        );
      },
    });
  return background([
    ...Array.from({ length: config.workers }, () => worker),
    ...(reports !== undefined && config.workers > 0 ? [taking(reports)] : []),
  ]);
};

const sandboxParts = (
  { config, document, engine, pages, webhookSender, mailer, reports, fileFaults }: Parts,
  sandbox: Sandbox,
  work: Background,
): SandboxParts => {
  const { bank, cards, clock, mailbox } = sandbox;
  const time = sandbox.timelineOf(engine, reports ?? bank);
  // From before the workers stop: what they are sending must not hold up a request to move the time.
  const alone = (move: () => Promise<void>): Promise<void> =>
    webhookSender.hurried(() => work.alone(move));
  return {
    publicUrl: pages.baseUrl,
    callers: sandboxCallers(pages.baseUrl, proxiesOf(config.trustedProxies)),
    clock,
    mails: async (to) => {
      // A mail follows its answer: a test that requests a code and then looks must find it.
      await mailer.handedOver();
      return mailbox.mails(to);
    },
    timeline: {
      runDue: () => alone(time.runDue),
      advance: (ms) => alone(() => time.advance(ms)),
    },
    document,
    ...(config.bankRail === undefined && config.railFolder?.peer !== 'none' && { bank }),
    ...(fileFaults !== undefined && { fileFaults }),
    ...(config.cardAcquirer === undefined && { cards }),
  };
};

/** What the app has of a sandbox, and people may see of it beside their login. */
const sandboxOf = async (
  parts: Parts,
  sandbox: Sandbox,
  work: Background,
): Promise<Partial<AppParts>> => {
  const { config, logger } = parts;
  const own = sandboxParts(parts, sandbox, work);
  const { sandboxRoutes } = await import('../sandbox/sandbox-routes.js');
  return {
    sandbox: sandboxRoutes(own),
    ...(config.portalPages && {
      portalPages: {
        ...paymentFileReader,
        mailbox: async (email, request) =>
          E.isRight(own.callers(request)) ? own.mails(email) : undefined,
      },
    }),
    ...(await startOf(parts)),
    ...timeOfOthers(config, sandbox.clock, logger),
  };
};

/** Logs that the bank is asked about older payments before they are sent. */
const doubtOf = async ({ storage }: EngineDatabase): Promise<object> => {
  const line = await storage.read(({ doubts }) => doubts.line());
  return line === undefined ? {} : { asksBeforeSendingUpTo: new Date(line).toISOString() };
};

/**
 * Opens everything that the configuration names, provisions the tenants, and serves.
 *
 * @throws StartRefused when something that the configuration names cannot be had.
 */
export const startService = async (
  config: Config,
  logger: Logger,
  between: Between = NOTHING,
): Promise<Service> => {
  const parts = await prepare(config, logger, between);
  const { database, watched, sandbox, engine, mailer } = parts;
  const work = backgroundOf(parts);
  const watching = config.sandbox
    ? undefined
    : await watchCredentials(config.dataDir, parts.clock, logger);
  let stopping = false;
  const app: AppParts = {
    engine,
    logger,
    metrics: parts.metrics,
    rateLimits: config.rateLimits === 'off' ? 'off' : database.limiting(config.rateLimits),
    networkLimits: config.rateLimits,
    trustedProxies: config.trustedProxies,
    onSecurityEvent: securityLog(parts.keks, logger, parts.metrics),
    pages: parts.pages,
    themes: themesOf(parts.document),
    isReady: async () =>
      (await database.isReady()) &&
      (await watched.isWritable()) &&
      E.isRight(await engine.checkSealer()),
    details: () => doubtOf(database),
    isStopping: () => stopping,
    ...(config.portalPages && { portalPages: paymentFileReader }),
    ...(sandbox !== undefined && (await sandboxOf(parts, sandbox, work))),
    adminApart: config.adminPort !== undefined,
  };
  const { main, admin, stop, cut } = await listenOnPorts(config, parts.pages, app);
  work.start();
  return {
    url: main.url,
    ...(admin !== undefined && { adminUrl: admin.url }),
    broken: watched.broken,
    stop: async () => {
      stopping = true;
      watching?.();
      const patience = setTimeout(cut, FINISH_MS);
      await Promise.all([stop(), work.stop()]);
      clearTimeout(patience);
      await Promise.all([mailer.close(), parts.webhookSender.close()]);
      await sandbox?.close();
      await database.close();
    },
  };
};
