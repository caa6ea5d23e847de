import { E } from '../../kernel/fp.js';
import { InvalidInput } from '../../kernel/codecs/decode.js';

/** Refuses what a part of the input is refused for. The part is at the pointer `at`, where the faults' pointers begin. */
export const refusedAt = <L extends { readonly _tag: string }>(
  at: string,
  refusal: L | InvalidInput,
): E.Either<L | InvalidInput, never> =>
  E.left(isInvalidInput(refusal) ? InvalidInput(refusal.issues.map(below(at))) : refusal);

const isInvalidInput = (refusal: { readonly _tag: string }): refusal is InvalidInput =>
  refusal._tag === 'InvalidInput';

const below =
  (at: string) =>
  <I extends { readonly pointer: string }>(issue: I): I => ({
    ...issue,
    pointer: at + issue.pointer,
  });
