import { jobOf, type TransactionId } from '@hundi/core';
import type {
  ArchivedPlace,
  ArchiveFile,
  ArchiveStore,
  KeptEntry,
  SealWitness,
} from '@hundi/core/storage';
import { keyOf } from '../engine/key-of.js';
import { perTenant, sameTenant, tenantKey } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';
import type { Jobs } from '../intake/job-store.js';
import type { JournalRows } from '../journal/journal-rows.js';
import type { Payouts } from '../payout/payout-queries.js';
import type { BankAnswers } from '../settlement/bank-answer-store.js';

/** The maps of the other stores that archiving takes rows out of. */
export interface ArchivedRows {
  readonly payouts: Payouts;
  readonly jobs: Jobs;
  readonly answers: BankAnswers;
  readonly journals: JournalRows;
}

/** A job or a payout without a job that was archived, and the last of its payouts. */
interface Gone extends ArchivedPlace {
  readonly last: string;
}

interface Lease {
  readonly token: number;
  readonly until: number;
}

type Dropping = Parameters<ArchiveStore['drop']>[0];

const rowsOf = () => ({
  id: new Map<'id', string>(),
  lease: new Map<'lease', Lease>(),
  gone: new Map<string, Gone>(),
  files: perTenant(() => new Map<number, ArchiveFile>()),
  witnesses: perTenant(() => new Map<number, SealWitness>()),
});

type Rows = ReturnType<typeof rowsOf>;

const goneOf = ({ gone }: Rows, id: string): Gone | undefined => {
  const found = gone.get(id) ?? gone.get(jobOf(id as TransactionId));
  return found !== undefined && id <= found.last ? found : undefined;
};

const drop = (unit: Unit, rows: Rows, from: ArchivedRows, dropping: Dropping): void => {
  const { file, jobs, payouts, places, kept } = dropping;
  const { tenant } = file;
  const files = rows.files(tenant);
  if (files.has(file.number)) throw new Error(`there is a file ${String(file.number)} already`);
  unit.set(files, file.number, file);
  unit.set(from.journals.tenants, tenantKey(tenant), tenant);
  const place = { tenant, file: file.name };
  for (const { jobId } of jobs) {
    const own = payouts.filter(({ order }) => order.jobId === jobId);
    const last =
      own
        .map(({ order }) => order.transactionId as string)
        .sort()
        .at(-1) ?? jobId;
    unit.set(rows.gone, jobId, { ...place, last });
    unit.delete(from.jobs, keyOf(tenant, jobId));
  }
  for (const { order } of payouts) {
    const id = order.transactionId;
    if (order.jobId === undefined) unit.set(rows.gone, id, { ...place, last: id });
    // The table of references is left as it is: what is held stays held.
    unit.delete(from.payouts, id);
    const payout = keyOf(tenant, id);
    for (const { answerId } of from.answers.byPayout.get(payout) ?? [])
      unit.delete(from.answers.byId, keyOf(tenant, answerId));
    unit.delete(from.answers.byPayout, payout);
  }
  dropEntries(unit, from.journals, dropping);
  for (const { place: at, ...witness } of kept) unit.set(rows.witnesses(tenant), at, witness);
  for (const at of places) unit.delete(rows.witnesses(tenant), at);
};

const dropEntries = (
  unit: Unit,
  journals: JournalRows,
  { file: { tenant, head }, places }: Dropping,
): void => {
  const { entries, placed, seals, events, positions, archived } = journals.of(tenant);
  const gone = new Set(places);
  for (const place of places) {
    const entry = placed.get(place);
    if (entry === undefined) continue;
    unit.delete(journals.places, entry);
    unit.delete(placed, place);
    const rest = (entries.get(entry.subjectId) ?? []).filter((one) => one !== entry);
    if (rest.length === 0) unit.delete(entries, entry.subjectId);
    else unit.set(entries, entry.subjectId, rest);
  }
  for (const [ordinal, { place }] of [...seals]) if (gone.has(place)) unit.delete(seals, ordinal);
  unit.set(archived, 'position', head.position);
  for (const [position, { eventId }] of [...events]) {
    if (position > head.position) continue;
    unit.delete(events, position);
    unit.delete(positions, eventId);
  }
};

const keptOf = (
  rows: Rows,
  { of }: JournalRows,
  ...[tenant, after, upTo, limit]: Parameters<ArchiveStore['kept']>
): ReadonlyArray<KeptEntry> => {
  const { seals, placed } = of(tenant);
  return [...seals.values()]
    .filter(({ ordinal }) => ordinal > after && ordinal <= upTo)
    .sort((a, b) => a.ordinal - b.ordinal)
    .slice(0, limit)
    .map((seal) => {
      const entry = placed.get(seal.place);
      return {
        ...seal,
        ...(entry !== undefined && { entry }),
        ...rows.witnesses(tenant).get(seal.place),
      };
    });
};

export const archiveTables = (from: ArchivedRows): ((unit: Unit) => ArchiveStore) => {
  const rows = rowsOf();
  const { journals } = from;
  return (unit) => ({
    id: async () => rows.id.get('id'),
    keepId: async (candidate) => {
      const known = rows.id.get('id');
      if (known === undefined) unit.set(rows.id, 'id', candidate);
      return known ?? candidate;
    },
    claim: async (now, leaseMs) => {
      const before = rows.lease.get('lease') ?? { token: 0, until: 0 };
      if (before.until > now) return undefined;
      const token = before.token + 1;
      unit.set(rows.lease, 'lease', { token, until: now + leaseMs });
      return token;
    },
    extend: async (token, until) => {
      if (rows.lease.get('lease')?.token !== token) return false;
      unit.set(rows.lease, 'lease', { token, until });
      return true;
    },
    last: async (tenant) => [...rows.files(tenant).values()].at(-1),
    files: async (tenant, after, limit) =>
      [...rows.files(tenant).values()].filter(({ number }) => number > after).slice(0, limit),
    find: async (tenant, id) => {
      const found = goneOf(rows, id);
      return found !== undefined && sameTenant(found.tenant, tenant) ? found.file : undefined;
    },
    findAnywhere: async (id) => {
      const found = goneOf(rows, id);
      return found && { tenant: found.tenant, file: found.file };
    },
    sealed: async (tenant, places, upTo) => {
      const wanted = new Set(places);
      const seals = [...journals.of(tenant).seals.values()];
      return new Set(
        seals.flatMap(({ ordinal, place }) => (ordinal <= upTo && wanted.has(place) ? place : [])),
      );
    },
    kept: async (...asked) => keptOf(rows, journals, ...asked),
    drop: async (dropping) => {
      drop(unit, rows, from, dropping);
    },
  });
};
