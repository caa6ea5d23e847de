import { E } from '@hundi/core';
import type { Storage, Stores } from '@hundi/core/storage';
import { LostRace } from './engine/lost-race.js';
import { serial } from './engine/serial.js';
import { storesOf, tables } from './unit-stores.js';
import { openUnit, reader } from './engine/unit.js';
import type { Tokens } from './duty/work-store.js';

const RUNS_MAX = 3;

/** A storage that can be set back to what it held before. */
export interface MemoryStorage extends Storage {
  /**
   * Takes a backup, which replaces any earlier one. Returns a function that restores that state, once; call it while
   * no unit of work runs, and use no engine afterwards that ran before. A storage without a backup pays nothing for
   * this; with one, each write costs a little memory.
   */
  readonly backUp: () => () => void;
}

/** The steps that restore the state of a backup: how to undo each unit of work since. */
interface Backup {
  readonly undos: (() => void)[];
  readonly lastToken: number;
}

/**
 * Keeps everything in this process's memory, for as long as the process lives. Units of work and reads take
 * place one at a time, so one must never be awaited inside another. Records are kept as they are given, not
 * copied: no code may change one afterwards.
 */
export const memoryStorage = (): MemoryStorage => {
  const tokens: Tokens = { last: 0 };
  const all = tables(tokens);
  let backup: Backup | undefined;
  const inTurn = serial();
  const forReading = storesOf(all, reader);

  const once = async <L, R>(
    work: (stores: Stores) => Promise<E.Either<L, R>>,
  ): Promise<E.Either<L, R>> => {
    const unit = openUnit();
    try {
      const result = await work(storesOf(all, unit));
      if (E.isLeft(result)) unit.undo();
      else backup?.undos.push(unit.undo);
      return result;
    } catch (error) {
      unit.undo();
      throw error;
    } finally {
      unit.close();
    }
  };

  return {
    atomically: (work) =>
      inTurn(async () => {
        // Nothing else runs in between, so work that loses again derived its write from no stored state.
        for (let run = 1; run < RUNS_MAX; run += 1) {
          try {
            return await once(work);
          } catch (error) {
            if (!(error instanceof LostRace)) throw error;
          }
        }
        return once(work);
      }),
    read: (work) => inTurn(() => work(forReading)),
    backUp: () => {
      const own: Backup = { undos: [], lastToken: tokens.last };
      backup = own;
      return () => {
        if (backup !== own) throw new Error('this backup was restored, or another was taken');
        for (const undo of own.undos.reverse()) undo();
        tokens.last = own.lastToken;
        backup = undefined;
      };
    },
  };
};
