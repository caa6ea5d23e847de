import { token } from '../kernel/token.js';
import { inTime, SOON } from './in-time.js';
import type { Pacer } from './pacer.js';
import type { Sealer } from './sealer.js';
import { SealerAway } from './sealer-away.js';

/** The host's sealer, as use cases call it: it opens several texts at once, and rejects with {@link SealerAway} only. */
export type GuardedSealer = Required<Sealer>;
export const GuardedSealer = token<GuardedSealer>('GuardedSealer');

/** Makes a call of the sealer, and says how long to wait for it. */
type Waiting = <A>(call: () => Promise<A>) => Promise<A>;
const forEver: Waiting = async (call) => call();

/** @param waiting by default the caller waits without end: an operator's command, which a person can stop */
export const makeGuardedSealer = (sealer: Sealer, waiting: Waiting = forEver): GuardedSealer => {
  const asked = async <A>(ask: () => Promise<A>): Promise<A> => {
    try {
      return await waiting(ask);
    } catch (error) {
      throw new SealerAway(error);
    }
  };
  return {
    seal: (secret, context) => asked(() => sealer.seal(secret, context)),
    open: (sealed, context) => asked(() => sealer.open(sealed, context)),
    openMany: (texts) =>
      asked(
        () =>
          sealer.openMany?.(texts) ??
          Promise.all(texts.map(({ sealed, context }) => sealer.open(sealed, context))),
      ),
    isCurrent: (sealed) => asked(() => sealer.isCurrent(sealed)),
  };
};

/** Takes the failure of a call that the engine has already given up. */
interface LateFailures {
  readonly report: (activity: 'use-sealer', error: unknown) => unknown;
}

/** The sealer of an engine. A call that gets no answer in time rejects with {@link SealerAway}. */
export const makeSealerInTime = (
  sealer: Sealer,
  pacer: Pacer,
  causes: LateFailures,
): GuardedSealer => {
  const report = (error: unknown) => causes.report('use-sealer', error);
  const calling = { pacer, report, withinMs: SOON };
  return makeGuardedSealer(sealer, (call) => inTime('sealer', call, calling));
};
