import type { E } from '../kernel/fp.js';
import type { AccessStore } from './access-store.js';
import type { AuthorityStore } from './authority-store.js';
import type { ArchiveStore } from './archive-store.js';
import type { BeneficiaryStore } from './beneficiary-store.js';
import type { CollectionStore } from './collection-store.js';
import type { WorkStore } from './work-store.js';
import type { IdempotencyStore } from './idempotency-store.js';
import type { JobStore } from './job-store.js';
import type { EventStore } from './event-store.js';
import type { FactorStore } from './factor-store.js';
import type { JournalStore } from './journal-store.js';
import type { NotificationStore } from './notification-store.js';
import type { SealStore } from './seal-store.js';
import type { PayoutStore } from './payout-store.js';
import type { PayoutCheckoutStore } from './payout-checkout-store.js';
import type { PortalStore } from './portal-store.js';
import type { BankAnswerStore } from './bank-answer-store.js';
import type { DoubtStore } from './doubt-store.js';
import type { SealedRecordStore } from './sealed-record-store.js';
import type { SettingsChangeStore } from './settings-change-store.js';
import type { TenancyStore } from './tenancy-store.js';
import type { DeliveryStore } from './delivery-store.js';
import type { WebhookEndpointStore } from './endpoint-store.js';
import { token } from '../kernel/token.js';
import type { Stores as Reading } from './storage.js';

/**
 * Every store of one unit of work. Storage only: no rail, mail or clock can be reached from here (decisions §14). Calls
 * may overlap; those of one store take effect one after the other, in the order in which they were made.
 */
export interface Stores {
  readonly tenancy: TenancyStore;
  readonly access: AccessStore;
  readonly beneficiaries: BeneficiaryStore;
  readonly jobs: JobStore;
  readonly payouts: PayoutStore;
  readonly journal: JournalStore;
  readonly seals: SealStore;
  readonly events: EventStore;
  readonly work: WorkStore;
  readonly idempotency: IdempotencyStore;
  readonly bankAnswers: BankAnswerStore;
  readonly doubts: DoubtStore;
  readonly portal: PortalStore;
  readonly factors: FactorStore;
  readonly authority: AuthorityStore;
  readonly payoutCheckouts: PayoutCheckoutStore;
  readonly collections: CollectionStore;
  readonly webhookEndpoints: WebhookEndpointStore;
  readonly deliveries: DeliveryStore;
  readonly settingsChanges: SettingsChangeStore;
  readonly sealedRecords: SealedRecordStore;
  readonly archives: ArchiveStore;
  readonly notifications: NotificationStore;
}

/** What a storage may know of a unit of work before it runs. */
export interface UnitOptions {
  /**
   * It reads and writes few rows. Brief units that wait at the same time may share one commit. Each then sees what
   * those before it wrote; if one fails or refuses, all of them are undone, and run again one by one.
   */
  readonly brief?: boolean;
}

/**
 * Where the engine keeps everything, in units of work that call nothing outside (decisions §14). An adapter implements
 * it.
 */
export interface Storage {
  /**
   * Runs `work` as one unit over every store. Commits when it answers a right; undoes everything when it
   * answers a left or rejects. On a lost race (a stale write, a deadlock) everything is undone and `work`
   * runs again, so it does nothing but storage. An error while committing rejects: the outcome is then
   * unknown, and only a read by key shows it. Rejects with {@link StorageAway} where the storage cannot be had.
   */
  readonly atomically: <L, R>(
    work: (stores: Stores) => Promise<E.Either<L, R>>,
    options?: UnitOptions,
  ) => Promise<E.Either<L, R>>;

  /**
   * Reads what is committed. Each call of a store sees a consistent state; writing throws. Rejects as `atomically`
   * does.
   */
  readonly read: <A>(work: (stores: Stores) => Promise<A>) => Promise<A>;

  /**
   * Tells the processes that {@link listen} to look for work. The engine calls it after each commit that makes
   * something fall due, and does not wait for it. Absent where a process cannot reach others.
   */
  readonly tell?: () => void;

  /**
   * Calls `onWork` soon after another process has committed what may fall due, and answers a function that stops this
   * and resolves once no call comes any more. A call may be missing: who listens also looks by itself now and then.
   * Absent where a process cannot hear of others.
   */
  readonly listen?: (onWork: () => void) => () => Promise<void>;
}
export const Storage = token<Storage>('Storage');

/**
 * The stores with what only the one writer and the frame of duties write: the storage of every host gives all of it. The
 * dependency rules refuse to let anybody else have it.
 */
export const whole = (stores: Reading): Stores => stores as Stores;
