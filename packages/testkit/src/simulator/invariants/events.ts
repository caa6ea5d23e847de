import type { JournalEntry, SealedEvent } from '@hundi/core/wire';
import type { FeedEvidence, EventBody } from './feed-evidence.js';
import type { FeedInvariant } from './feed.js';

const JOB_IS_OVER = /^(completed_\w+|failed_system|cancelled)$/;
const RECORDS_A_PAGE = 100;

/** The types of the events that an entry of the journal must have, in order. */
const typesOf = (
  { jobs }: FeedEvidence,
  { subjectKind, subjectId, from, to }: JournalEntry,
): ReadonlyArray<string> => {
  if (subjectKind === 'payout')
    return [`transaction.${to}`, ...(from === 'paid' ? ['transaction.returned'] : [])];
  if (subjectKind !== 'job' || !JOB_IS_OVER.test(to)) return [];
  const total = jobs.get(subjectId as never)?.total ?? 0;
  const pages = Array.from({ length: Math.ceil(total / RECORDS_A_PAGE) });
  return [...pages.map(() => 'payment.job.result_page'), 'payment.job.completed'];
};

const subjectOf = ({ data: { object } }: EventBody): unknown =>
  object['transactionId'] ?? object['jobId'];

/** An event as one line: of what, which change, when, of which type. */
const lineOf = (id: unknown, sequence: number, at: number, type: string): string =>
  [String(id), String(sequence), String(at), type].join(' ');

const eachEdge: FeedInvariant = {
  name: 'I26',
  promise: 'every change that has an event has exactly one, and there is no event without a change',
  *broken(evidence) {
    const due = new Map<string, number>();
    for (const entries of evidence.journals.values()) {
      for (const entry of entries) {
        for (const type of typesOf(evidence, entry)) {
          const line = lineOf(entry.subjectId, entry.sequence, entry.at, type);
          due.set(line, (due.get(line) ?? 0) + 1);
        }
      }
    }
    const ids = new Set<string>();
    for (const { events } of evidence.sealed) {
      for (const { eventId } of events) {
        const body = evidence.bodies.get(eventId);
        if (body === undefined) continue;
        const line = lineOf(subjectOf(body), body.sequence, body.created, body.type);
        if (ids.has(eventId)) yield `${eventId} is there twice`;
        ids.add(eventId);
        const left = due.get(line) ?? 0;
        if (left === 0) yield `${eventId} belongs to no change: ${line}`;
        due.set(line, left - 1);
      }
    }
    for (const [line, left] of due) if (left > 0) yield `no event for ${line}`;
  },
};

/** Which moments show from a state on, and not before. */
const SHOWN_FROM: ReadonlyArray<readonly [string, ReadonlySet<string>]> = [
  ['paidAt', new Set(['paid', 'failed'])],
  ['sentToBankAt', new Set(['sent_to_bank', 'paid', 'failed'])],
  ['approvedAt', new Set(['approved', 'scheduled', 'sent_to_bank', 'paid', 'failed', 'cancelled'])],
];

const edgeFault = (
  entry: JournalEntry,
  event: SealedEvent,
  { id, type, created, data }: EventBody,
): string | undefined => {
  const { object, previousStatus } = data;
  if (id !== event.eventId || type !== event.type || created !== event.at)
    return 'is filed as something else than its body says';
  if (object['status'] !== entry.to) return `shows ${String(object['status'])} at ${entry.to}`;
  if (previousStatus !== entry.from) return `comes from ${String(previousStatus)}`;
  const moments = object['timestamps'] as object;
  const early = SHOWN_FROM.find(([field, states]) => field in moments && !states.has(entry.to));
  if (early !== undefined) return `shows ${early[0]} while ${entry.to}`;
  if (entry.to === 'paid' && !('paidAt' in moments)) return 'hides when it was paid';
  return undefined;
};

const asOfThen: FeedInvariant = {
  name: 'I28',
  promise: 'an event shows its payout as it was right after that change, not as it is later',
  *broken({ sealed, journals, bodies: all }) {
    for (const { events } of sealed) {
      for (const event of events) {
        const body = all.get(event.eventId);
        const id = body?.data.object['transactionId'];
        if (body === undefined || typeof id !== 'string') continue;
        const entry = journals.get(id)?.find(({ sequence }) => sequence === body.sequence);
        const fault = entry === undefined ? 'is of no entry' : edgeFault(entry, event, body);
        if (fault !== undefined) yield `${event.eventId} ${fault}`;
      }
    }
  },
};

export const eventInvariants: ReadonlyArray<FeedInvariant> = [eachEdge, asOfThen];
