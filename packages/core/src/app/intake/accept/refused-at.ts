import { E } from '../../../kernel/fp.js';
import type { Issue } from '../../../kernel/codecs/decode.js';

/** A refusal that may name places in a part of the input. */
interface MayPoint {
  readonly _tag: string;
  readonly issues?: ReadonlyArray<Issue>;
}

/** Refuses what a part of the input is refused for. The part is at the pointer `at`, where the pointers begin. */
export const refusedAt = <L extends MayPoint>(at: string, refusal: L): E.Either<L, never> =>
  E.left(
    refusal.issues === undefined ? refusal : { ...refusal, issues: refusal.issues.map(below(at)) },
  );

const below =
  (at: string) =>
  (issue: Issue): Issue => ({ ...issue, pointer: at + issue.pointer });
