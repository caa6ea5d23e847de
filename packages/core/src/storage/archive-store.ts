import type { JobId, TransactionId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { SealedEntry, SealHead } from '../model/journal/entry/seal.js';
import type { DecidedPayout } from '../model/payout/payout.js';
import type { Job } from '../model/intake/job/job.js';

/** A file of the archive: a stretch of the journal of one corporate, and the payouts that ended with it. */
export interface ArchiveFile {
  readonly tenant: Tenant;
  /** 1, 2, 3 … per corporate, without gaps. */
  readonly number: number;
  /** What the archive calls it. */
  readonly name: string;
  /** SHA-256 of its bytes, hex. */
  readonly digest: string;
  /** How far it goes: the next file, or the journal in the database, follows from here. */
  readonly head: SealHead;
  readonly at: EpochMs;
}

/** Where something that was archived went. */
export interface ArchivedPlace {
  readonly tenant: Tenant;
  /** The name of the file. */
  readonly file: string;
}

/** What proves an entry whose neighbours are in the archive: it needs nothing but these to make its seal. */
export interface SealWitness {
  /** The hash of the seal before its own. */
  readonly previousHash: string;
  /** The `hash` of the last event up to and including its own. */
  readonly eventHash: string;
}

/** The witness of the entry at a place. */
export interface PlacedWitness extends SealWitness {
  readonly place: number;
}

/** An entry of the archived part of a journal that is in the database as well: its subject is not archived. */
export type KeptEntry = SealedEntry & Partial<SealWitness>;

/** All that one commit takes out of the database. It is in the file. */
export interface Dropping {
  readonly file: ArchiveFile;
  readonly jobs: ReadonlyArray<Job>;
  /** Those of the jobs, all of them, and payouts without a job. */
  readonly payouts: ReadonlyArray<DecidedPayout>;
  /** The places of every entry of these jobs and payouts. */
  readonly places: ReadonlyArray<number>;
  /** The entries of the file that stay. */
  readonly kept: ReadonlyArray<PlacedWitness>;
}

/** What went to the archive: where it went, and what stays of it. */
export interface ArchiveStore {
  /** The id of this database's archive; undefined until one is kept. */
  readonly id: () => Promise<string | undefined>;
  /** Keeps an id if there is none, for good; answers the kept one, which may be another process's. */
  readonly keepId: (candidate: string) => Promise<string>;
  /**
   * Claims the archive until `now + leaseMs`; answers the token of the claim, or undefined while another holds it.
   * If several units do so at once, one gets it.
   */
  readonly claim: (now: EpochMs, leaseMs: number) => Promise<number | undefined>;
  /** Holds the archive on until a moment; false, having changed nothing, when the claim is another's by now. */
  readonly extend: (token: number, until: EpochMs) => Promise<boolean>;
  /** The last file of a corporate; undefined before the first. */
  readonly last: (tenant: Tenant) => Promise<ArchiveFile | undefined>;
  /** Files of a corporate behind a number (0: from the first on), by number, at most `limit`. */
  readonly files: (
    tenant: Tenant,
    after: number,
    limit: number,
  ) => Promise<ReadonlyArray<ArchiveFile>>;
  /** Where a payout or a job went; undefined for one that is not archived. */
  readonly find: (tenant: Tenant, id: TransactionId | JobId) => Promise<string | undefined>;
  /** Where a payout or a job went, for the bank's own messages, which name no tenant, and for its people. */
  readonly findAnywhere: (id: TransactionId | JobId) => Promise<ArchivedPlace | undefined>;
  /** Those of these places whose entry is sealed, at an ordinal of `upTo` or before. */
  readonly sealed: (
    tenant: Tenant,
    places: ReadonlyArray<number>,
    upTo: number,
  ) => Promise<ReadonlySet<number>>;
  /**
   * The entries that stayed of the archived part of a journal, behind an ordinal (0: from the first on) and up to
   * another, by ordinal, at most `limit`.
   */
  readonly kept: (
    tenant: Tenant,
    after: number,
    upTo: number,
    limit: number,
  ) => Promise<ReadonlyArray<KeptEntry>>;
  /**
   * Takes payouts and jobs, with their entries, seals, search terms and bank answers, and every event up to the head
   * of the file out of the database, and remembers where they went. The references that they hold stay held for ever.
   *
   * @throws when the corporate has a file of that number.
   */
  readonly drop: (dropping: Dropping) => Promise<void>;
}
