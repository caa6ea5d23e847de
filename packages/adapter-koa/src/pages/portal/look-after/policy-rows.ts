import type { Issue } from '@hundi/core';
import type { ApprovalMatrix } from '@hundi/core/wire';
import { isDeepStrictEqual } from 'node:util';
import { paiseIn } from '../approvals/approvals-query.js';
import type { Texts } from '../../texts/english.js';

/** One line of a policy as a person types it: a tier, with the packages of its rule. */
export interface PolicyRow {
  readonly packages: string;
  readonly upTo: string;
  readonly levels: string;
}

/** The names of the members of a row, as its fields have them. */
const ROW_MEMBERS = ['packages', 'upTo', 'levels'] as const;

/** As many lines as one light page and one form hold. */
export const ROWS_MAX = 60;

const PAISE = 100;

/** The lines of a policy. */
export const rowsOf = (
  matrix: ApprovalMatrix,
  { policies, waiting }: Texts,
): ReadonlyArray<PolicyRow> =>
  matrix.flatMap(({ packageCodes, tiers }) =>
    tiers.map(({ upToAmount, levels }) => ({
      packages: packageCodes?.join(', ') ?? '',
      upTo: upToAmount === null ? '' : (upToAmount / PAISE).toFixed(2),
      levels:
        levels
          .map(
            ({ approvals, roleCodes }) =>
              `${String(approvals)} ${roleCodes.join(waiting.or) || policies.anybody}`,
          )
          .join(waiting.then) || policies.noApproval,
    })),
  );

/** The lines that a form holds, without those that are empty. */
export const rowsIn = (value: (name: string) => string): ReadonlyArray<PolicyRow> =>
  Array.from({ length: ROWS_MAX }, (_, i) => {
    const member = (name: string) => value(`${name}-${String(i)}`).trim();
    return { packages: member('packages'), upTo: member('upTo'), levels: member('levels') };
  }).filter((row) => ROW_MEMBERS.some((member) => row[member] !== ''));

const LEVEL = /^(\d{1,2})\s+(\S.*)$/;

const levelIn = (text: string, { policies, waiting }: Texts) => {
  const [, approvals = '', roles = ''] = LEVEL.exec(text) ?? [];
  const or = new RegExp(`\\s+${waiting.or.trim()}\\s+`);
  const named = roles.split(or);
  // What is no such text becomes what the policy refuses, with its place.
  return {
    approvals: Number(approvals),
    roleCodes: roles === policies.anybody ? [] : named,
  };
};

const levelsIn = (text: string, texts: Texts) => {
  const { policies, waiting } = texts;
  if (text === policies.noApproval) return [];
  const then = new RegExp(`\\s*,\\s*(?:${waiting.then.replace(',', '').trim()}\\s+)?`);
  return text.split(then).map((level) => levelIn(level, texts));
};

const codesIn = (text: string): ReadonlyArray<string> =>
  text.split(/[\s,]+/).filter((code) => code !== '');

interface DraftRule {
  readonly packageCodes: ReadonlyArray<string> | null;
  readonly tiers: Array<{
    readonly upToAmount: number | null;
    readonly levels: ReturnType<typeof levelsIn>;
  }>;
}

/** The policy that lines mean: those of the same packages that follow each other are one rule. */
export const matrixOf = (
  rows: ReadonlyArray<PolicyRow>,
  texts: Texts,
): ReadonlyArray<DraftRule> => {
  const rules: DraftRule[] = [];
  for (const [i, { packages, upTo, levels }] of rows.entries()) {
    const last = rules.at(-1);
    const tier = {
      upToAmount: upTo === '' ? null : (paiseIn(upTo) ?? Number.NaN),
      levels: levelsIn(levels, texts),
    };
    if (last !== undefined && rows[i - 1]?.packages === packages) last.tiers.push(tier);
    else rules.push({ packageCodes: packages === '' ? null : codesIn(packages), tiers: [tier] });
  }
  return rules;
};

/** Whether a policy is the same after a person has read it in lines and sent them back unchanged. */
export const fitsRows = (matrix: ApprovalMatrix, texts: Texts): boolean => {
  const rows = rowsOf(matrix, texts);
  return rows.length <= ROWS_MAX && isDeepStrictEqual(matrixOf(rows, texts), matrix);
};

const PLACE = /^\/approvalMatrix\/(\d+)(?:\/tiers\/(\d+))?/;

/** The number of the line that a fault of the policy is in; undefined where it is in none. */
export const lineOf = ({ pointer }: Issue, rules: ReadonlyArray<DraftRule>): number | undefined => {
  const [place, rule, tier = '0'] = PLACE.exec(pointer) ?? [];
  if (place === undefined) return undefined;
  const before = rules.slice(0, Number(rule)).reduce((sum, { tiers }) => sum + tiers.length, 0);
  return before + Number(tier) + 1;
};

/** The member of the policy that a fault is in. */
export const memberOf = ({ pointer }: Issue): string | undefined =>
  pointer.split('/').findLast((name) => /^[a-zA-Z]/.test(name));
