import { SECOND } from '../kernel/values/time.js';
import type { Pacer } from './pacer.js';

/** How long the engine waits for another system, in ms. Adapters give up before (10 s); a claim lasts longer (25 s). */
export const ANSWERS_WITHIN = 20 * SECOND;

/** Reported to the host for a call that another system did not answer in time. It may have done what it was asked. */
export class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime';
  readonly code = 'NO_ANSWER_IN_TIME';

  constructor(answerer: string) {
    super(`${answerer} has not answered within ${String(ANSWERS_WITHIN / SECOND)} s`);
  }
}

/** How the engine waits for another system, and where it reports what went wrong. */
export interface Calling {
  readonly pacer: Pick<Pacer, 'alarm'>;
  readonly report: (error: unknown) => void;
}

/**
 * The answer of another system, or a rejection with {@link NoAnswerInTime}: no call holds its caller up for ever. An
 * answer that comes later is dropped, because the outcome is asked for anyway. A failure that comes later is reported.
 */
export const inTime = <A>(
  answerer: string,
  call: () => Promise<A>,
  { pacer, report }: Calling,
): Promise<A> =>
  new Promise((resolve, reject) => {
    let fail: (error: unknown) => void = reject;
    const callOff = pacer.alarm(ANSWERS_WITHIN, () => {
      fail = report;
      reject(new NoAnswerInTime(answerer));
    });
    // A port may also throw.
    (async () => call())()
      .finally(callOff)
      .then(resolve, (error: unknown) => {
        fail(error);
      });
  });
