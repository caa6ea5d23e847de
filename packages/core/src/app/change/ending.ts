import type * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { recipe, type Needs, type Token } from '../../kernel/token.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { Clock } from '../../ports/clock.js';
import type { Resolved, InDoubt } from '../doubt/doubt.js';
import { DETECTING, type Asking } from './asking.js';
import { resolvingDoubts } from '../restore/resolving-doubts.js';
import type { StillInDoubt } from '../../model/settlement/order/doubt-errors.js';
import { Storage, type Stores, type UnitOptions } from '../../storage/storage.js';
import type { Changes } from '../writer/changes.js';
import { writeChanges } from '../writer/write-changes.js';
import { Overtaken, untilNotOvertaken } from './overtaken.js';

const PORTS = { Storage, Clock };

/** What a rule reads, decides and answers: of one corporate, or of those that a duty has claimed work of. */
export interface Rule<I, R, L, A, T extends Tenant | undefined = Tenant> {
  /** Reads what the rule needs, as it is at this moment, or refuses. */
  readonly read: (stores: Stores, tenant: T, input: I, at: EpochMs) => Promise<E.Either<L, R>>;
  /** Decides from values alone; undefined if everything is already as it is asked for. */
  readonly decide: (
    read: R,
    input: I,
    at: EpochMs,
    resolved: Resolved,
  ) => E.Either<L, Changes | undefined>;
  /** Answers the caller, once the writer has written. */
  readonly answer: (stores: Stores, read: R, changes: Changes | undefined) => A | Promise<A>;
}

/** A use case that ends payouts, all of them or none: its rule, and what its callers send. */
export interface Ending<I, R, L, A> extends Rule<I, R, L, A> {
  readonly input: t.Decoder<unknown, I>;
}

/**
 * Makes a use case of a rule that ends payouts. In a restored database it is refused while the bank does not say whether
 * it has executed what it would end.
 */
export const ending = <I, R, L extends { readonly _tag: string }, A>(
  service: Token<NoInfer<UseCase<I, L | StillInDoubt, A>>>,
  { input, ...rule }: Ending<I, R, L, A>,
) =>
  recipe(
    service,
    { ...PORTS, ...DETECTING },
    ({ storage, clock, detectRestore, resolveDoubts }) => {
      const run = endingBy(rule)({ storage, clock }, { resolveDoubts });
      return useCase(input, async (tenant, asked) => {
        await detectRestore();
        return run(tenant, asked);
      });
    },
  );

/**
 * Follows a rule: it reads, decides, writes and answers in one unit of work. In a restored database the bank is first
 * asked about payouts that the rule would end and that it may have executed; the change is refused while it does not
 * say. What the rule accepts although the bank has it follows the bank's answer at once.
 */
export const endingBy =
  <I, R, L extends { readonly _tag: string }, A, T extends Tenant | undefined>({
    read,
    decide,
    answer,
  }: Rule<I, R, L, A, T>) =>
  ({ storage, clock }: Needs<typeof PORTS>, { resolveDoubts }: Asking) =>
  async (tenant: T, asked: I, options?: UnitOptions): Promise<E.Either<L | StillInDoubt, A>> => {
    const attempt = (resolved: Resolved) =>
      storage.atomically<L | InDoubt | Overtaken, A>(async (stores) => {
        const at = clock.now();
        const found = await read(stores, tenant, asked, at);
        if (E.isLeft(found)) return found;
        const decided = decide(found.right, asked, at, resolved);
        if (E.isLeft(decided)) return decided;
        const changes = decided.right;
        if (changes !== undefined) {
          const written = await writeChanges(stores, tenant, changes, resolved);
          if (E.isLeft(written)) return written;
          const { rows } = changes;
          if (rows && 'accepted' in rows && written.right === 0) return E.left(Overtaken());
        }
        return E.right(await answer(stores, found.right, changes));
      }, options);

    return resolvingDoubts(resolveDoubts, (resolved) => untilNotOvertaken(() => attempt(resolved)));
  };
