import type { IncidentKind, JournalEntry } from '@hundi/core/wire';
import { bankRefOf } from '@hundi/core/rail';
import { isReachable, isRecovery } from '../judges/at-commit.js';
import type { Invariant } from './invariant.js';

const pathFault = (
  entries: ReadonlyArray<JournalEntry>,
  isForgotten: boolean,
): string | undefined => {
  for (const [i, { sequence, from, to }] of entries.entries()) {
    const before = entries[i - 1];
    if (sequence !== i + 1) return `entry ${String(i + 1)} has number ${String(sequence)}`;
    if (from !== before?.to) return `entry ${String(sequence)} comes from ${String(from)}`;
    if (from === undefined || (isForgotten && isRecovery(from, to))) continue;
    if (!isReachable(from, to, 1)) return `${from} never becomes ${to}`;
  }
  return undefined;
};

const everyEdge: Invariant = {
  name: 'I34',
  promise:
    'every change of a payout has one journal entry; together they are a path to where it is',
  *broken({ payouts, journals, simulation }) {
    for (const [id, payout] of payouts) {
      const entries = journals.get(id) ?? [];
      const fault = pathFault(entries, simulation.ledger.lost.sends.has(id));
      if (fault !== undefined) yield `${id}: ${fault}`;
      const last = entries.at(-1);
      const status = payout.intake === 'undecided' ? undefined : payout.progress.status;
      const sequence = payout.intake === 'undecided' ? 0 : payout.progress.sequence;
      if (last?.to !== status || (last?.sequence ?? 0) !== sequence) {
        yield `${id} is ${String(status)}, its journal ends in ${String(last?.to)}`;
      }
      const committed = simulation.ledger.entries.get(id);
      if (committed?.state !== (status ?? 'queued') || committed.sequence !== sequence) {
        yield `${id} was ${String(committed?.state)} and is ${String(status)} without a commit`;
      }
    }
  },
};

const JOB_PATHS = /^queued(>processing)?(>completed_\w+|>failed_system|>cancelled)?$/;

const jobPath: Invariant = {
  name: 'I26',
  promise: 'every change of a job has one journal entry, and a job that is over never changes',
  *broken({ jobs, journals }) {
    for (const { jobId, status, sequence } of jobs.values()) {
      const entries = journals.get(jobId) ?? [];
      const path = entries.map(({ to }) => to).join('>');
      if (!JOB_PATHS.test(path) || entries.at(-1)?.to !== status || entries.length !== sequence) {
        yield `${jobId} is ${status} after ${path}`;
      }
    }
  },
};

const moments: Invariant = {
  name: 'I33',
  promise: 'moments of a payout never go back, and paid has a moment and a reference of the bank',
  *broken({ payouts, journals }) {
    for (const [id, payout] of payouts) {
      if (payout.intake !== 'accepted') continue;
      const { createdAt } = payout.order;
      const { approvedAt, sentToBankAt, paidAt, returnedAt, status, utr } = payout.progress;
      const all = [createdAt, approvedAt, sentToBankAt, paidAt, returnedAt].filter(
        (at) => at !== undefined,
      );
      if (all.some((at, i) => at < (all[i - 1] ?? at))) yield `${id} goes back in time`;
      const wasPaid = status === 'paid' || returnedAt !== undefined;
      if (wasPaid !== (paidAt !== undefined) || wasPaid !== (utr !== undefined)) {
        yield `${id} is ${status} with paidAt ${String(paidAt)}`;
      }
      const entries = journals.get(id) ?? [];
      if (entries.some(({ at }, i) => at < (entries[i - 1]?.at ?? at))) {
        yield `the journal of ${id} goes back in time`;
      }
    }
  },
};

/** A report that the engine took must show on the payout; a false report after the end must raise an incident. */
const wordsCount: Invariant = {
  name: 'F3',
  promise:
    'a reported return shows on the payout, or raises an incident if its send was forgotten; a contradiction changes no state and raises an incident',
  *broken({ payouts, incidents, simulation }) {
    const { reported, liedAbout } = simulation.bank.books;
    const subjectsOf = (sought: IncidentKind): ReadonlySet<string> =>
      new Set(incidents.filter(({ kind }) => kind === sought).map((one) => one.subjectId));
    const contradicted = subjectsOf('contradictory_answer');
    const forgotten = subjectsOf('forgotten_order');
    for (const [id, payout] of payouts) {
      if (payout.intake !== 'accepted') continue;
      const ref = bankRefOf(id);
      const kinds = reported.get(ref);
      const { returnedAt, sentToBankAt, status } = payout.progress;
      // The report came before intake decided on the row again: an incident was raised, and the payout is never sent
      // again. Approved once more, it waits as sent until the bank, which is asked instead, has answered.
      const isOpen = sentToBankAt === undefined || status === 'sent_to_bank';
      const isKept = isOpen && forgotten.has(id);
      if (kinds?.has('returned') === true && returnedAt === undefined && !isKept) {
        yield `${id} was returned, and does not show it`;
      }
      const isDenied = kinds?.has('refused') === true || kinds?.has('paid_otherwise') === true;
      const lie = liedAbout.has(ref) && kinds?.has('paid') === true && isDenied;
      if (lie && !contradicted.has(id))
        yield `no incident was raised about the contradiction of ${id}`;
    }
  },
};

/** A person looks where the engine says that an incident stands. */
const filesCount: Invariant = {
  name: 'F3',
  promise:
    'a file of the bank that is broken or agrees with no order raises an incident: of a payout at its corporate, else of the bank as a whole',
  *broken({ incidents, simulation }) {
    const raised = new Set(
      incidents.map(({ kind, tenant, subjectId }) =>
        [kind, tenant.corporateTenantId, subjectId].join(' '),
      ),
    );
    for (const { kind, corporateTenantId, subjectId } of simulation.bank.books.complaints) {
      const place = [kind, corporateTenantId, subjectId].join(' ');
      if (!raised.has(place)) yield `no incident was raised: ${place}`;
    }
  },
};

export const historyInvariants: ReadonlyArray<Invariant> = [
  everyEdge,
  jobPath,
  moments,
  wordsCount,
  filesCount,
];
