import type { Storage, Stores } from '@hundi/core/storage';

type Call = (...given: ReadonlyArray<unknown>) => Promise<unknown>;

/** A call of a store. */
type IsHere = (store: string, method: string) => boolean;

/** A place in the course of a unit of work, at which the unit waits. */
export interface Halt {
  /** Resolves once a unit waits there. */
  readonly reached: Promise<void>;
  /** Lets it go on. */
  readonly goOn: () => void;
}

/** A storage whose units can be halted, so that those of others overtake them. */
export interface Halting {
  readonly storage: Storage;
  /** Halts the unit that makes the `calls`th of the calls that `isHere` describes, once it has its answer. */
  readonly haltAfter: (isHere: IsHere, calls?: number) => Halt;
}

const latch = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

/** The same stores; `answered` is told of each call of theirs, and waited for. */
const watched = (
  stores: Stores,
  answered: (store: string, method: string) => Promise<void>,
): Stores =>
  Object.fromEntries(
    Object.entries(stores).map(([store, own]) => [
      store,
      Object.fromEntries(
        Object.entries(own as Readonly<Record<string, Call>>).map(([method, call]) => [
          method,
          async (...given: ReadonlyArray<unknown>) => {
            const answer = await call(...given);
            await answered(store, method);
            return answer;
          },
        ]),
      ),
    ]),
  ) as unknown as Stores;

export const halting = (storage: Storage): Halting => {
  let answered: (store: string, method: string) => Promise<void> = () => Promise.resolve();
  return {
    haltAfter: (isHere, calls = 1) => {
      const [here, further] = [latch(), latch()];
      let left = calls;
      answered = async (...call) => {
        if (!isHere(...call)) return;
        left -= 1;
        if (left !== 0) return;
        here.open();
        await further.opened;
      };
      return { reached: here.opened, goOn: further.open };
    },
    storage: {
      ...storage,
      atomically: (work, options) =>
        storage.atomically(
          (stores) => work(watched(stores, (...call) => answered(...call))),
          options,
        ),
    },
  };
};
