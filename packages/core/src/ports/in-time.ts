import { SECOND } from '../kernel/values/time.js';
import type { Pacer } from './pacer.js';

/**
 * How long the engine waits for a bank or an acquirer, in ms. Their adapters give up before (10 s). A call that began late
 * may outlive its claim (25 s): then whoever holds the claim asks.
 */
const ANSWERS_WITHIN = 20 * SECOND;

/** How long the engine waits for a sealer, a send mark or a mailer, in ms: a person waits with it, or a unit of work. */
export const SOON = 10 * SECOND;

/** Reported to the host for a call that another system did not answer in time. It may have done what it was asked. */
export class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime';
  readonly code = 'NO_ANSWER_IN_TIME';

  constructor(answerer: string, ms: number) {
    super(`${answerer} has not answered within ${String(ms / SECOND)} s`);
  }
}

/** How the engine waits for another system, and where it reports what went wrong. */
export interface Calling {
  readonly pacer: Pick<Pacer, 'alarm'>;
  readonly report: (error: unknown) => void;
  /** How long it waits, in ms. Default: 20 s. */
  readonly withinMs?: number;
}

const drop = (): void => undefined;

/**
 * The answer of another system, or a rejection with {@link NoAnswerInTime}: no call holds its caller up for ever. A failure
 * that comes later is reported.
 *
 * @param late takes an answer that comes later. By default it is dropped: for calls whose outcome is asked for.
 */
export const inTime = <A>(
  answerer: string,
  call: () => Promise<A>,
  { pacer, report, withinMs = ANSWERS_WITHIN }: Calling,
  late: (answer: A) => void = drop,
): Promise<A> =>
  new Promise((resolve, reject) => {
    let [take, fail]: [(answer: A) => void, (error: unknown) => void] = [resolve, reject];
    const callOff = pacer.alarm(withinMs, () => {
      [take, fail] = [late, report];
      reject(new NoAnswerInTime(answerer, withinMs));
    });
    // A port may also throw.
    (async () => call())()
      .finally(callOff)
      .then(
        (answer) => {
          take(answer);
        },
        (error: unknown) => {
          fail(error);
        },
      );
  });
