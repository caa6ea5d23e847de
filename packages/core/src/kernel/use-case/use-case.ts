import * as t from 'io-ts';
import { decodeInput, InvalidInput } from '../codecs/decode.js';
import { unknownMembers } from '../codecs/unknown-members.js';
import { E } from '../fp.js';
import { BankTenantId, CorporateTenantId } from '../values/ids.js';
import type { Tenant } from '../values/tenant.js';
import type { Plain } from './plain.js';

const Owner: t.Decoder<unknown, Tenant> = t.strict({
  bankTenantId: BankTenantId,
  corporateTenantId: CorporateTenantId,
});

/**
 * A use case for a caller whom the host names: a corporate, a browser. It decodes its plain input itself: a fault in
 * it is refused as `InvalidInput`, with pointers into the input, and below a name of its own for the caller.
 *
 * `I` is the decoded input, `L` what else it refuses, `A` what it answers.
 */
export type UseCaseFor<C, I, L, A> = (
  caller: Plain<C>,
  input: Plain<I>,
) => Promise<E.Either<L | InvalidInput, A>>;

/** Makes use cases that run with their caller and their input decoded, and not at all with a fault in either. */
export const useCaseFor =
  <C>(Caller: t.Decoder<unknown, C>, at: `/${string}`) =>
  <I, L, A>(
    Input: t.Decoder<unknown, I>,
    run: (caller: C, input: I) => Promise<E.Either<L, A>>,
  ): UseCaseFor<C, I, L, A> =>
  async (caller, input) => {
    const known = decodeInput(Caller, caller, at);
    if (E.isLeft(known)) return known;
    const decoded = decodeInput(Input, input);
    return E.isLeft(decoded) ? decoded : run(known.right, decoded.right);
  };

/** A use case for one corporate; faults of the corporate have pointers below `/tenant`. */
export type UseCase<I, L, A> = UseCaseFor<Tenant, I, L, A>;

/** A use case that runs with its input decoded, and not at all with a fault in it. */
export const useCase = useCaseFor(Owner, '/tenant');

/** A use case for a caller who is not known yet, and shows all that is needed in the input. */
export type OpenUseCase<I, L, A> = (input: Plain<I>) => Promise<E.Either<L | InvalidInput, A>>;

export const openUseCase =
  <I, L, A>(
    Input: t.Decoder<unknown, I>,
    run: (input: I) => Promise<E.Either<L, A>>,
  ): OpenUseCase<I, L, A> =>
  async (input) => {
    const decoded = decodeInput(Input, input);
    return E.isLeft(decoded) ? decoded : run(decoded.right);
  };

/**
 * A use case for a caller whom another use case has authenticated: a person, a merchant, a browser with a session.
 * It decodes the rest of its input itself.
 */
export type CallersUseCase<C, I, L, A> = (
  caller: C,
  input: Plain<I>,
) => Promise<E.Either<L | InvalidInput, A>>;

export const callersUseCase =
  <C, I, L, A>(
    Input: t.Decoder<unknown, I>,
    run: (caller: C, input: I) => Promise<E.Either<L, A>>,
  ): CallersUseCase<C, I, L, A> =>
  async (caller, input) => {
    const decoded = decodeInput(Input, input);
    return E.isLeft(decoded) ? decoded : run(caller, decoded.right);
  };

/** An input with no member that its type does not have, even where it comes from a variable or a spread. */
export type Exact<I, G extends I> = G & { readonly [K in Exclude<keyof G, keyof I>]: never };

/**
 * A use case that lists for a caller. Members that its input does not have are refused and do not compile: a filter
 * that is dropped in silence would show everything.
 */
export type ListFor<C, I, L, A> = <G extends Plain<I>>(
  caller: C,
  input: Exact<Plain<I>, G>,
) => Promise<E.Either<L | InvalidInput, A>>;

const exactly =
  <C, I, L, A>(Input: t.Mixed, list: CallersUseCase<C, I, L, A>): ListFor<C, I, L, A> =>
  async (caller, input) => {
    const unknown = unknownMembers(Input, input);
    return unknown.length > 0 ? E.left(InvalidInput(unknown)) : list(caller, input);
  };

/** A list for one corporate; faults of the corporate have pointers below `/tenant`. */
export type ListUseCase<I, L, A> = ListFor<Plain<Tenant>, I, L, A>;

/** A list that runs with its input decoded, and not at all with a fault or an unknown member in it. */
export const listUseCase = <I, L, A>(
  Input: t.Type<I, unknown>,
  run: (tenant: Tenant, input: I) => Promise<E.Either<L, A>>,
): ListUseCase<I, L, A> => exactly(Input, useCase(Input, run));

/** The same for a caller whom another use case has authenticated. */
export const callersListUseCase = <C, I, L, A>(
  Input: t.Type<I, unknown>,
  run: (caller: C, input: I) => Promise<E.Either<L, A>>,
): ListFor<C, I, L, A> => exactly(Input, callersUseCase(Input, run));

/**
 * What a use case refuses; of several, what any of them does: `RefusalOf<Hundi['createBeneficiary' | 'listJobs']>`. It is
 * never for what refuses nothing, and for what refuses only what the work that it is given does.
 */
export type RefusalOf<U> = U extends (...input: never[]) => Promise<infer A>
  ? KnownOf<Extract<A, E.Left<unknown>>['left']>
  : never;
type KnownOf<L> = unknown extends L ? never : L;
