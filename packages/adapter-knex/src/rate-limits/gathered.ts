/** What several calls got together, and which of them one was: 1 for the first. */
export interface Share<A> {
  readonly all: A;
  readonly nth: number;
}

interface Group<A> {
  calls: number;
  readonly all: Promise<A>;
}

/** Runs so many calls at once. */
type Run<A> = (calls: number) => Promise<A>;

/**
 * Lets calls under a name wait while one of that name runs, and then runs all that wait at once, as the first of them
 * would: however many callers share a name, the database meets one statement of a process for it at a time.
 */
export const gathered = <A>(): ((name: string, run: Run<A>) => Promise<Share<A>>) => {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Group<A>>();

  const begin = (name: string, run: Run<A>): Group<A> => {
    const start = (): Promise<A> => {
      const { calls } = waiting.get(name) as Group<A>;
      waiting.delete(name);
      return run(calls);
    };
    const all = (running.get(name) ?? Promise.resolve()).then(start);
    const over = all
      .catch(() => undefined)
      .then(() => {
        if (running.get(name) === over) running.delete(name);
      });
    running.set(name, over);
    const group = { calls: 0, all };
    waiting.set(name, group);
    return group;
  };

  return async (name, run) => {
    const group = waiting.get(name) ?? begin(name, run);
    group.calls += 1;
    const nth = group.calls;
    return { all: await group.all, nth };
  };
};
