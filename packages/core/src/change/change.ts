import type * as t from 'io-ts';
import { E } from '../kernel/fp.js';
import { useCase, type UseCase } from '../kernel/use-case/use-case.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';
import { Clock } from '../ports/clock.js';
import { DetectRestore } from '../restore/detect-restore.js';
import type { Resolved, InDoubt } from '../restore/doubt/doubt.js';
import { ResolveDoubts } from '../restore/resolve-doubts.js';
import { resolvingDoubts } from '../restore/resolving-doubts.js';
import type { StillInDoubt } from '../settlement/order/doubt-errors.js';
import { Storage, type Stores } from '../storage/storage.js';
import type { Changes } from './write/changes.js';
import { writeChanges } from './write/write-changes.js';

/** A use case that changes something: what it reads, what it decides from that, and what it answers. */
export interface Change<I, R, L, A> {
  readonly input: t.Decoder<unknown, I>;
  /** Reads what the rule needs, or refuses. */
  readonly read: (stores: Stores, tenant: Tenant, input: I) => Promise<E.Either<L, R>>;
  /** Decides from values alone; undefined if everything is already as it is asked for. */
  readonly decide: (read: R, input: I, at: EpochMs) => E.Either<L, Changes | undefined>;
  /** Answers the caller, once the writer has written. */
  readonly answer: (stores: Stores, read: R, changes: Changes | undefined) => A | Promise<A>;
}

/** The tokens of what {@link change} needs, in its order. */
export const OF_A_CHANGE = [Storage, Clock, DetectRestore, ResolveDoubts] as const;

/**
 * Makes a use case of a change: it reads, decides, writes and answers in one unit of work. In a restored database the
 * bank is first asked about payouts that the change would end and that it may have executed; the change is refused
 * while it does not say.
 */
export const change =
  <I, R, L extends { readonly _tag: string }, A>({
    input,
    read,
    decide,
    answer,
  }: Change<I, R, L, A>) =>
  (
    storage: Storage,
    clock: Clock,
    detectRestore: DetectRestore,
    resolveDoubts: ResolveDoubts,
  ): UseCase<I, L | StillInDoubt, A> => {
    const attempt = (tenant: Tenant, asked: I, resolved: Resolved) =>
      storage.atomically<L | InDoubt | Overtaken, A>(async (stores) => {
        const found = await read(stores, tenant, asked);
        if (E.isLeft(found)) return found;
        const decided = decide(found.right, asked, clock.now());
        if (E.isLeft(decided)) return decided;
        const changes = decided.right;
        if (changes !== undefined) {
          const written = await writeChanges(stores, tenant, changes, resolved);
          if (E.isLeft(written)) return written;
          if (changes.rows !== undefined && written.right.rows === 0) return E.left(Overtaken());
        }
        return E.right(await answer(stores, found.right, changes));
      });

    return useCase(input, async (tenant, asked) => {
      await detectRestore();
      return resolvingDoubts<L, A>(resolveDoubts, (resolved) =>
        untilNotOvertaken(() => attempt(tenant, asked, resolved)),
      );
    });
  };

/** Other units have ended every row of the job since the rule read it: the rule decides again. */
const Overtaken = () => ({ _tag: 'Overtaken' }) as const;
type Overtaken = ReturnType<typeof Overtaken>;

const untilNotOvertaken = async <L extends { readonly _tag: string }, A>(
  attempt: () => Promise<E.Either<L | Overtaken, A>>,
): Promise<E.Either<L, A>> => {
  const isOvertaken = (refusal: L | Overtaken): refusal is Overtaken =>
    refusal._tag === 'Overtaken';
  for (;;) {
    const tried = await attempt();
    if (E.isRight(tried)) return tried;
    if (!isOvertaken(tried.left)) return E.left(tried.left);
  }
};
