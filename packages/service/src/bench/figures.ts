/** The figures of a run by their places in its JSON, members between dots: `acceptSqlite.ratio`. */
export type Figures = ReadonlyMap<string, number>;

/** Reads the figures of a run's JSON. */
export const figuresOf = (json: unknown): Figures => {
  const figures = new Map<string, number>();
  const walk = (node: unknown, place: ReadonlyArray<string>): void => {
    if (typeof node === 'number') figures.set(place.join('.'), node);
    else if (typeof node === 'object' && node !== null) {
      for (const [name, value] of Object.entries(node)) walk(value, [...place, name]);
    }
  };
  walk(json, []);
  return figures;
};
