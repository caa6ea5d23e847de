import type { SandboxClock } from './sandbox-clock.js';

/**
 * Brings the clock up to what other processes have moved it to. A caller gets a reading that began after it asked;
 * callers that wait for one share the next. A reading that fails is reported, and the clock goes on as it is.
 */
export const sharedTime = (
  { refresh }: Pick<SandboxClock, 'refresh'>,
  onFailure: (error: unknown) => void,
): (() => Promise<void>) => {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const read = (): Promise<void> => {
    next = undefined;
    return refresh().catch(onFailure);
  };
  return () => {
    if (next === undefined) {
      next = last.then(read);
      last = next;
    }
    return next;
  };
};
