type Remove = () => Promise<unknown>;

/** What a run has made and started, to be removed and ended in any case. */
export interface Made {
  readonly add: (remove: Remove) => void;
  /** Removes everything, the last first. @throws the first failure, after it has tried them all. */
  readonly removeAll: () => Promise<void>;
}

export const newMade = (): Made => {
  const removes: Remove[] = [];
  return {
    add: (remove) => removes.push(remove),
    removeAll: async () => {
      const failures: unknown[] = [];
      for (let remove = removes.pop(); remove !== undefined; remove = removes.pop())
        await remove().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
};
