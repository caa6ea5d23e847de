/** Gives other work of the process its turn, in the middle of a long message. */
export const letOthersRun = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** About a millisecond of work on orders. */
const ITEMS_A_TURN = 1_000;

/** The items of a long list, between which other work has its turn. */
export async function* inTurns<A>(items: Iterable<A>): AsyncGenerator<A, void> {
  let count = 0;
  for (const item of items) {
    count += 1;
    if (count % ITEMS_A_TURN === 0) await letOthersRun();
    yield item;
  }
}
