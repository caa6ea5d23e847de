import type { Issue } from '@hundi/core';
import type { ApprovalMatrix } from '@hundi/core/wire';
import { isDeepStrictEqual } from 'node:util';
import { paiseIn } from '../rupees-typed.js';
import type { Texts } from '../../texts/english.js';

/** One line of a policy as a person types it: a tier, with the packages of its rule. */
export interface PolicyRow {
  readonly packages: string;
  readonly upTo: string;
  readonly levels: string;
}

/** The names of the members of a row, as its fields begin with them. */
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
  // What is no such text becomes what the policy refuses, with its place.
  return {
    approvals: Number(approvals),
    roleCodes: roles === '' || roles === policies.anybody ? [] : roles.split(or),
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

const linesBefore = (rule: number, rules: ReadonlyArray<DraftRule>): number =>
  rules.slice(0, rule).reduce((sum, { tiers }) => sum + tiers.length, 0);

/** The number of the line that a place in the policy is in; undefined where it is in none. */
const lineOf = (pointer: string, rules: ReadonlyArray<DraftRule>): number | undefined => {
  const [place, rule, tier = '0'] = PLACE.exec(pointer) ?? [];
  if (place === undefined) return undefined;
  return linesBefore(Number(rule), rules) + Number(tier) + 1;
};

/** The name of the field in which a fault is put right; undefined where that takes another line. */
export const faultyField = (
  { pointer }: Issue,
  rules: ReadonlyArray<DraftRule>,
): string | undefined => {
  const [, , rule, part, tier, member] = pointer.split('/');
  if (rule === undefined) return undefined;
  const first = linesBefore(Number(rule), rules);
  if (part !== 'tiers') return `packages-${String(first)}`;
  // The tiers of a rule are faulty together where the last one leaves amounts undecided.
  const last = (rules[Number(rule)]?.tiers.length ?? 1) - 1;
  return `${member === 'levels' ? 'levels' : 'upTo'}-${String(first + Number(tier ?? last))}`;
};

type Expects = Texts['policies']['expects'];

const isMember = (name: string, expects: Expects): name is keyof Expects =>
  Object.hasOwn(expects, name);

/** The code of a package or role at a place in the policy: one of several in its field. */
const namedAt = (
  rules: ReadonlyArray<DraftRule>,
  [, rule, part, at, , level, , role]: ReadonlyArray<string>,
): string | undefined => {
  const { packageCodes, tiers = [] } = rules[Number(rule)] ?? {};
  return part === 'packageCodes'
    ? packageCodes?.[Number(at)]
    : tiers[Number(at)]?.levels[Number(level)]?.roleCodes[Number(role)];
};

/** A fault of a draft, with its line and what belongs in its place. */
export const faultText = (
  { pointer, code, detail }: Issue,
  rules: ReadonlyArray<DraftRule>,
  { policies, engine }: Texts,
): string => {
  const names = pointer.split('/').slice(1);
  const member = names.findLast((name) => isMember(name, policies.expects));
  const line = lineOf(pointer, rules);
  const named = namedAt(rules, names);
  return [
    ...(line === undefined ? [] : [policies.row(line)]),
    ...(named === undefined ? [] : [`“${named}”`]),
    member === undefined ? engine.coded(code, detail) : policies.expects[member],
  ].join(': ');
};
