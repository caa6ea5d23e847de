import { recipe } from '../../kernel/token.js';
import { inTime, SOON } from '../../ports/in-time.js';
import { Pacer } from '../../ports/pacer.js';
import { Sealer } from '../../ports/sealer.js';
import { GuardedSealer, makeGuardedSealer } from '../../ports/guarded-sealer.js';
import { Causes } from './causes.js';

/** The sealer of an engine. A call that gets no answer in time rejects with {@link SealerAway}. */
export const makeSealerInTime = recipe(
  GuardedSealer,
  { Sealer, Pacer, Causes },
  ({ sealer, pacer, causes }) => {
    const report = (error: unknown) => causes.report('use-sealer', error);
    const calling = { pacer, report, withinMs: SOON };
    return makeGuardedSealer(sealer, (call) => inTime('sealer', call, calling));
  },
);
