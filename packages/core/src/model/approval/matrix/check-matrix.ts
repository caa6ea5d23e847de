import { invalid, type Issue } from '../../../kernel/codecs/decode.js';
import type { ApprovalMatrix } from './matrix.js';

/** The roles of a corporate that may approve payouts, and its packages: its matrix may name these. */
export interface Nameable {
  readonly roleCodes: ReadonlySet<string>;
  readonly packageCodes: ReadonlySet<string>;
}

/**
 * Every fault of a policy that a person drafts: a role that the corporate does not have, or that lacks
 * `transaction.approve`; a package that it does not have; a package, of now or of later, with amounts that no rule
 * decides; and a tier that never decides because earlier ones reach every amount of its packages.
 */
export const matrixFaults = (
  matrix: ApprovalMatrix,
  known: Nameable,
  at: string,
): ReadonlyArray<Issue> => [
  ...unknownNames(matrix, known, at, {
    ofPackage: 'expected a package of your corporate',
    ofRole: 'expected a role of your corporate that may approve payouts',
  }),
  ...undecided(matrix, known.packageCodes, at),
];

/** A package or a role that a policy names and that is not known: the one would skip an approval, the other never give it. */
export const unknownNames = (
  matrix: ApprovalMatrix,
  { roleCodes, packageCodes }: Nameable,
  at: string,
  { ofPackage, ofRole }: { readonly ofPackage: string; readonly ofRole: string },
): ReadonlyArray<Issue> =>
  matrix.flatMap(({ packageCodes: named, tiers }, r) => [
    ...unknownAmong(named ?? [], packageCodes, `${at}/${String(r)}/packageCodes`, ofPackage),
    ...tiers.flatMap(({ levels }, i) =>
      levels.flatMap((level, l) =>
        unknownAmong(
          level.roleCodes,
          roleCodes,
          `${at}/${String(r)}/tiers/${String(i)}/levels/${String(l)}/roleCodes`,
          ofRole,
        ),
      ),
    ),
  ]);

/** Names at this place of a document that are not known. */
export const unknownAmong = (
  names: ReadonlyArray<string>,
  known: ReadonlySet<string>,
  at: string,
  expected: string,
): ReadonlyArray<Issue> =>
  names.flatMap((name, i) => (known.has(name) ? [] : [invalid(`${at}/${String(i)}`, expected)]));

/** Stands for packages that no rule names, such as those that the bank adds later: no code is empty. */
const ANY_OTHER = '';

const undecided = (
  matrix: ApprovalMatrix,
  packageCodes: ReadonlySet<string>,
  at: string,
): ReadonlyArray<Issue> => {
  // The largest amount that a tier reached so far, and the last rule for the package.
  const reached = new Map<string, number>([...packageCodes, ANY_OTHER].map((code) => [code, 0]));
  const lastRule = new Map<string, number>();
  const issues: Issue[] = [];
  matrix.forEach(({ packageCodes: named, tiers }, r) => {
    const codes = named ?? [...reached.keys()];
    if (codes.length === 0)
      issues.push(
        invalid(`${at}/${String(r)}/packageCodes`, 'expected a package, or null for all'),
      );
    if (tiers.length === 0)
      issues.push(invalid(`${at}/${String(r)}/tiers`, 'expected at least one tier'));
    for (const code of codes) lastRule.set(code, r);
    tiers.forEach(({ upToAmount }, i) => {
      const bound = upToAmount ?? Infinity;
      const decides = codes.filter((code) => (reached.get(code) ?? 0) < bound);
      if (codes.length > 0 && decides.length === 0)
        issues.push(
          invalid(
            `${at}/${String(r)}/tiers/${String(i)}/upToAmount`,
            'expected an amount that no earlier tier reaches: this tier never decides',
          ),
        );
      for (const code of decides) reached.set(code, bound);
    });
  });
  for (const [code, above] of reached) {
    const rule = lastRule.get(code);
    if (above !== Infinity)
      issues.push(
        invalid(
          rule === undefined ? at : `${at}/${String(rule)}/tiers`,
          code === ANY_OTHER
            ? `expected a rule with "packageCodes": null whose last tier has "upToAmount": null: no rule decides amounts above ${String(above)} paise of a package that is added later`
            : `expected a tier with "upToAmount": null for package ${code}: no rule decides amounts above ${String(above)} paise`,
        ),
      );
  }
  return issues;
};
