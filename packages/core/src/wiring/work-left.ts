import { Causes } from '../app/duty/causes.js';
import type { Duty } from '../app/duty/duty.js';
import { Features, type OptionalPort } from '../kernel/use-case/feature-off.js';
import { recipe, token } from '../kernel/token.js';
import { Clock } from '../ports/clock.js';
import { Storage } from '../storage/storage.js';
import { DUTIES_OF } from './features.js';

/**
 * Work is queued for a duty that does not run, because the host no longer gives the port for it. `code` is the port.
 */
class WorkWithoutPort extends Error {
  override readonly name = 'WorkWithoutPort';

  constructor(readonly code: OptionalPort) {
    super(`work waits for the port ${code}`);
  }
}

/** Reports the work that waits for a missing port, once: it stays queued until a process has the port. */
export type ReportWorkLeft = () => Promise<void>;
export const ReportWorkLeft = token<ReportWorkLeft>('ReportWorkLeft');

export const makeReportWorkLeft = recipe(
  ReportWorkLeft,
  { Storage, Clock, Causes, Features },
  ({ storage, clock, causes, features: { missing } }) => {
    const report = async (): Promise<void> => {
      for (const port of missing) {
        for (const duty of DUTIES_OF[port]) {
          const { waiting } = await storage.read(({ work }) => work.tally(duty, clock.now(), 1));
          if (waiting > 0) causes.report(duty, new WorkWithoutPort(port));
        }
      }
    };

    let reported: Promise<void> | undefined;
    return () => {
      reported ??= report().catch((error: unknown) => {
        reported = undefined;
        throw error;
      });
      return reported;
    };
  },
);

/** The same duty, which reports the work of others before it runs for the first time. */
export const afterReport = (duty: Duty, reportWorkLeft: ReportWorkLeft): Duty => ({
  ...duty,
  run: async (...lane) => {
    await reportWorkLeft();
    return duty.run(...lane);
  },
});
