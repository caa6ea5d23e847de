/** The part of an error that a log line may hold. */
export interface ErrorFacts {
  readonly name: string;
  readonly code?: string;
  /** Where it was thrown, innermost first. */
  readonly stack?: ReadonlyArray<string>;
  readonly cause?: ErrorFacts;
}

const NAME = /^[A-Z][A-Za-z]{0,63}$/;
// SQLSTATE, or a word such as ECONNRESET: nothing that could be an account number.
const CODE = /^(?:[0-9A-Z]{5}|(?!.*\d{5})[A-Z][A-Z0-9_]{1,63})$/;
// The name of a function, and a place in a file or one of V8's own words for a place.
const FRAME =
  /^ {4}at (?:async )?(?:(?![^(]*\d{6})[\w$.<>[\] ]+ \()?(?:(?:node:|file:\/\/\/|\/)[^()\s]*:\d+:\d+|<anonymous>|index \d+)\)?$/;

// As many as V8 keeps. The message stands before them, so what looks like a frame in it is not among them.
const FRAMES_MAX = 10;
const CAUSES_MAX = 3;

/**
 * Name, code and place of an error, and never its text: a driver's holds SQL with its values, a bank's may hold
 * the order that it was about.
 */
export const errorFacts = (error: unknown, causes = CAUSES_MAX): ErrorFacts => {
  if (!(error instanceof Error)) return { name: 'NotAnError' };
  const { name, code, stack, cause } = error as NodeJS.ErrnoException;
  const frames = framesOf(stack);
  return {
    name: NAME.test(name) ? name : 'Error',
    ...(typeof code === 'string' && CODE.test(code) && { code }),
    ...(frames.length > 0 && { stack: frames }),
    ...(cause !== undefined && causes > 0 && { cause: errorFacts(cause, causes - 1) }),
  };
};

const framesOf = (stack: unknown): ReadonlyArray<string> => {
  const lines = typeof stack === 'string' ? stack.split('\n') : [];
  const message = lines.findLastIndex((line) => !FRAME.test(line));
  return lines
    .slice(message + 1)
    .slice(-FRAMES_MAX)
    .map((line) => line.trim());
};
