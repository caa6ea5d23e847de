/** Rounds in a row in which turns give way to connections that arrive. */
const GIVE_WAY_ROUNDS = 64;

/** Connections that arrived in this round of the event loop and in the two before. */
let arrived = 0;

const forget = (rounds: number): void => {
  if (rounds === 0) arrived -= 1;
  else
    setImmediate(() => {
      forget(rounds - 1);
    });
};

const isCrowded = (): boolean => arrived > 1;

/**
 * Says that a connection was accepted; whether it is one of many. Node accepts one in each round: a hundred that arrive at
 * once keep the next one out for a hundred rounds, so nothing that has turns is done meanwhile.
 */
export const arrivesInCrowd = (): boolean => {
  arrived += 1;
  forget(3);
  return isCrowded();
};

/**
 * Gives turns of the thread: so many in each round of the event loop, however many wait. Ten long bodies that are parsed
 * side by side then hold other requests up no longer than one does.
 */
export const turns = (aRound: number): (() => Promise<void>) => {
  const waiting: (() => void)[] = [];
  let gaveWay = 0;
  const giveNext = (): void => {
    if (isCrowded() && gaveWay < GIVE_WAY_ROUNDS) {
      gaveWay += 1;
      setImmediate(giveNext);
      return;
    }
    gaveWay = 0;
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

/** Goes through the steps of a long work, each in a turn of its own. */
export const inTurns = async <A>(steps: Iterator<unknown, A>): Promise<A> => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
};
