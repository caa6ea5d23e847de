import { Causes, type OnError } from '../duty/causes.js';
import type { Duty } from '../duty/duty.js';
import { runDue } from '../duty/run-due.js';
import { startWorker, type Worker, type WorkerObserver } from '../duty/worker.js';
import type { Token } from '../kernel/token.js';
import type { EpochMs } from '../kernel/values/time.js';
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
import { WebhookSender } from '../ports/webhook-sender.js';
import { afterDetection, DetectRestore } from '../restore/detect-restore.js';
import { Storage } from '../storage/storage.js';
import { resolveAll, type Made, type Resolver } from './recipe.js';
import { RECIPES } from './recipes.js';
import { recipeBook, singletons } from './singletons.js';
import { CHANGES, DUTIES, USE_CASES } from './use-cases.js';

/** The ports that the host of the engine provides. */
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
export interface Hundi extends Made<typeof CHANGES>, Made<typeof USE_CASES> {
  /** The background work, duty by duty, for hosts that schedule it themselves. */
  readonly duties: ReadonlyArray<Duty>;
  /** Runs background work until nothing is due at the clock's present moment; answers how much it was. */
  readonly runDue: () => Promise<number>;
  /** When the next background work falls due, or fell; undefined when there is none. Epoch ms. */
  readonly nextDue: () => Promise<EpochMs | undefined>;
  /**
   * Calls `onError` for every error in this process that no caller gets, and returns a function that stops this.
   * Workers also call the `onError` with which they were started; the same function is called once.
   */
  readonly watch: (onError: OnError) => () => void;
  /** Starts one background worker; start as many as the host likes, in as many processes. */
  readonly startWorker: (observer: WorkerObserver) => Worker;
}

const earliest = async (duties: ReadonlyArray<Duty>): Promise<EpochMs | undefined> => {
  const moments = await Promise.all(duties.map((duty) => duty.nextDue()));
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};

/** The background work: tests and the sandbox run it by hand, a service by workers. */
const backgroundOf = (
  container: Resolver,
): Pick<Hundi, 'duties' | 'runDue' | 'nextDue' | 'watch' | 'startWorker'> => {
  const causes = container.get(Causes);
  const duties = DUTIES.map(({ service }) =>
    afterDetection(container.get(service), container.get(DetectRestore)),
  );
  return {
    duties,
    runDue: () => runDue(duties),
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
  ...resolveAll(CHANGES, container),
  ...resolveAll(USE_CASES, container),
  ...backgroundOf(container),
});

const PORTS: { readonly [P in keyof Ports]: Token<Ports[P]> } = {
  storage: Storage,
  clock: Clock,
  entropy: Entropy,
  pacer: Pacer,
  sealer: Sealer,
  bankRail: BankRail,
  sendMark: SendMark,
  bankDirectory: BankDirectory,
  mailer: Mailer,
  webhookSender: WebhookSender,
  cardAcquirer: CardAcquirer,
  hostedPages: HostedPages,
};

const book = recipeBook(RECIPES);

/** The engine over a host's ports, without a container of the host's own. */
export const createHundi = (ports: Ports): Hundi => {
  const names = Object.keys(PORTS) as ReadonlyArray<keyof Ports>;
  return hundiFrom(singletons(book, new Map(names.map((name) => [PORTS[name], ports[name]]))));
};
