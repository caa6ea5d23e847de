import * as t from 'io-ts';
import { ActorNotFound } from '../../../model/access/access-errors.js';
import { ActorCursorInput } from '../../../model/access/actor-input.js';
import { record } from '../../../kernel/codecs/record.js';
import { E } from '../../../kernel/fp.js';
import type { ListUseCase } from '../../../kernel/use-case/use-case.js';
import {
  placeCursors,
  type CursorPage,
  type InvalidCursor,
} from '../../../kernel/values/cursor.js';
import { documented } from '../../../kernel/codecs/documented.js';
import type { TransactionId, UserId } from '../../../kernel/values/ids.js';
import { optional, parameter } from '../../../kernel/codecs/parameter.js';
import { filteredPage } from '../../../kernel/flow/filtered-page.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { maySeePayouts, seenBy, seesAllPayouts } from '../../../model/payout/seen-by.js';
import { viasOf } from '../../rights/vias.js';
import { sealedList } from '../../../storage/sealed-list.js';
import type { Stores } from '../../../storage/storage.js';
import type { Actor } from '../../../model/tenancy/user.js';
import { token } from '../../../kernel/token.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import { NotAJournalReader } from '../../../model/journal/entry/journal-errors.js';
import type { PlacedEntry } from '../../../storage/journal-store.js';
import { journalRecord, type JournalRecord } from '../../event/journal-view.js';

const SUBJECT = /^[\x21-\x7e]{1,100}$/;

const SubjectId = documented(
  parameter('SubjectId', 'an id', {
    is: t.string.is,
    read: (text) => (SUBJECT.test(text) ? text : undefined),
    write: t.identity,
  }),
  { type: 'string', description: 'The id of a payout, job, beneficiary or key.' },
);

/** The query parameter that narrows the journal. */
export const JournalQuery = { subject: optional(SubjectId) };

const ListJournalInput = record('ListJournalInput', ActorCursorInput.required, {
  subject: SubjectId,
  ...ActorCursorInput.optional,
});
type ListJournalInput = t.TypeOf<typeof ListJournalInput>;

type ListJournalError = ActorNotFound | NotAJournalReader | InvalidCursor;

/**
 * Lists what the user may see of a corporate's journal, newest first: holders of `operations.view` all of
 * it, others the entries of payouts that their roles reach. A user who acted is named.
 */
export type ListJournal = ListUseCase<
  ListJournalInput,
  ListJournalError,
  CursorPage<JournalRecord>
>;
export const ListJournal = token<ListJournal>('ListJournal');

export const makeListJournal = sealedList(ListJournal, {
  input: ListJournalInput,
  cursors: (seal, tenant, { actorUserId: userId, subject }) =>
    placeCursors<number>(seal, tenant, 'journal', { userId, subject }),
  page: async (stores, tenant, { actorUserId, subject }, { after, limit }) => {
    const [actor] = await stores.tenancy.actors(tenant, [actorUserId]);
    if (actor === undefined) return E.left(ActorNotFound(actorUserId));
    if (!maySeePayouts(actor)) return E.left(NotAJournalReader(actorUserId));
    const { items, next } = await filteredPage(
      {
        read: (before, count) => stores.journal.latest(tenant, subject, before, count),
        placeOf: ({ place }) => place,
        keep: (placed) =>
          seesAllPayouts(actor) ? placed : ofPayoutsSeen(stores, tenant, actor, placed),
      },
      after,
      limit,
    );
    const entries = await withVias(stores, tenant, items);
    return E.right({ items: await withNames(stores, tenant, entries), next });
  },
});

const withNames = async (
  { tenancy }: Stores,
  tenant: Tenant,
  entries: ReadonlyArray<JournalEntry>,
): Promise<ReadonlyArray<JournalRecord>> => {
  const ids = new Set(entries.map(({ actor }) => actor as UserId));
  const users = (await tenancy.actors(tenant, [...ids])).map(({ user }) => user);
  const names = new Map<string, string>(users.map(({ userId, username }) => [userId, username]));
  return entries.map((entry) => {
    const actorName = names.get(entry.actor);
    return { ...journalRecord(entry), ...(actorName !== undefined && { actorName }) };
  });
};

/** With the key of their job where payouts came by one: that stands in the job's own entry. */
const withVias = async (
  stores: Stores,
  tenant: Tenant,
  placed: ReadonlyArray<PlacedEntry>,
): Promise<ReadonlyArray<JournalEntry>> => {
  const entries = placed.map(({ entry }) => entry);
  const first = entries.filter(
    ({ subjectKind, sequence, via }) =>
      subjectKind === 'payout' && sequence === 1 && via === undefined,
  );
  if (first.length === 0) return entries;
  const ids = first.map(({ subjectId }) => subjectId as TransactionId);
  const ofJobs = (await stores.payouts.findMany(tenant, ids))
    .map(({ order }) => order)
    .filter(({ jobId }) => jobId !== undefined);
  const vias = await viasOf(stores, tenant, ofJobs);
  return entries.map((entry) => {
    const via = entry.sequence === 1 ? vias.get(entry.subjectId as TransactionId) : undefined;
    return via === undefined ? entry : { ...entry, via };
  });
};

const ofPayoutsSeen = async (
  { payouts }: Stores,
  tenant: Tenant,
  actor: Actor,
  placed: ReadonlyArray<PlacedEntry>,
): Promise<ReadonlyArray<PlacedEntry>> => {
  const about = placed.filter(({ entry }) => entry.subjectKind === 'payout');
  const ids = new Set(about.map(({ entry }) => entry.subjectId as TransactionId));
  const seen = (await payouts.findMany(tenant, [...ids])).filter(seenBy(actor));
  const shown = new Set<string>(seen.map(({ order }) => order.transactionId));
  return about.filter(({ entry }) => shown.has(entry.subjectId));
};
