/** One rule of a port, to be checked against what a bank wrote. Run it with any test runner. */
export interface KitCheck {
  readonly sentence: string;
  /** The port, and its sentence that is broken when the check fails. */
  readonly port: string;
  /** What is missing to check the rule. Then `run` rejects with `NotChecked`: a rule that was not checked never passes. */
  readonly notChecked?: string;
  /**
   * @throws KitFailure when the rule is broken.
   * @throws NotChecked when it cannot be checked.
   */
  readonly run: () => Promise<void>;
}

/** A broken rule: what the port promises, what was expected and what was seen. */
export class KitFailure extends Error {
  override readonly name = 'KitFailure';

  constructor(
    readonly sentence: string,
    readonly port: string,
    readonly expected: string,
    readonly seen: string,
  ) {
    super(`${sentence}\n  the port says: ${port}\n  expected: ${expected}\n  seen: ${seen}`);
  }
}

/** A rule that cannot be checked with what the host has given. */
export class NotChecked extends Error {
  override readonly name = 'NotChecked';
}

/** What a check of a subject does; what it needs of the host, in words where it is missing. */
export interface Rule<S> {
  readonly sentence: string;
  readonly port: string;
  readonly needs?: (subject: S) => string | undefined;
  readonly run: (subject: S) => Promise<void>;
}

/** What was expected and what was seen, until the check that found it adds its sentence. */
class Unexpected extends Error {
  constructor(
    readonly expected: string,
    readonly seen: string,
  ) {
    super(`expected ${expected}, saw ${seen}`);
  }
}

/** @throws when the condition does not hold: the check has failed. */
export const expecting: (holds: boolean, expected: string, seen: string) => asserts holds = (
  holds,
  expected,
  seen,
) => {
  if (!holds) throw new Unexpected(expected, seen);
};

/** An error as a report shows it. */
export const shownError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

const failureOf = ({ sentence, port }: Rule<never>, error: unknown): KitFailure =>
  error instanceof Unexpected
    ? new KitFailure(sentence, port, error.expected, error.seen)
    : new KitFailure(sentence, port, 'no error', shownError(error));

/** The checks of these rules on a subject. */
export const checksOf = <S>(rules: ReadonlyArray<Rule<S>>, subject: S): ReadonlyArray<KitCheck> =>
  rules.map((rule) => {
    const { sentence, port, needs } = rule;
    const missing = needs?.(subject);
    return {
      sentence,
      port,
      ...(missing !== undefined && { notChecked: missing }),
      run: async () => {
        if (missing !== undefined) throw new NotChecked(`${sentence}: ${missing}`);
        try {
          await rule.run(subject);
        } catch (error) {
          throw failureOf(rule, error);
        }
      },
    };
  });
