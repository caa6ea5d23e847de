import { rupees } from '@hundi/core';
import { ApprovalMatrix, type ApprovalLevel } from '@hundi/core/wire';
import type { Texts } from '../../texts/english.js';

/** Who approves, in words. */
export const levelsText = (levels: ReadonlyArray<ApprovalLevel>, { waiting }: Texts): string =>
  levels.length === 0
    ? waiting.noApproval
    : levels
        .map(({ approvals, roleCodes }) =>
          waiting.level(approvals, roleCodes.join(waiting.or) || waiting.anyChecker),
        )
        .join(waiting.then);

/** The rules of an approval policy in words, a line each; none of what is no policy. */
export const policyLines = (matrix: unknown, texts: Texts): ReadonlyArray<string> => {
  if (!ApprovalMatrix.is(matrix)) return [];
  const { waiting } = texts;
  return matrix.map(({ packageCodes, tiers }) =>
    waiting.rule(
      packageCodes?.join(', ') ?? waiting.allPackages,
      tiers
        .map(({ upToAmount, levels }, i) => {
          const rest = i === 0 ? waiting.every : waiting.above;
          return waiting.tier(
            upToAmount === null ? rest : waiting.upTo(rupees(upToAmount)),
            levelsText(levels, texts),
          );
        })
        .join('; '),
    ),
  );
};
