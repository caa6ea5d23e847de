import { E, type Storage, type Stores } from '@hundi/core';
import { LostRace } from './lost-race.js';
import { serial } from './serial.js';
import { storesOf, tables } from './unit-stores.js';
import { openUnit, reader } from './unit.js';

const RUNS_MAX = 3;

/**
 * Keeps everything in this process's memory, for as long as the process lives. Units of work and reads take
 * place one at a time, so one must never be awaited inside another. Records are kept as they are given, not
 * copied: nobody may change one afterwards.
 */
export const memoryStorage = (): Storage => {
  const all = tables();
  const inTurn = serial();
  const forReading = storesOf(all, reader);

  const once = async <L, R>(
    work: (stores: Stores) => Promise<E.Either<L, R>>,
  ): Promise<E.Either<L, R>> => {
    const unit = openUnit();
    try {
      const result = await work(storesOf(all, unit));
      if (E.isLeft(result)) unit.undo();
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
  };
};
