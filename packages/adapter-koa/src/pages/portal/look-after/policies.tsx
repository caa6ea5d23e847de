import { E, rupees, type Issue } from '@hundi/core';
import type {
  ApprovalPolicyHistory,
  PolicyPreview,
  PutApprovalPolicyAnswer,
} from '@hundi/core/wire';
import { givenBy } from '../../../route/given-by.js';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import { TextField } from '../form-field.js';
import type { Inside, InsideRoutes } from '../inside.js';
import type { Mailbox } from '../mailbox.js';
import { deedRoutes, restarted, type Deed } from './deed.js';
import { namesOf } from './names.js';
import { holds, partPath } from './parts.js';
import { levelsText, policyLines } from './policy-lines.js';
import {
  faultText,
  faultyField,
  fitsRows,
  matrixOf,
  ROWS_MAX,
  rowsIn,
  rowsOf,
  type PolicyRow,
} from './policy-rows.js';
import { askedPiece, nextPiece, thingsPage, type Fact } from './things-page.js';

const AT = partPath('policies');

const list = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, person, profile, texts } = inside;
  const { policies } = texts;
  const found = await engine.getApprovalPolicy(person.tenant, {
    actorUserId: person.userId,
    ...askedPiece(inside),
  });
  if (E.isLeft(found)) return restarted(found.left, inside, AT);
  const { inForce, items, nextCursor } = found.right;
  const nameOf = await namesOf(inside);
  const page = thingsPage(inside, { part: 'policies', title: policies.title }, [
    {
      title: policies.inForce,
      intro: policies.intro,
      none: policies.none,
      acts: holds(inside, 'settings.edit') ? [{ text: policies.draft, path: `${AT}/draft` }] : [],
      things: policyLines(inForce.approvalMatrix, texts).map((line) => ({
        id: line,
        name: line,
        facts: [],
      })),
    },
    {
      title: policies.versions,
      none: policies.noVersion,
      next: nextPiece(AT, nextCursor),
      things: items.map(({ version, approvalMatrix, at, author, approvedBy }) => ({
        id: String(version),
        name: policies.version(version),
        facts: [
          [policies.since, texts.moment(at, profile.timeZone)],
          [policies.author, nameOf(author)],
          ...(approvedBy === undefined ? [] : [[policies.approvedBy, nameOf(approvedBy)] as const]),
        ],
        notes: [[policies.rules, policyLines(approvalMatrix, texts).join(' ')]],
      })),
    },
  ]);
  return { kind: 'page', status: 200, page };
};

const effectText = (
  { looked, isComplete, count, amount, changes }: PolicyPreview['waiting'],
  texts: Inside['texts'],
): string => {
  const { policies } = texts;
  return [
    policies.effect(count, looked, rupees(amount.value)),
    ...changes.map(({ from, to, ...change }) =>
      policies.change(
        change.count,
        rupees(change.amount.value),
        levelsText(from, texts),
        levelsText(to, texts),
      ),
    ),
    ...(isComplete ? [] : [policies.incomplete]),
  ].join(' ');
};

/** What a policy would change, of what waits and of the last 90 days. */
export const effectFacts = (
  { waiting, last90Days }: PolicyPreview,
  { texts }: Inside,
): ReadonlyArray<Fact> => [
  [texts.policies.waiting, effectText(waiting, texts)],
  [texts.policies.last90Days, effectText(last90Days, texts)],
];

const EMPTY: PolicyRow = { packages: '', upTo: '', levels: '' };
const MORE_ROWS = 3;

/** What is wrong with a draft, and the fields in which it is put right. */
interface DraftFault {
  readonly text: string;
  readonly fields: ReadonlySet<string>;
}

/** As many faults as one light page tells; others come once these are put right. */
const FAULTS_MAX = 20;

/** Each text once, though it may be of several places. */
const faultsOf = (
  issues: ReadonlyArray<Issue>,
  matrix: ReturnType<typeof matrixOf>,
  texts: Inside['texts'],
): ReadonlyArray<DraftFault> => {
  const found = new Map<string, Set<string>>();
  for (const issue of issues) {
    const text = faultText(issue, matrix, texts);
    const field = faultyField(issue, matrix);
    const fields = found.get(text) ?? new Set();
    found.set(text, field === undefined ? fields : fields.add(field));
  }
  return [...found].slice(0, FAULTS_MAX).map(([text, fields]) => ({ text, fields }));
};

const faultId = (i: number): string => `fault-${String(i + 1)}`;

