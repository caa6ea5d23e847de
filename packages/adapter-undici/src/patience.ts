/** How long one attempt may take in all, in ms. */
export interface Waits {
  readonly usual: number;
  /** While there is a hurry. */
  readonly hurried: number;
  /** While there is a hurry, for an endpoint that has used up its time in it. */
  readonly silent: number;
}

/** Ends attempts whose time is over. */
export interface Patience {
  /** Calls `giveUp` when the time of an attempt is over, unless its end is said before. */
  readonly begin: (endpointId: string, giveUp: () => void) => () => void;
  /** Runs work in a hurry: what is under way when it begins gets no more time than what it begins. */
  readonly hurried: <A>(work: () => Promise<A>) => Promise<A>;
}

interface Underway {
  readonly endpointId: string;
  readonly since: number;
  readonly giveUp: () => void;
  timer?: NodeJS.Timeout;
}

export const patience = ({ usual, hurried, silent }: Waits): Patience => {
  const underway = new Set<Underway>();
  const silentOnes = new Set<string>();
  let hurries = 0;

  const wait = (endpointId: string): number => {
    if (hurries === 0) return usual;
    return Math.min(usual, silentOnes.has(endpointId) ? silent : hurried);
  };
  const end = (one: Underway): void => {
    clearTimeout(one.timer);
    underway.delete(one);
  };
  const expire = (one: Underway): void => {
    end(one);
    if (hurries > 0) silentOnes.add(one.endpointId);
    one.giveUp();
  };
  const arm = (one: Underway): void => {
    clearTimeout(one.timer);
    const left = wait(one.endpointId) - (performance.now() - one.since);
    one.timer = setTimeout(() => expire(one), Math.max(left, 0));
  };
  const hurryBy = (change: 1 | -1): void => {
    hurries += change;
    if (hurries === 0) silentOnes.clear();
    for (const one of underway) arm(one);
  };

  return {
    begin: (endpointId, giveUp) => {
      const one: Underway = { endpointId, since: performance.now(), giveUp };
      underway.add(one);
      arm(one);
      return () => {
        if (!underway.has(one)) return;
        end(one);
        silentOnes.delete(endpointId);
      };
    },
    hurried: async (work) => {
      hurryBy(1);
      try {
        return await work();
      } finally {
        hurryBy(-1);
      }
    },
  };
};
