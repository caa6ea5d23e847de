export interface GroupCommitOptions<In> {
  /** How much of the capacity an input takes; 1 without it. */
  readonly weigh?: (input: In) => number;
  /** Called when a group fails, before its members are run one by one: perhaps none of them fails alone. */
  readonly onGroupFailure?: (error: unknown) => void;
  /**
   * Whether an error that a member met alone awaits every other member, too. The rest of its group is then rejected
   * with it: run one after another, each would wait for the time-outs of all before it.
   */
  readonly affectsAll?: (error: unknown) => boolean;
}

interface Waiting<In, Out> {
  readonly input: In;
  readonly weight: number;
  readonly resolve: (output: Out) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: while one group runs, requests that arrive wait, and then share the next run. One caller
 * alone never waits. A group that fails is run again one by one, so that a single bad member costs
 * no other member its answer; `run` must therefore tolerate being repeated for the same input.
 *
 * @param run answers one output for each input, in order
 * A group holds at least one input.
 */
export const groupCommit = <In, Out>(
  run: (inputs: ReadonlyArray<In>) => Promise<ReadonlyArray<Out>>,
  capacity: number,
  { weigh = () => 1, onGroupFailure, affectsAll = () => false }: GroupCommitOptions<In> = {},
): ((input: In) => Promise<Out>) => {
  const queue: Waiting<In, Out>[] = [];
  let running = false;

  const take = (): Waiting<In, Out>[] => {
    let [count, weight] = [0, 0];
    for (const next of queue) {
      if (count > 0 && weight + next.weight > capacity) break;
      count += 1;
      weight += next.weight;
    }
    return queue.splice(0, count);
  };

  const answer = async (group: ReadonlyArray<Waiting<In, Out>>): Promise<void> => {
    const outputs = await run(group.map(({ input }) => input));
    group.forEach(({ resolve }, i) => {
      resolve(outputs[i] as Out);
    });
  };

  const runOneByOne = async (group: ReadonlyArray<Waiting<In, Out>>): Promise<void> => {
    for (const [i, member] of group.entries()) {
      try {
        await answer([member]);
      } catch (error) {
        const affected = affectsAll(error) ? group.slice(i) : [member];
        for (const { reject } of affected) reject(error);
        if (affected.length > 1) return;
      }
    }
  };

  const runGroup = async (group: ReadonlyArray<Waiting<In, Out>>): Promise<void> => {
    try {
      await answer(group);
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else {
        onGroupFailure?.(error);
        await runOneByOne(group);
      }
    }
  };

  const drain = async (): Promise<void> => {
    running = true;
    while (queue.length > 0) await runGroup(take());
    running = false;
  };

  return (input) =>
    new Promise<Out>((resolve, reject) => {
      queue.push({ input, weight: weigh(input), resolve, reject });
      if (!running) void drain();
    });
};