const Rows = ({
  inside: { texts },
  rows,
  faults,
}: {
  readonly inside: Inside;
  readonly rows: ReadonlyArray<PolicyRow>;
  readonly faults: ReadonlyArray<DraftFault>;
}) => {
  const { policies } = texts;
  const offered = [...rows, ...Array.from({ length: MORE_ROWS }, () => EMPTY)].slice(0, ROWS_MAX);
  const field = (member: keyof PolicyRow, i: number) => {
    const name = `${member}-${String(i)}`;
    const fault = faults.findIndex(({ fields }) => fields.has(name));
    return { name, ...(fault >= 0 && { toldIn: faultId(fault) }) };
  };
  // A reader starts at the first faulty field, else at what is wrong.
  const noField = faults.every(({ fields }) => fields.size === 0);
  return (
    <>
      {faults.length > 0 && (
        <div class="notice bad" role="alert" {...(noField && { tabindex: -1, autofocus: true })}>
          <p>{policies.faults}</p>
          <ul>
            {faults.map(({ text }, i) => (
              <li key={text} id={faultId(i)}>
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      {offered.map((row, i) => (
        <fieldset key={i}>
          <legend>{policies.row(i + 1)}</legend>
          <div class="row top">
            <TextField
              {...field('packages', i)}
              label={policies.packages}
              value={row.packages}
              {...(i === 0 && { hint: policies.packagesHint })}
            />
            <TextField
              {...field('upTo', i)}
              label={policies.upTo}
              value={row.upTo}
              inputmode="decimal"
              {...(i === 0 && { hint: policies.upToHint })}
            />
            <TextField
              {...field('levels', i)}
              label={policies.levels}
              value={row.levels}
              {...(i === 0 && { hint: policies.levelsHint })}
            />
          </div>
        </fieldset>
      ))}
    </>
  );
};

interface DraftPolicy {
  readonly approvalMatrix: ReturnType<typeof matrixOf>;
}

const inForceOf = async ({ engine, person: { tenant, userId: actorUserId } }: Inside) =>
  E.map(({ inForce }: ApprovalPolicyHistory) => inForce)(
    await engine.getApprovalPolicy(tenant, { actorUserId, limit: 1 }),
  );

const draft: Deed<DraftPolicy, PutApprovalPolicyAnswer> = {
  part: 'policies',
  name: 'draft',
  permissions: ['settings.edit'],
  isConfirmed: true,
  ask: async (inside, typed) => {
    const { engine, person, texts } = inside;
    const { policies } = texts;
    const { tenant, userId: actorUserId } = person;
    const asked = {
      title: policies.draftTitle,
      text: [policies.draftText],
      again: policies.show,
      button: policies.propose,
    };
    // The first look at the page has the policy in force in its lines, and nothing to compare.
    if (!typed.isChecked('packages-0')) {
      const inForce = await inForceOf(inside);
      if (E.isLeft(inForce)) return inForce;
      const { approvalMatrix } = inForce.right;
      if (!fitsRows(approvalMatrix, texts))
        return E.right({ title: policies.draftTitle, text: [policies.noLines(ROWS_MAX)] });
      const rows = rowsOf(approvalMatrix, texts);
      return E.right({ ...asked, fields: <Rows inside={inside} rows={rows} faults={[]} /> });
    }
    const rows = rowsIn(typed.value);
    const approvalMatrix = matrixOf(rows, texts);
    const preview = await engine.previewApprovalPolicy(tenant, { actorUserId, approvalMatrix });
    if (E.isRight(preview))
      return E.right({
        ...asked,
        facts: effectFacts(preview.right, inside),
        fields: <Rows inside={inside} rows={rows} faults={[]} />,
      });
    if (preview.left._tag !== 'InvalidInput') return E.left(preview.left);
    const faults = faultsOf(preview.left.issues, approvalMatrix, texts);
    return E.right({
      ...asked,
      fields: <Rows inside={inside} rows={rows} faults={faults} />,
    });
  },
  now: async (inside) => {
    const { texts } = inside;
    return E.map(({ version = 0, approvalMatrix }: ApprovalPolicyHistory['inForce']) => ({
      seen: String(version),
      facts: [
        [
          texts.policies.inForce,
          policyLines(approvalMatrix, texts).join(' ') || texts.policies.none,
        ],
      ] as const,
    }))(await inForceOf(inside));
  },
  values: (form, texts) => ({
    approvalMatrix: matrixOf(
      rowsIn((name) => form.get(name) ?? ''),
      texts,
    ),
  }),
  run: (changes, person, input) =>
    changes.putApprovalPolicy(person.tenant, { ...input, ...givenBy(person) }),
  done: (_, { texts }) => ({ title: texts.policies.same }),
};

/** The approval policy of a company, its versions, and the proposal of another. */
export const policyRoutes = (routes: InsideRoutes, mailbox: Mailbox): ReadonlyArray<PageRoute> => [
  ...routes.page({ path: AT, answer: list }),
  ...deedRoutes(routes, mailbox, draft),
];
