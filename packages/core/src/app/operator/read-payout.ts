import { journalRecord, type JournalRecord } from '../event/journal-view.js';
import type { Incident } from '../../model/journal/entry/incident.js';
import { TransactionId } from '../../kernel/values/ids.js';
import { transactionOf } from '../../model/settlement/order/bank-ref.js';
import type { ArchivedPlace } from '../../storage/archive-store.js';
import type { Storage } from '../../storage/storage.js';
import { askingOf, unknownWork, type Asking } from './list-unknowns.js';
import { operatorPayout, type OperatorPayout } from './operator-payout.js';

/** Everything that the database has about a payout. */
export interface PayoutFile {
  readonly payout: OperatorPayout;
  /** Its changes of state, in order. */
  readonly history: ReadonlyArray<JournalRecord>;
  readonly incidents: ReadonlyArray<Incident>;
  /** While its outcome is unknown; absent also for one that 10,000 others are asked about before. */
  readonly asking?: Asking;
}

/** Reads a payout of any corporate with its history; undefined where there is none of this id. */
export const readPayout = async (
  storage: Storage,
  id: TransactionId,
): Promise<PayoutFile | undefined> =>
  storage.read(async (stores) => {
    const { payouts, journal } = stores;
    const [payout] = await payouts.findAnywhere([id]);
    if (payout === undefined) return undefined;
    const { tenant } = payout.order;
    const shown = operatorPayout(payout);
    const asked =
      shown.status === 'sent_to_bank'
        ? (await unknownWork(stores)).find(({ subject }) => subject === id)
        : undefined;
    return {
      payout: shown,
      history: (await journal.of(tenant, id)).map(journalRecord),
      incidents: await journal.incidentsAbout(tenant, [id]),
      ...(asked !== undefined && { asking: askingOf(asked) }),
    };
  });

/** Where the payout of this transactionId or bankRef, or the job of this jobId, was archived; undefined where it was not. */
export const findArchived = async (
  storage: Storage,
  text: string,
): Promise<ArchivedPlace | undefined> => {
  const id = TransactionId.is(text) ? text : transactionOf(text);
  return id === undefined ? undefined : storage.read(({ archives }) => archives.findAnywhere(id));
};
