import type * as t from 'io-ts';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import { E } from '../../kernel/fp.js';
import { recipe, type Dependencies, type Needs, type Token } from '../../kernel/token.js';
import {
  callersUseCase,
  useCase,
  type CallersUseCase,
  type UseCase,
} from '../../kernel/use-case/use-case.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { Clock } from '../../ports/clock.js';
import { Storage, type Stores } from '../../storage/storage.js';
import type { RecordChanges } from '../writer/changes.js';
import { writeRecords } from '../writer/write-changes.js';

/** What a rule decides about records: what is written, if anything, and what its caller is answered. */
export interface Decided<L, A> {
  /** What others may have been faster with: it is written first, or refused, and then nothing is written. */
  readonly attempt?: (stores: Stores) => Promise<E.Either<L, unknown>>;
  readonly changes?: RecordChanges;
  readonly answer: A;
}

/**
 * A use case that changes records, and no payout: `C` its caller, `I` its input, `X` what it prepares, `R` what it
 * reads.
 */
export interface Change<C, I, R, L, A, X = undefined> {
  /** Gets from outside, with no unit of work open, what reading needs. */
  readonly prepare?: (caller: C) => Promise<X>;
  /** Reads what the rule needs, as it is at this moment, or refuses. */
  readonly read: (
    stores: Stores,
    caller: C,
    input: I,
    at: EpochMs,
    prepared: X,
  ) => Promise<E.Either<L, R>>;
  /** Decides from values alone. */
  readonly decide: (read: R, input: I, at: EpochMs, caller: C) => E.Either<L, Decided<L, A>>;
}

const CHANGING = { Storage, Clock };

/** Reads, decides and writes in one unit of work. */
const changing =
  <C, I, R, L, A, X>(
    { storage, clock }: Needs<typeof CHANGING>,
    { prepare, read, decide }: Change<C, I, R, L, A, X>,
  ) =>
  async (caller: C, input: I): Promise<E.Either<L, A>> => {
    const prepared = (await prepare?.(caller)) as X;
    return storage.atomically<L, A>(async (stores) => {
      const found = await read(stores, caller, input, clock.now(), prepared);
      if (E.isLeft(found)) return found;
      // Once the locks are held: of two changes of one record the later one has the later moment.
      const decided = decide(found.right, input, clock.now(), caller);
      if (E.isLeft(decided)) return decided;
      const { attempt, changes, answer } = decided.right;
      const attempted = await attempt?.(stores);
      if (attempted !== undefined && E.isLeft(attempted)) return attempted;
      if (changes !== undefined) await writeRecords(stores, changes);
      return E.right(answer);
    });
  };

/** Makes a use case of a change for a corporate; tests let its `rule` decide without a storage. */
export const change = <I, R, L, A>(
  service: Token<UseCase<I, L, A>>,
  Input: t.Decoder<unknown, I>,
  rule: Change<Tenant, I, R, NoInfer<L> | InvalidInput, NoInfer<A>>,
) =>
  Object.assign(
    changeWith(service, Input, {}, () => rule),
    { rule },
  );

/** The same of a change that needs more than it reads. */
export const changeWith = <D extends Dependencies, I, R, L, A, X = undefined>(
  service: Token<UseCase<I, L, A>>,
  Input: t.Decoder<unknown, I>,
  needs: D,
  ruleOf: (needs: Needs<D>) => Change<Tenant, I, R, NoInfer<L> | InvalidInput, NoInfer<A>, X>,
) =>
  recipe(service, { ...needs, ...CHANGING }, (ports) =>
    useCase(Input, changing(ports, ruleOf(ports))),
  );

/** The same for a caller whom another use case has authenticated. */
export const callersChange = <C, I, R, L, A>(
  service: Token<CallersUseCase<C, I, L, A>>,
  Input: t.Decoder<unknown, I>,
  rule: Change<C, I, R, NoInfer<L> | InvalidInput, NoInfer<A>>,
) => {
  const make = recipe(service, CHANGING, (ports) => callersUseCase(Input, changing(ports, rule)));
  return Object.assign(make, { rule });
};
