/** Runs one thing after another, in the order of the calls, even if some fail. */
export const turns = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <A>(work: () => Promise<A>): Promise<A> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
};
