import { rememberReported } from '../bank/books.js';
import { rememberSettings } from '../people/settings.js';
import type { Simulation } from '../play/simulation.js';
import type { BackUp, Taken } from '../world/backup.js';
import { remember } from '../world/ledger.js';
import { drained, note, strike } from '../world/world.js';

/** How long the life lasts that will be forgotten. */
const TURNS_MIN = 3;
const TURNS_MAX = 90;

/** Takes a backup of the storage, and of what this world knows of it. */
export const takeBackup = (simulation: Simulation, backUp: BackUp): Taken => {
  const { world, ledger, settings, bank, receivers, ...people } = simulation;
  note(world, 'a backup is taken');
  const back = [
    backUp(),
    remember(ledger),
    rememberSettings(settings),
    rememberReported(bank.books),
    people.clients.remember(),
    people.checkers.remember(),
    people.cancellers.remember(),
    people.readers.remember(),
    receivers.remember(),
  ];
  return {
    restoredAt: world.turn + world.random.faults.int(TURNS_MIN, TURNS_MAX),
    restore: () => {
      for (const one of back) one();
    },
  };
};

/** Every process dies, and the storage is what it was; the bank, its mail and the mark of sending stay. */
export const restoreBackup = async (simulation: Simulation, { restore }: Taken): Promise<void> => {
  const { world, ledger } = simulation;
  for (const process of simulation.processes()) process.kill();
  await drained(world);
  restore();
  strike(
    world,
    'restored_backup',
    [...ledger.entries.values()].map(({ state }) => state),
  );
};
