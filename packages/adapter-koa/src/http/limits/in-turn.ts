/** Runs so many calls of one caller at a time in this process; further ones wait for their turn. */
export type InTurn = <A>(who: string, call: () => Promise<A>) => Promise<A>;

export const inTurn = (max: number): InTurn => {
  const callers = new Map<string, { running: number; readonly waiting: Array<() => void> }>();
  return async (who, call) => {
    const turns = callers.get(who) ?? { running: 0, waiting: [] };
    callers.set(who, turns);
    if (turns.running === max) await new Promise<void>((resolve) => turns.waiting.push(resolve));
    else turns.running += 1;
    try {
      return await call();
    } finally {
      const next = turns.waiting.shift();
      if (next !== undefined) next();
      else if ((turns.running -= 1) === 0) callers.delete(who);
    }
  };
};
