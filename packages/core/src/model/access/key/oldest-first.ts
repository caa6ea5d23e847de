interface Made {
  readonly keyId: string;
  readonly createdAt: number;
}

/** Keys in the order in which they were made; by their ids where that is one moment. */
export const oldestFirst = <K extends Made>(keys: ReadonlyArray<K>): ReadonlyArray<K> =>
  [...keys].sort((a, b) => a.createdAt - b.createdAt || (a.keyId < b.keyId ? -1 : 1));
