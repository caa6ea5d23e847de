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

const shownPass = (sentence: string): string => `ok           ${sentence}`;

const shownGap = ({ sentence, needs }: KitGap): string =>
  [`not checked  ${sentence}`, `             ${needs}`].join('\n');

const shownFault = ({ sentence, port, expected, seen }: KitFault): string =>
  [
    `BROKEN       ${sentence}`,
    `             the port says: ${port}`,
    `             expected: ${expected}`,
    `             seen: ${seen}`,
  ].join('\n');

/**
 * Runs the checks of a kit, one after the other, and reports on all of them. It never rejects unless
 * `print` throws.
 *
 * @param print is called with the lines of each check as it ends, as {@link kitReport} has them: `console.log`, for checks
 *   that take minutes.
 */
export const runKit = async (
  checks: ReadonlyArray<KitCheck>,
  print: (lines: string) => void = () => undefined,
): Promise<KitReport> => {
  const passed: string[] = [];
  const failed: KitFault[] = [];
  const notChecked: KitGap[] = [];
  for (const { sentence, port, notChecked: needs, run } of checks) {
    if (needs !== undefined) {
      const gap = { sentence, needs };
      notChecked.push(gap);
      print(shownGap(gap));
      continue;
    }
    try {
      await run();
    } catch (error) {
      const { expected, seen } =
        error instanceof KitFailure ? error : { expected: 'no error', seen: shownError(error) };
      const fault = { sentence, port, expected, seen };
      failed.push(fault);
      print(shownFault(fault));
      continue;
    }
    passed.push(sentence);
    print(shownPass(sentence));
  }
  return { passed, failed, notChecked };
};

/** The report as text: a line for each rule, and what is wrong or missing below it. */
export const kitReport = ({ passed, failed, notChecked }: KitReport): string =>
  [...passed.map(shownPass), ...notChecked.map(shownGap), ...failed.map(shownFault)].join('\n');
