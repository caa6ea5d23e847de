/**
 * Gives turns of the thread: so many in each round of the event loop, however many wait. Ten long bodies that are parsed
 * side by side then hold other requests up no longer than one does.
 */
export const turns = (aRound: number): (() => Promise<void>) => {
  const waiting: (() => void)[] = [];
  const giveNext = (): void => {
    const next = waiting.splice(0, aRound);
    if (waiting.length > 0) setImmediate(giveNext);
    for (const resolve of next) resolve();
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(giveNext);
    });
};

/** Waits for a turn of work on what was sent: one in each round. */
export const nextTurn = turns(1);
