import type { Tenant } from '@hundi/core';
import type { ArchiveFile, ArchiveStore, DecidedPayout, Job } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { runInChunks } from '../../engine/chunks.js';
import { rowsOf, text, uuid } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { OWNED, OWNER } from '../rows/owner.js';
import {
  FILE,
  GONE,
  PAYOUT,
  PLACE,
  REFERENCE,
  TERM_OF,
  termsOf,
  WITNESS,
  type GoneSubject,
  type Term,
} from './archive-columns.js';

type Drop = ArchiveStore['drop'];

const JOB = rowsOf<Job>()({
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  job_id: uuid(({ jobId }) => jobId),
});

const EQUAL = (columns: ReadonlyArray<string>): string =>
  columns.map((name) => `t.${name} = s.${name}`).join(' AND ');

const removals = (dialect: Dialect) => {
  const remove = (table: string, index: string, key: ReadonlyArray<string>) =>
    dialect.remove({ table, index, key, where: EQUAL(key) });
  const byPlace = ['corporate_id', 'entry_no'];
  return {
    seals: bulk(dialect, PLACE.columns, remove('journal_seals', 'journal_seals_of', byPlace)),
    entries: bulk(dialect, PLACE.columns, remove('journal', 'journal_of_corporate', byPlace)),
    answers: bulk(
      dialect,
      PAYOUT.columns,
      remove('bank_answers', 'bank_answers_of', ['corporate_id', 'payout_id']),
    ),
    payouts: bulk(
      dialect,
      PAYOUT.columns,
      remove('payouts', 'payouts_by_id', ['corporate_id', 'payout_id']),
    ),
    jobs: bulk(dialect, JOB.columns, remove('jobs', 'jobs_by_id', ['corporate_id', 'job_id'])),
    events: named(`DELETE FROM events ${dialect.using('events_in_order')}
      WHERE ${OWNED} AND position <= :position`),
  };
};

/** Takes terms away. The range keeps SQLite from looking at every payout of a payee that is paid often. */
const termRemoval = (dialect: Dialect) => {
  const bind = dialect.over(
    TERM_OF.columns,
    (s) => `DELETE FROM payout_terms
      WHERE (corporate_id, term, payout_id) IN (SELECT s.corporate_id, s.term, s.payout_id FROM ${s})
        AND payout_id >= ? AND payout_id <= ?`,
  );
  return (session: Session, tenant: Tenant, terms: ReadonlyArray<Term>): Promise<number> =>
    runInChunks(session, terms, (chunk) => {
      const ids = chunk.map(({ id }) => id).sort();
      const { sql, bindings } = bind(chunk.map(TERM_OF.cells(tenant)));
      return { sql, bindings: [...bindings, ids[0], ids.at(-1)] };
    });
};

const goneOf = (
  file: ArchiveFile,
  jobs: ReadonlyArray<Job>,
  payouts: ReadonlyArray<DecidedPayout>,
): ReadonlyArray<GoneSubject> => {
  const last = new Map<string, string>(jobs.map(({ jobId }) => [jobId, jobId]));
  for (const { order } of payouts) {
    const subject = order.jobId ?? order.transactionId;
    const known = last.get(subject) ?? '';
    if (order.transactionId > known) last.set(subject, order.transactionId);
  }
  return [...last].map(([subjectId, lastId]) => ({ subjectId, lastId, file }));
};

const writes = (dialect: Dialect) => ({
  file: dialect.insert({ table: 'archive_files', columns: FILE.columns }),
  gone: dialect.insert({ table: 'archived', columns: GONE.columns }),
  // Only those that hold their reference: the references of others are free again, or another's. Two paid payouts may
  // share one, and an open session may hold it: from here on it is held for good.
  references: bulk(
    dialect,
    REFERENCE.columns,
    (s) => `INSERT INTO held_references (corporate_id, reference, bank_id)
      SELECT DISTINCT s.corporate_id, s.reference, s.bank_id FROM ${s} WHERE true
      ON CONFLICT (corporate_id, reference) DO UPDATE SET payout_id = NULL`,
  ),
  witness: bulk(dialect, WITNESS.columns, witnessing(dialect)),
});

/** Writes witnesses beside the seals of their entries. */
const witnessing = (dialect: Dialect) => {
  const found = dialect.each({
    table: 'journal_seals',
    index: 'journal_seals_of',
    as: 't',
    where: EQUAL(['corporate_id', 'entry_no']),
  });
  return (s: string): string => `INSERT INTO journal_seals
      (corporate_id, ordinal, entry_no, position, hash, previous_hash, event_hash)
    SELECT t.corporate_id, t.ordinal, t.entry_no, t.position, t.hash, s.previous_hash, s.event_hash
    FROM ${found.from(s)} WHERE ${found.where}
    ON CONFLICT (corporate_id, ordinal) DO UPDATE
      SET previous_hash = excluded.previous_hash, event_hash = excluded.event_hash`;
};

/** Takes what a file holds out of the tables, and notes where it went. */
export const archiveDrop = (dialect: Dialect): ((session: Session) => Drop) => {
  const removing = removals(dialect);
  const writing = writes(dialect);
  const removeTerms = termRemoval(dialect);

  return (session) =>
    async ({ file, jobs, payouts, places, kept }) => {
      const { tenant }: { readonly tenant: Tenant } = file;
      await writing.file(session, [file], FILE.cells);
      await writing.gone(session, goneOf(file, jobs, payouts), GONE.cells);
      const holding = payouts.filter(({ progress }) => progress.status === 'paid');
      await writing.references.run(session, holding, REFERENCE.cells(tenant));
      await writing.witness.run(session, kept, WITNESS.cells(tenant));
      await removing.seals.run(session, places, PLACE.cells(tenant));
      await removing.entries.run(session, places, PLACE.cells(tenant));
      await removeTerms(session, tenant, payouts.flatMap(termsOf));
      await removing.answers.run(session, payouts, PAYOUT.cells(tenant));
      await removing.payouts.run(session, payouts, PAYOUT.cells(tenant));
      await removing.jobs.run(session, jobs, JOB.cells);
      const { position } = file.head;
      await removing.events.run(session, { ...OWNER.values(tenant), position });
    };
};
