/** What a rule needs of a host, in words where it is missing. */
export type Need<S> = (subject: S) => string | undefined;

/** Several needs; the words of the first that is missing. */
export const needing =
  <S>(...needs: ReadonlyArray<Need<S>>): Need<S> =>
  (subject) => {
    for (const need of needs) {
      const missing = need(subject);
      if (missing !== undefined) return missing;
    }
    return undefined;
  };

/** That the host gives a hook. */
export const hook =
  <S>(name: keyof S & string, what: string): Need<S> =>
  (subject) =>
    subject[name] === undefined ? `give ${name}: ${what}` : undefined;
