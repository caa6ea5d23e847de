import { KitFailure, shownError, type KitCheck } from './check.js';

/** A rule that does not hold. */
export interface KitFault {
  readonly sentence: string;
  /** The port, and its sentence that is broken. */
  readonly port: string;
  readonly expected: string;
  readonly seen: string;
}

/** A rule that was not checked, and what is missing. */
export interface KitGap {
  readonly sentence: string;
  readonly needs: string;
}

/** The outcome of a kit. A rule is in exactly one of the lists. */
export interface KitReport {
  readonly passed: ReadonlyArray<string>;
  readonly failed: ReadonlyArray<KitFault>;
  readonly notChecked: ReadonlyArray<KitGap>;
}

/** Runs the checks of a kit, one after the other, and reports on all of them. It never rejects. */
export const runKit = async (checks: ReadonlyArray<KitCheck>): Promise<KitReport> => {
  const passed: string[] = [];
  const failed: KitFault[] = [];
  const notChecked: KitGap[] = [];
  for (const { sentence, port, notChecked: needs, run } of checks) {
    if (needs !== undefined) {
      notChecked.push({ sentence, needs });
      continue;
    }
    try {
      await run();
      passed.push(sentence);
    } catch (error) {
      const { expected, seen } =
        error instanceof KitFailure ? error : { expected: 'no error', seen: shownError(error) };
      failed.push({ sentence, port, expected, seen });
    }
  }
  return { passed, failed, notChecked };
};

/** The report as text: a line for each rule, and what is wrong or missing below it. */
export const kitReport = ({ passed, failed, notChecked }: KitReport): string =>
  [
    ...passed.map((sentence) => `ok           ${sentence}`),
    ...notChecked.flatMap(({ sentence, needs }) => [
      `not checked  ${sentence}`,
      `             ${needs}`,
    ]),
    ...failed.flatMap(({ sentence, port, expected, seen }) => [
      `BROKEN       ${sentence}`,
      `             the port says: ${port}`,
      `             expected: ${expected}`,
      `             seen: ${seen}`,
    ]),
  ].join('\n');
