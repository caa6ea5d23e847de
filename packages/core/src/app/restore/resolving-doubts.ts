import { E } from '../../kernel/fp.js';
import { StillInDoubt } from '../../model/settlement/order/doubt-errors.js';
import { NOTHING_RESOLVED, type InDoubt, type Resolved } from '../doubt/doubt.js';
import type { ResolveDoubts } from './resolve-doubts.js';

/**
 * Attempts to end payouts, all of them or none. If the bank may have executed one, it is asked with no unit of work
 * open, and the attempt is repeated with its answer. Payouts that are then still in doubt are refused; what the attempt
 * accepts although the bank has it follows the bank's answer at once.
 */
export const resolvingDoubts = async <L extends { readonly _tag: string }, A>(
  resolveDoubts: ResolveDoubts,
  attempt: (resolved: Resolved) => Promise<E.Either<L | InDoubt, A>>,
): Promise<E.Either<L | StillInDoubt, A>> => {
  const isInDoubt = (refusal: L | InDoubt): refusal is InDoubt => refusal._tag === 'InDoubt';
  const first = await attempt(NOTHING_RESOLVED);
  if (E.isRight(first)) return first;
  if (!isInDoubt(first.left)) return E.left(first.left);
  const resolved = await resolveDoubts(first.left.doubted);
  const second = await attempt(resolved);
  if (E.isLeft(second)) return E.left(isInDoubt(second.left) ? StillInDoubt() : second.left);
  // Intake has just accepted rows that the bank had before the restore: asked once more, they follow its answer.
  if (resolved.atBank.size > 0) await resolveDoubts([...resolved.atBank.values()]);
  return second;
};
