import type { Duty } from '../duty/duty.js';
import { eachLook, type Looks, type NextDues } from '../duty/next-dues.js';
import { PutBack } from '../duty/claims.js';
import type { DetectRestore } from './detect-restore.js';

/** Lets duties claim nothing before the mark is met: a claim gives out tokens, and they would hide the doubt. */
export interface AfterDetection {
  readonly run: (duty: Duty) => Duty;
  /** A worker looks for work only then: nothing may ever be due, while people decide and cancel. */
  readonly looks: (looks: Looks) => Looks;
}

/** Meets the mark once for all duties, before the first claim, and again where the database is put back later. */
export const afterDetection = (detectRestore: DetectRestore): AfterDetection => {
  let met: Promise<void> | undefined;
  const meet = (): Promise<void> => {
    const meeting = detectRestore();
    met = meeting;
    meeting.catch(() => {
      if (met === meeting) met = undefined;
    });
    return meeting;
  };
  const afterMeeting =
    (look: NextDues): NextDues =>
    async () => {
      await (met ?? meet());
      return look();
    };
  return {
    run: (duty) => ({
      ...duty,
      run: async (...lane) => {
        await (met ?? meet());
        try {
          return await duty.run(...lane);
        } catch (error) {
          if (!(error instanceof PutBack)) throw error;
          await meet();
          return duty.run(...lane);
        }
      },
    }),
    looks: (looks) => eachLook(looks, afterMeeting),
  };
};
