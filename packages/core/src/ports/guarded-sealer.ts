import { token } from '../kernel/token.js';
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
