import { E, type Storage, type Stores } from '@hundi/core';
import type { StruckState } from '../world/faults.js';
import { strike, type World } from '../world/world.js';
import type { Crossing } from './crossing.js';
import { clear, newNotes, WatchedStores, type Notes } from './watched-stores.js';

/** The database does not answer, or lost the connection while it did. */
class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
}

export interface StorageParts {
  readonly world: World;
  readonly crossing: Crossing;
  readonly storage: Storage;
  /** Called for every unit of work, in the order of their commits. */
  readonly committed: (notes: Notes) => void;
}

type UnitOfWork<L, R> = (stores: Stores) => Promise<E.Either<L, R>>;

/** How often a boundary that only delays is one: turns are dear. */
const WAITS_AFTER_COMMIT = 0.25;
const WAITS_AFTER_INTENT = 0.7;
const WAITS_BEFORE_READ = 0.5;

/** Counts the call among those that the storage has not answered. */
export const answered = async <A>(world: World, call: () => Promise<A>): Promise<A> => {
  world.outstanding += 1;
  try {
    return await call();
  } finally {
    world.outstanding -= 1;
  }
};

/** Runs a unit of work and takes it back; answers in which states the payouts are that it looked at. */
const undone = async <L, R>(
  { world, storage }: StorageParts,
  work: UnitOfWork<L, R>,
): Promise<Iterable<StruckState>> => {
  const notes = newNotes();
  await answered(world, () =>
    storage.atomically<'undone', never>(async (stores) => {
      clear(notes);
      await work(new WatchedStores(stores, notes)).catch(() => undefined);
      return E.left('undone');
    }),
  );
  return notes.states;
};

const done = async <L, R>(parts: StorageParts, work: UnitOfWork<L, R>) => {
  const { world, storage, committed } = parts;
  const notes = newNotes();
  const result = await answered(world, () =>
    storage.atomically((stores) => {
      clear(notes);
      return work(new WatchedStores(stores, notes));
    }),
  );
  if (E.isRight(result)) committed(notes);
  return { result, notes };
};

const atomically = async <L, R>(
  process: string,
  parts: StorageParts,
  work: UnitOfWork<L, R>,
): Promise<E.Either<L, R>> => {
  const { world, crossing } = parts;
  for (;;) {
    const fate = await crossing.arrive(process, 'unit', () => undone(parts, work));
    if (fate === 'lost_race' || fate === 'storage_error') {
      strike(world, fate, await undone(parts, work));
      if (fate === 'storage_error') throw new StorageFailed('the database went away');
      continue;
    }
    const { result, notes } = await done(parts, work);
    if (fate === 'commit_unknown') {
      strike(world, fate, notes.states);
      throw new StorageFailed('the connection was lost while committing');
    }
    const isIntent = notes.claimed.some(({ claim }) => claim.duty === 'send-to-bank');
    if (waits(world, isIntent ? WAITS_AFTER_INTENT : WAITS_AFTER_COMMIT)) {
      const after = isIntent ? 'intended' : 'committed';
      await crossing.arrive(process, after, async () => notes.states);
    }
    return result;
  }
};

const waits = (world: World, likely: number): boolean =>
  !world.calm && world.random.schedule.chance(likely);

const read = async <A>(
  process: string,
  { world, crossing, storage }: StorageParts,
  work: (stores: Stores) => Promise<A>,
): Promise<A> => {
  const notes = newNotes();
  const looked = (): Promise<A> =>
    answered(world, () => storage.read((stores) => work(new WatchedStores(stores, notes))));
  if (waits(world, WAITS_BEFORE_READ)) {
    const inHand = async (): Promise<Iterable<StruckState>> => {
      await looked();
      return notes.states;
    };
    const fate = await crossing.arrive(process, 'read', inHand);
    if (fate === 'storage_error') {
      strike(world, fate, await inHand());
      throw new StorageFailed('the database went away');
    }
  }
  return answered(world, () => storage.read(work));
};

/** The storage as one process reaches it: every call waits for the scheduler, and may fail or lose. */
export const simulatedStorage = (process: string, parts: StorageParts): Storage => ({
  atomically: (work) => atomically(process, parts, work),
  read: (work) => read(process, parts, work),
});
