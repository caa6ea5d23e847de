import { token } from '../kernel/token.js';
import { SECOND } from '../kernel/values/time.js';
import { inTime } from '../ports/in-time.js';
import type { Pacer } from '../ports/pacer.js';
import type { Sealer } from '../ports/sealer.js';
import { SealerAway } from '../ports/sealer-away.js';

/** A person may wait for a secret. */
const SEALED_WITHIN = 10 * SECOND;

/** The host's sealer, as use cases call it: it opens several texts at once, and rejects with {@link SealerAway} only. */
export type GuardedSealer = Required<Sealer>;
export const GuardedSealer = token<GuardedSealer>('GuardedSealer');

/** How long a call may take is its caller's affair. */
type Waiting = <A>(call: () => Promise<A>) => Promise<A>;
const forEver: Waiting = async (call) => call();

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

/** Where a failure goes that comes after nobody waits for it any more. */
interface LateFailures {
  readonly report: (activity: 'use-sealer', error: unknown) => unknown;
}

/** The sealer of an engine: one that does not answer in time is away, so no caller waits for ever. */
export const makeSealerInTime = (
  sealer: Sealer,
  pacer: Pacer,
  causes: LateFailures,
): GuardedSealer => {
  const report = (error: unknown) => causes.report('use-sealer', error);
  const calling = { pacer, report, withinMs: SEALED_WITHIN };
  return makeGuardedSealer(sealer, (call) => inTime('sealer', call, calling));
};
