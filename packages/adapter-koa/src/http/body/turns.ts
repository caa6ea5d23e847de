const waiting: (() => void)[] = [];

const giveNext = (): void => {
  const resolve = waiting.shift();
  if (waiting.length > 0) setImmediate(giveNext);
  resolve?.();
};

/**
 * Waits for a turn of the thread. Each round of the event loop gives one turn, however many wait: ten long bodies
 * that are parsed side by side hold other requests up no longer than one does.
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(giveNext);
  });
