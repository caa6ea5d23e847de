import type { E } from '../kernel/fp.js';
import type { Token } from '../kernel/token.js';
import {
  Storage as Whole,
  type Storage as WholeStorage,
  type Stores as WholeStores,
  type UnitOptions,
} from './whole-storage.js';

export type { UnitOptions };

/**
 * The stores of one unit of work as use cases and duties have them. What the one writer writes they can only read: the
 * journal, the queue, and the states of payouts and jobs.
 */
export interface Stores extends Omit<WholeStores, 'jobs' | 'payouts' | 'journal' | 'work'> {
  readonly jobs: Omit<WholeStores['jobs'], 'add' | 'advance'>;
  readonly payouts: Omit<WholeStores['payouts'], 'decide' | 'advance' | 'explain' | 'useLimits'>;
  readonly journal: Omit<WholeStores['journal'], 'append' | 'raise'>;
  readonly work: Omit<
    WholeStores['work'],
    'add' | 'wake' | 'finish' | 'drop' | 'defer' | 'giveBack' | 'fail' | 'skipTokens'
  >;
}

/** A storage as use cases and duties have it: it promises what the whole one does. */
export interface Storage extends Omit<WholeStorage, 'atomically' | 'read'> {
  readonly atomically: <L, R>(
    work: (stores: Stores) => Promise<E.Either<L, R>>,
    options?: UnitOptions,
  ) => Promise<E.Either<L, R>>;
  readonly read: <A>(work: (stores: Stores) => Promise<A>) => Promise<A>;
}
export const Storage: Token<Storage> = Whole;

/** The rows of a unit of work that others who wait for it hardly notice. */
export const BRIEF_ROWS = 200;

/** Whether a unit of work over so many rows is brief. */
export const isBrief = (rows: number): boolean => rows <= BRIEF_ROWS;
