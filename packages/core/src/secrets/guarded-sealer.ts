import { token } from '../kernel/token.js';
import type { Sealer } from '../ports/sealer.js';
import { SealerAway } from '../ports/sealer-away.js';

/** The host's sealer, as use cases call it: it opens several texts at once, and rejects with {@link SealerAway} only. */
export type GuardedSealer = Required<Sealer>;
export const GuardedSealer = token<GuardedSealer>('GuardedSealer');

const asked = async <A>(ask: () => Promise<A>): Promise<A> => {
  try {
    return await ask();
  } catch (error) {
    throw new SealerAway(error);
  }
};

export const makeGuardedSealer = (sealer: Sealer): GuardedSealer => ({
  seal: (secret, context) => asked(() => sealer.seal(secret, context)),
  open: (sealed, context) => asked(() => sealer.open(sealed, context)),
  openMany: (texts) =>
    asked(
      () =>
        sealer.openMany?.(texts) ??
        Promise.all(texts.map(({ sealed, context }) => sealer.open(sealed, context))),
    ),
  isCurrent: (sealed) => asked(() => sealer.isCurrent(sealed)),
});
