import type { Tenant } from '../kernel/values/tenant.js';
import type { JournalEntry } from '../model/journal/entry/entry.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { Incident } from '../model/journal/entry/incident.js';
import type { IncidentKind } from '../model/journal/entry/incident-kind.js';

/** An entry, and where it stands in the list that it was read from. */
export interface PlacedEntry {
  readonly place: number;
  readonly entry: JournalEntry;
}

/** An incident, and where it stands among those of all corporates. */
export interface PlacedIncident {
  /** The later it was raised, the higher. */
  readonly place: number;
  readonly incident: Incident;
}

/** The position of an incident in the list of its corporate. */
export type IncidentPlace = Pick<Incident, 'at' | 'kind' | 'subjectId'>;

/** The journal and the incidents (decisions §11). */
export interface JournalStore {
  /** Appends in order, set-based. A second entry of the same subject and sequence is a defect and throws. */
  readonly append: (entries: ReadonlyArray<JournalEntry>) => Promise<void>;
  /** Every entry of one subject, by sequence. */
  readonly of: (tenant: Tenant, subjectId: string) => Promise<ReadonlyArray<JournalEntry>>;
  /**
   * The entry of one subject with the highest sequence; undefined if it has none. Reads one row, for a history of any
   * length.
   */
  readonly last: (tenant: Tenant, subjectId: string) => Promise<JournalEntry | undefined>;
  /** Every entry of these subjects, by subject and sequence; each with its place in the corporate's journal. */
  readonly ofMany: (
    tenant: Tenant,
    subjectIds: ReadonlyArray<string>,
  ) => Promise<ReadonlyArray<PlacedEntry>>;
  /** Raises incidents; one that is open already (same kind and subject) stays as it is. */
  readonly raise: (incidents: ReadonlyArray<Incident>) => Promise<void>;
  /**
   * The entries of a corporate, or of one subject of it, newest first, at most `limit`, from below the
   * place `before` on.
   */
  readonly latest: (
    tenant: Tenant,
    subjectId: string | undefined,
    before: number | undefined,
    limit: number,
  ) => Promise<ReadonlyArray<PlacedEntry>>;
  /** Newest first (of the same moment by kind and subject, descending), at most `limit`, from below `before` on. */
  readonly incidents: (
    tenant: Tenant,
    limit: number,
    before?: IncidentPlace,
  ) => Promise<ReadonlyArray<Incident>>;
  /** The incidents about these subjects, in no order. */
  readonly incidentsAbout: (
    tenant: Tenant,
    subjectIds: ReadonlyArray<string>,
  ) => Promise<ReadonlyArray<Incident>>;
  /** Incidents of all corporates, the one that was raised last first, at most `limit`, from below the place `before` on. */
  readonly latestIncidents: (
    limit: number,
    before?: number,
  ) => Promise<ReadonlyArray<PlacedIncident>>;
  /**
   * How many incidents of each kind, of any tenant, happened at `since` or later. Looks at the `limit` that
   * were raised last and no further; kinds without one may be left out.
   */
  readonly recentIncidents: (
    since: EpochMs,
    limit: number,
  ) => Promise<ReadonlyMap<IncidentKind, number>>;
}
