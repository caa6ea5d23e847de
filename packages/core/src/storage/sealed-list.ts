import type * as t from 'io-ts';
import { E } from '../kernel/fp.js';
import { listUseCase, type ListUseCase } from '../kernel/use-case/use-case.js';
import {
  cursorPage,
  type CursorPage,
  type CursorRequest,
  type Cursors,
  type InvalidCursor,
  type PlacedPage,
} from '../kernel/values/cursor.js';
import type { Tenant } from '../kernel/values/tenant.js';
import { recipe, type Needs, type Token } from '../kernel/token.js';
import type { EpochMs } from '../kernel/values/time.js';
import { Clock } from '../ports/clock.js';
import { GuardedSealer } from '../ports/guarded-sealer.js';
import { Storage, type Stores } from './storage.js';

/** What the input of a list says, beside which page is wanted. */
type Asked<I> = Omit<I, keyof CursorRequest>;

/** Which page: at most `limit` items after a place, or from the beginning, at this moment. */
export interface PageAsked<P> {
  readonly after: P | undefined;
  readonly limit: number;
  readonly at: EpochMs;
}

/** A list of a corporate that is read page by page: `I` its input, `L` what it refuses, `A` an item, `P` a place in it. */
export interface SealedList<I, L, A, P> {
  readonly input: t.Type<I, unknown>;
  /** The cursors of this list that are good for such an input. */
  readonly cursors: (sealer: GuardedSealer, tenant: Tenant, asked: Asked<I>) => Cursors<P>;
  /** Who may look, and what they see, read in one moment. */
  readonly page: (
    stores: Stores,
    tenant: Tenant,
    asked: Asked<I>,
    page: PageAsked<P>,
  ) => Promise<E.Either<L, PlacedPage<A, P>>>;
}

const LISTING = { Storage, Clock, Sealer: GuardedSealer };

/** The use case of a list. The sealer is asked before the read and after it, never within. */
export const listing = <I extends CursorRequest, L, A, P>(
  { storage, clock, sealer }: Needs<typeof LISTING>,
  { input: Input, cursors, page }: SealedList<I, L, A, P>,
): ListUseCase<I, L | InvalidCursor, CursorPage<A>> =>
  listUseCase<I, L | InvalidCursor, CursorPage<A>>(
    Input,
    async (tenant, { limit, after, ...asked }) => {
      const places = cursors(sealer, tenant, asked);
      const place = await places.read(after);
      if (E.isLeft(place)) return place;
      const found = await storage.read((stores) =>
        page(stores, tenant, asked, { after: place.right, limit, at: clock.now() }),
      );
      return E.isLeft(found) ? found : E.right(await cursorPage(found.right, limit, places));
    },
  );

/** Makes {@link listing} of a list that needs nothing else. */
export const sealedList = <I extends CursorRequest, L, A, P>(
  service: Token<ListUseCase<I, L | InvalidCursor, CursorPage<A>>>,
  list: SealedList<I, NoInfer<L>, NoInfer<A>, P>,
) => recipe(service, LISTING, (ports) => listing(ports, list));
