import type * as t from 'io-ts';
import type { E } from '../kernel/fp.js';
import { recipe, type Needs, type Token } from '../kernel/token.js';
import {
  listUseCase,
  useCase,
  type ListUseCase,
  type UseCase,
} from '../kernel/use-case/use-case.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';
import { Clock } from '../ports/clock.js';
import { Storage, type Stores } from './storage.js';

/** Reads what a caller asks for, as it is at this moment, or refuses. */
export type Look<I, L, A> = (
  stores: Stores,
  tenant: Tenant,
  input: I,
  now: EpochMs,
) => Promise<E.Either<L, A>>;

const LOOKING = { Storage, Clock };

/** Runs a look in one read. */
const looking =
  <I, L, A>({ storage, clock }: Needs<typeof LOOKING>, read: Look<I, L, A>) =>
  (tenant: Tenant, input: I): Promise<E.Either<L, A>> =>
    storage.read((stores) => read(stores, tenant, input, clock.now()));

/** Makes a use case that reads something of a corporate in one read, and changes nothing. */
export const look = <I, L, A>(
  service: Token<UseCase<I, L, A>>,
  Input: t.Decoder<unknown, I>,
  read: Look<I, NoInfer<L>, NoInfer<A>>,
) => recipe(service, LOOKING, (ports) => useCase(Input, looking(ports, read)));

/** The same for a list, which refuses members that its input does not have. */
export const lookThrough = <I, L, A>(
  service: Token<ListUseCase<I, L, A>>,
  Input: t.Type<I, unknown>,
  read: Look<I, NoInfer<L>, NoInfer<A>>,
) => recipe(service, LOOKING, (ports) => listUseCase(Input, looking(ports, read)));
