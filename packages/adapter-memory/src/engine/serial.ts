/** Runs what it is given one after another, in the order in which it was asked. */
export const serial = (): (<A>(run: () => Promise<A>) => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const result = last.then(run);
    last = result.catch(() => undefined);
    return result;
  };
};
