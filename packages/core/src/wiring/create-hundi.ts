import { Causes, type OnError } from '../app/duty/causes.js';
import { Claims } from '../app/duty/claims.js';
import type { Duty } from '../app/duty/duty.js';
import { eachLook, Looks, NextDues } from '../app/duty/next-dues.js';
import { runDue } from '../app/duty/run-due.js';
import { waking } from '../app/duty/waking.js';
import { startWorker, type Worker, type WorkerObserver } from '../app/duty/worker.js';
import { tokenOf } from '../kernel/token.js';
import { Features, type Feature, type FeatureOff } from '../kernel/use-case/feature-off.js';
import type { EpochMs } from '../kernel/values/time.js';
import { NotificationLooks } from '../app/notification/notification-looks.js';
import { Clock } from '../ports/clock.js';
import { exactly } from '../ports/entropy.js';
import { Pacer } from '../ports/whole-pacer.js';
import { afterDetection } from '../app/restore/after-detection.js';
import { DetectRestore } from '../app/restore/detect-restore.js';
import type { HostTransaction } from '../storage/host-transaction.js';
import { Storage } from '../storage/whole-storage.js';
import { givenPorts, OPTIONAL_PORT_TOKENS, type Ports } from './ports.js';
import { RECIPES } from './recipes.js';
import { recipeBook, resolveAll, singletons, type Made, type Resolver } from './singletons.js';
import { CHANGES, DUTIES, USE_CASES } from './use-cases.js';
import { withinOf, type Within } from './within.js';
import { afterReport, ReportWorkLeft } from './work-left.js';

/** The engine: every use case, and the background work (decisions §16). */
export interface Hundi extends Made<typeof CHANGES>, Made<typeof USE_CASES> {
  /** The features that are off because the host does not give their ports, and how their use cases refuse. */
  readonly featuresOff: ReadonlyMap<Feature, FeatureOff>;
  /**
   * The background work, duty by duty, for hosts that schedule it themselves. Duties whose port the host does not give
   * are not among it: their work stays queued, is reported once to {@link watch} and shows in the backlog.
   */
  readonly duties: ReadonlyArray<Duty>;
  /** Runs background work until nothing is due at the clock's present moment; answers how much it was. */
  readonly runDue: () => Promise<number>;
  /** When the next background work falls due, or fell; undefined when there is none. Epoch ms. */
  readonly nextDue: () => Promise<EpochMs | undefined>;
  /** The same for each of {@link duties} that has work. */
  readonly nextDues: NextDues;
  /**
   * Calls `onError` for every error in this process that no caller gets, and returns a function that stops this.
   * Workers also call the `onError` with which they were started; the same function is called once.
   */
  readonly watch: (onError: OnError) => () => void;
  /**
   * Use cases in a transaction that the host began, such as one with a row of the host's own. What they answer is true
   * once the host has committed; workers look for it then.
   */
  readonly within: (transaction: HostTransaction) => Within;
  /** Starts one background worker; start as many as the host likes, in as many processes. */
  readonly startWorker: (observer: WorkerObserver) => Worker;
}

/** A look at these duties alone. */
const lookAt = (duties: ReadonlyArray<Duty>, nextDues: NextDues): NextDues => {
  const names = new Set(duties.map(({ name }) => name));
  return async () => new Map([...(await nextDues())].filter(([duty]) => names.has(duty)));
};

/** The duties that run when these ports are missing. */
const dutiesWithout = (missing: Features['missing']): typeof DUTIES => {
  const tokens: ReadonlyArray<symbol> = missing.map((port) => OPTIONAL_PORT_TOKENS[port]);
  return DUTIES.filter(
    ({ dependencies }) => !dependencies.some(([, one]) => tokens.includes(tokenOf(one))),
  );
};

/** The background work: tests and the sandbox run it by hand, a service by workers. */
const backgroundOf = (
  container: Resolver,
): Pick<Hundi, 'duties' | 'runDue' | 'nextDue' | 'nextDues' | 'watch' | 'startWorker'> => {
  const causes = container.get(Causes);
  const { missing } = container.get(Features);
  const reportWorkLeft = container.get(ReportWorkLeft);
  const afterDetecting = afterDetection(container.get(DetectRestore));
  const duties = dutiesWithout(missing).map(({ service }) => {
    const duty = afterDetecting.run(container.get(service));
    return missing.length === 0 ? duty : afterReport(duty, reportWorkLeft);
  });
  const nextDues = lookAt(duties, container.get(NextDues));
  return {
    duties,
    runDue: () => runDue(duties),
    nextDue: async () => {
      const moments = [...(await nextDues()).values()];
      return moments.length === 0 ? undefined : Math.min(...moments);
    },
    nextDues,
    watch: causes.listen,
    startWorker: ({ onError, ...observer }) => {
      const leave = causes.listen(onError);
      // Nothing may ever be due for the other duties. If it fails, the first run of one of them tries it again.
      reportWorkLeft().catch(() => undefined);
      container
        .get(NotificationLooks)
        .beginAll()
        .catch((error: unknown) => causes.report('gather-notifications', error));
      const [storage, clock] = [container.get(Storage), container.get(Clock)];
      const worker = startWorker(
        duties,
        afterDetecting.looks(eachLook(container.get(Looks), (look) => lookAt(duties, look))),
        {
          clock,
          pacer: container.get(Pacer),
          ...(storage.listen !== undefined && { listen: storage.listen }),
          claims: container.get(Claims),
        },
        { ...observer, onError: causes.report },
      );
      return { stop: () => worker.stop().finally(leave) };
    },
  };
};

/** The engine of a container that `coreModule` and the ports (decisions §16) are loaded into. */
export const hundiFrom = (container: Resolver): Hundi => ({
  featuresOff: container.get(Features).off,
  ...resolveAll(CHANGES, container),
  ...resolveAll(USE_CASES, container),
  ...backgroundOf(container),
  within: withinOf(container),
});

const book = recipeBook(RECIPES);

/** The engine over a host's ports (decisions §16), without a container of the host's own. */
export const createHundi = (given: Ports): Hundi => {
  const { storage, pacer, entropy } = given;
  const ports = { ...given, storage: waking(storage, pacer), entropy: exactly(entropy) };
  return hundiFrom(singletons(book, new Map<symbol, unknown>(givenPorts(ports))));
};
