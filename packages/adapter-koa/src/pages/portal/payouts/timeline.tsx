import { StatusDetails, type TransactionObject } from '@hundi/core';
import { PayoutApproval, type JournalRecord } from '@hundi/core/wire';
import type { Inside } from '../inside.js';
import type { Texts } from '../../texts/english.js';

/** What the parts of a payout's page are made from. */
export interface PayoutStory {
  readonly payout: TransactionObject;
  /** Its entries in the journal, as far as the person may read them, the first one first. */
  readonly entries: ReadonlyArray<JournalRecord>;
}

/** Names people as the person may know them: those whom the payout or its journal names, and the person; others by their ids. */
export const namesOf = (
  { person, profile }: Inside,
  { payout: { actors }, entries }: PayoutStory,
): ((userId: string) => string) => {
  const { createdBy } = actors;
  const known = new Map<string, string>([
    ...entries.map(({ actor, actorName = actor }) => [actor, actorName] as const),
    [createdBy.userId, createdBy.username],
    [person.userId, profile.username],
  ]);
  return (userId) => known.get(userId) ?? userId;
};

/** The approvals that an entry holds, which are all that were given up to then. */
export const approvalIn = ({ changes: { approval } }: JournalRecord): PayoutApproval | undefined =>
  PayoutApproval.is(approval) ? approval : undefined;

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const messageIn = (
  { changes: { statusDetails } }: JournalRecord,
  { engine }: Texts,
): string | undefined =>
  StatusDetails.is(statusDetails)
    ? textIn(engine.coded(statusDetails.code, statusDetails.message))
    : undefined;

const commentIn = (entry: JournalRecord): string | undefined =>
  textIn(entry.changes['comment']) ??
  (entry.to === 'rejected' ? textIn(approvalIn(entry)?.comment) : undefined);

/** One line of a timeline. */
interface Moment {
  readonly what: string;
  readonly at: number;
  readonly who: string;
  readonly more: ReadonlyArray<string>;
}

const OPERATOR = 'operator ';

/** Who made a change: a person, a part of the engine, or one of the bank's own people. */
const whoIn = (
  { actor }: JournalRecord,
  nameOf: (userId: string) => string,
  { payout }: Texts,
): string => {
  if (actor.startsWith(OPERATOR)) return payout.byBank(actor.slice(OPERATOR.length));
  const parts: Readonly<Record<string, string>> = payout.parts;
  return parts[actor] ?? payout.by(nameOf(actor));
};

const stateIn = (to: string, { states }: Texts): string =>
  Object.hasOwn(states, to) ? states[to as TransactionObject['status']] : to;

const whatIn = (entry: JournalRecord, texts: Texts): string => {
  const { from, to, changes } = entry;
  const last = approvalIn(entry)?.approvals.at(-1);
  // Also the last approval: what it leads to is the state that the page says.
  if (from !== undefined && to !== 'rejected' && last !== undefined)
    return texts.payout.approvedAt(last.level);
  return changes['returnedAt'] === undefined ? stateIn(to, texts) : texts.payout.returned;
};

const momentsOf = (inside: Inside, story: PayoutStory): ReadonlyArray<Moment> => {
  const { texts } = inside;
  const { payout, entries } = story;
  const nameOf = namesOf(inside, story);
  const { createdBy } = payout.actors;
  const keys = entries.flatMap(({ via }) => (via === undefined ? [] : [via.keyId])).slice(0, 1);
  return [
    {
      what: texts.payout.ordered,
      at: payout.timestamps.createdAt,
      who: texts.payout.by(createdBy.username),
      more: keys.map(texts.payout.viaKey),
    },
    ...entries.map((entry) => ({
      what: whatIn(entry, texts),
      at: entry.at,
      who: whoIn(entry, nameOf, texts),
      more: [messageIn(entry, texts), commentIn(entry)].filter((text) => text !== undefined),
    })),
  ];
};

/** What became of a payout, step by step. */
export const Timeline = ({
  inside,
  story,
}: {
  readonly inside: Inside;
  readonly story: PayoutStory;
}) => {
  const { texts, profile } = inside;
  return (
    <section class="card">
      <h2 id="timeline">{texts.payout.timeline}</h2>
      {/* With a role, because some browsers take a list without numbers for none. */}
      <ol class="timeline" role="list" aria-labelledby="timeline">
        {momentsOf(inside, story).map(({ what, at, who, more }, i) => (
          <li key={i}>
            <strong>{what}</strong> <bdi>{who}</bdi>
            <span class="sub">{texts.moment(at, profile.timeZone)}</span>
            {more.map((text) => (
              <span key={text} class="sub">
                <bdi>{text}</bdi>
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
};
