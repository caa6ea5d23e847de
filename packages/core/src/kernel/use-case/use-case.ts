import * as t from 'io-ts';
import { decodeInput, type InvalidInput } from '../codecs/decode.js';
import { E } from '../fp.js';
import { BankTenantId, CorporateTenantId } from '../values/ids.js';
import type { Tenant } from '../values/tenant.js';
import type { Plain } from './plain.js';

const Owner: t.Decoder<unknown, Tenant> = t.strict({
  bankTenantId: BankTenantId,
  corporateTenantId: CorporateTenantId,
});

/**
 * A use case for one corporate. It decodes its plain input itself: a fault in it is refused as `InvalidInput`, with
 * pointers into the input, and below `/tenant` for the corporate.
 *
 * `I` is the decoded input, `L` what else it refuses, `A` what it answers.
 */
export type UseCase<I, L, A> = (
  tenant: Plain<Tenant>,
  input: Plain<I>,
) => Promise<E.Either<L | InvalidInput, A>>;

/** A use case that runs with its input decoded, and not at all with a fault in it. */
export const useCase =
  <I, L, A>(
    Input: t.Decoder<unknown, I>,
    run: (tenant: Tenant, input: I) => Promise<E.Either<L, A>>,
  ): UseCase<I, L, A> =>
  async (tenant, input) => {
    const owner = decodeInput(Owner, tenant, '/tenant');
    if (E.isLeft(owner)) return owner;
    const decoded = decodeInput(Input, input);
    return E.isLeft(decoded) ? decoded : run(owner.right, decoded.right);
  };

/**
 * A use case for a caller whom another use case has authenticated: a person, a merchant, a browser with a session.
 * It decodes the rest of its input itself.
 */
export type CallersUseCase<C, I, L, A> = (
  caller: C,
  input: Plain<I>,
) => Promise<E.Either<L | InvalidInput, A>>;

/** A use case that runs with its input decoded, and not at all with a fault in it. */
export const callersUseCase =
  <C, I, L, A>(
    Input: t.Decoder<unknown, I>,
    run: (caller: C, input: I) => Promise<E.Either<L, A>>,
  ): CallersUseCase<C, I, L, A> =>
  async (caller, input) => {
    const decoded = decodeInput(Input, input);
    return E.isLeft(decoded) ? decoded : run(caller, decoded.right);
  };
