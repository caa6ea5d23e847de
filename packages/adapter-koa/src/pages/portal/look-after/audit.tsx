import { E } from '@hundi/core';
import type { IncidentRecord, JournalRecord } from '@hundi/core/wire';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import type { Inside, InsideRoutes } from '../inside.js';
import { refused, restarted } from './deed.js';
import { namesIn } from './names.js';
import { partPath } from './parts.js';
import { askedPiece, nextPiece, thingsPage, type Fact, type Thing } from './things-page.js';

const JOURNAL = partPath('journal');
const INCIDENTS = partPath('incidents');

const about = (subjectId: string) => `${JOURNAL}?subject=${encodeURIComponent(subjectId)}` as const;

/** A policy or a list of rows is long; the whole of it is in the answer of the API. */
const VALUES_MAX = 300;

const valueIn = (inside: Inside, name: string, value: unknown): string => {
  const { texts, profile } = inside;
  if (typeof value === 'number' && name.endsWith('At'))
    return texts.moment(value, profile.timeZone);
  if (Array.isArray(value)) return value.map((one) => valueIn(inside, name, one)).join(', ');
  if (typeof value === 'object' && value !== null) return `(${membersIn(inside, value)})`;
  return String(value);
};

const membersIn = (inside: Inside, members: object): string =>
  Object.entries(members)
    .map(([name, value]) => `${name}: ${valueIn(inside, name, value)}`)
    .join(', ');

const valuesText = (inside: Inside, changes: JournalRecord['changes']): string => {
  const text = membersIn(inside, changes);
  return text.length > VALUES_MAX ? `${text.slice(0, VALUES_MAX)}…` : text;
};

/** States in the words of the pages of their subjects, or of this one. */
const stateIn = ({ texts }: Inside, kind: JournalRecord['subjectKind'], state: string): string => {
  const words: Partial<Record<typeof kind, Readonly<Record<string, string>>>> = {
    payout: texts.states,
    job: texts.job.states,
    beneficiary: texts.beneficiaries.states,
  };
  const others: Readonly<Record<string, string>> = texts.journal.states;
  return words[kind]?.[state] ?? others[state] ?? state;
};

const entryFacts = (
  inside: Inside,
  { at, actor, actorName, subjectId, via, changes }: JournalRecord,
): ReadonlyArray<Fact> => {
  const { texts, profile } = inside;
  const { journal } = texts;
  const values = valuesText(inside, changes);
  const users = actorName === undefined ? [] : [{ userId: actor, username: actorName }];
  return [
    [journal.at, texts.moment(at, profile.timeZone)],
    [journal.by, journal.parts[actor] ?? namesIn(users, inside)(actor)],
    [journal.of, subjectId],
    ...(via === undefined ? [] : [[journal.key, via.keyId] as const]),
    ...(values === '' ? [] : [[journal.changes, values] as const]),
  ];
};

const journal = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, person, visit, texts } = inside;
  const subject = visit.query('subject') ?? '';
  const found = await engine.listJournal(person.tenant, {
    actorUserId: person.userId,
    ...askedPiece(inside),
    ...(subject !== '' && { subject }),
  });
  const here = subject === '' ? JOURNAL : about(subject);
  if (E.isLeft(found))
    return found.left._tag === 'InvalidInput'
      ? refused(inside, found.left, JOURNAL)
      : restarted(found.left, inside, here);
  const { items, nextCursor } = found.right;
  const said = texts.journal;
  const page = thingsPage(inside, { part: 'journal', title: said.title }, [
    {
      title: subject === '' ? said.list : said.about(subject),
      none: said.none,
      acts: subject === '' ? [] : [{ text: said.everything, path: JOURNAL }],
      next: nextPiece(here, nextCursor),
      things: items.map((entry) => {
        const { subjectKind, subjectId, sequence, from, to } = entry;
        const name = said.subjects[subjectKind];
        const stateOf = (state: string) => stateIn(inside, subjectKind, state);
        return {
          id: `${subjectKind} ${subjectId} ${String(sequence)}`,
          name,
          state: said.became(from && stateOf(from), stateOf(to)),
          facts: entryFacts(inside, entry),
          acts:
            subject === ''
              ? [{ text: said.only, label: said.onlyOf(subjectId), path: about(subjectId) }]
              : [],
        };
      }),
    },
  ]);
  return { kind: 'page', status: 200, page };
};

const incidentThing = (
  { texts, profile }: Inside,
  { kind, subjectId, at, detail }: IncidentRecord,
): Thing => {
  const { incidents } = texts;
  const { meaning, meanwhile, steps } = incidents.kinds[kind];
  return {
    id: `${kind} ${subjectId}`,
    name: kind,
    state: meaning,
    facts: [
      [incidents.at, texts.moment(at, profile.timeZone)],
      [incidents.of, subjectId],
    ],
    notes: [
      [incidents.meanwhile, meanwhile],
      [incidents.steps, steps.join(' ')],
      // For operators, who have it in the log and in the answers of the API, too.
      [incidents.detail, <span lang="en">{detail}</span>],
    ],
  };
};

const incidents = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, person, texts } = inside;
  const found = await engine.listIncidents(person.tenant, {
    actorUserId: person.userId,
    ...askedPiece(inside),
  });
  if (E.isLeft(found)) return restarted(found.left, inside, INCIDENTS);
  const { items, nextCursor } = found.right;
  const said = texts.incidents;
  const page = thingsPage(inside, { part: 'incidents', title: said.title }, [
    {
      title: said.list,
      intro: said.intro,
      none: said.none,
      next: nextPiece(INCIDENTS, nextCursor),
      things: items.map((incident) => incidentThing(inside, incident)),
    },
  ]);
  return { kind: 'page', status: 200, page };
};

/** What was done in a company, and what needs attention. */
export const auditRoutes = (routes: InsideRoutes): ReadonlyArray<PageRoute> => [
  ...routes.page({ path: JOURNAL, answer: journal }),
  ...routes.page({ path: INCIDENTS, answer: incidents }),
];
