import { jobOf, type Tenant, type TransactionId } from '@hundi/core';
import type { ArchiveFile, DecidedPayout, PlacedWitness } from '@hundi/core/storage';
import { int, rowsOf, sharing, text, uuid } from '../../engine/described.js';
import { OWNER } from '../rows/owner.js';
import { TERM } from '../payout/report/payout-terms.js';

/** A file of the archive. */
export const FILE = rowsOf<ArchiveFile>()({
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  number: int(({ number }) => number),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  name: text(({ name }) => name),
  digest: text(({ digest }) => digest),
  ordinal: int(({ head }) => head.ordinal),
  hash: text(({ head }) => head.hash),
  position: int(({ head }) => head.position),
  event_hash: text(({ head }) => head.eventHash),
  at: int(({ at }) => at),
});
export const FOUND_FILE = FILE.select(FILE.names);

/** A job, or a payout without one, and the last of its payouts. */
export interface GoneSubject {
  readonly subjectId: string;
  readonly lastId: string;
  readonly file: ArchiveFile;
}

export const GONE = rowsOf<GoneSubject>()({
  subject_id: uuid(({ subjectId }) => subjectId),
  last_id: uuid(({ lastId }) => lastId),
  corporate_id: text(({ file }) => file.tenant.corporateTenantId),
  bank_id: text(({ file }) => file.tenant.bankTenantId),
  file_number: int(({ file }) => file.number),
});

/** A reference that stays held. */
export const REFERENCE = sharing(
  rowsOf<Tenant>()({ ...OWNER.described }),
  rowsOf<DecidedPayout>()({ reference: text(({ order }) => order.reference) }),
);

/** The place of an entry. */
export const PLACE = sharing(
  rowsOf<Tenant>()({ corporate_id: OWNER.described.corporate_id }),
  rowsOf<number>()({ entry_no: int((place) => place) }),
);

/** What proves the seal of the entry at a place. */
export const WITNESS = sharing(
  rowsOf<Tenant>()({ corporate_id: OWNER.described.corporate_id }),
  rowsOf<PlacedWitness>()({
    entry_no: int(({ place }) => place),
    previous_hash: text(({ previousHash }) => previousHash),
    event_hash: text(({ eventHash }) => eventHash),
  }),
);

/** A payout by its id alone. */
export const PAYOUT = sharing(
  rowsOf<Tenant>()({ corporate_id: OWNER.described.corporate_id }),
  rowsOf<DecidedPayout>()({ payout_id: uuid(({ order }) => order.transactionId) }),
);

/** A term by which a search finds a payout, or its batch. */
export interface Term {
  readonly term: string;
  readonly id: string;
}

export const TERM_OF = sharing(
  rowsOf<Tenant>()({ corporate_id: OWNER.described.corporate_id }),
  rowsOf<Term>()({ term: text(({ term }) => term), payout_id: uuid(({ id }) => id) }),
);

/** Every term of a payout. Everything that they are made of is written once and never changes. */
export const termsOf = ({ order }: DecidedPayout): ReadonlyArray<Term> => [
  { term: `${TERM.payee}${order.beneficiaryId}`, id: order.transactionId },
  { term: `${TERM.amount}${String(order.amount)}`, id: order.transactionId },
  { term: `${TERM.reference}${order.reference}`, id: order.transactionId },
  { term: `${TERM.batch}${order.apiRefNumber}`, id: order.jobId ?? order.transactionId },
];

/** The ids under which a payout or a job may have been archived: its own, and that of the job whose row it would be. */
export const subjectsFor = (id: string): { readonly own: string; readonly job: string } => ({
  own: id,
  job: jobOf(id as TransactionId),
});

export const SUBJECT = sharing(OWNER, rowsOf<string>()({ subject_id: uuid((id) => id) }));
