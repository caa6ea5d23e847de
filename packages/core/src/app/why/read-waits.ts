import { cameByKeys } from '../rights/key-makers.js';
import type { JobId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Payout } from '../../model/payout/payout.js';
import type { Pacer } from '../../ports/pacer.js';
import { timetableOf } from '../../model/settlement/order/window.js';
import { heldAmong } from '../settlement/send/held-for-review.js';
import type { Stores } from '../../storage/storage.js';
import { payoutWaits, type CorporateFacts } from './payout-waits.js';
import { together, type Wait } from './wait.js';

/** Reads what the waits of a corporate follow from, whatever waits. */
export const readCorporate = async (
  { tenancy }: Pick<Stores, 'tenancy'>,
  tenant: Tenant,
  now: EpochMs,
): Promise<CorporateFacts> => {
  const bank = await tenancy.bank(tenant);
  if (bank === undefined) throw new Error('a corporate of no bank');
  const corporate = await tenancy.corporate(tenant);
  const people = await tenancy.everybody(tenant);
  const accounts = await tenancy.debitAccounts(tenant);
  const byId = new Map(accounts.map((one) => [one.debitAccountId, one]));
  return {
    now,
    zone: bank.timeZone,
    people: [...people].sort((a, b) => (a.user.userId < b.user.userId ? -1 : 1)),
    roles: await tenancy.roles(tenant),
    holds: corporate?.holds ?? [],
    timetable: timetableOf(bank, byId),
  };
};

/** Where waits are read, from what they follow, and what lets others have their turn meanwhile. */
interface Reading {
  readonly stores: Stores;
  readonly tenant: Tenant;
  readonly facts: CorporateFacts;
  readonly pacer: Pick<Pacer, 'breathe'>;
}

/** Each of them may be asked of everybody. */
const PAYOUTS_A_TURN = 100;

/** Reads the rest, and says of each of these payouts what it waits for. */
export const readPayoutWaits = async (
  { stores, tenant, facts, pacer }: Reading,
  payouts: ReadonlyArray<Payout>,
): Promise<ReadonlyArray<Wait>> => {
  const accepted = payouts.filter((payout) => payout.intake === 'accepted');
  const held = await Promise.all(
    facts.holds.map((hold) => heldAmong(stores, tenant, [hold], accepted)),
  );
  const orders = accepted.map(({ order }) => order);
  const cameByKeyOf = await cameByKeys(stores, tenant, orders);
  const work = await stores.work.ofSubjects(tenant, [...new Set(payouts.flatMap(subjectOfWork))]);
  const waitsOf = payoutWaits({
    ...facts,
    held,
    cameByKeyOf,
    work: new Map(work.map((one) => [one.subject, one])),
  });
  const waits: Wait[] = [];
  for (const [i, payout] of payouts.entries()) {
    if (i > 0 && i % PAYOUTS_A_TURN === 0) await pacer.breathe();
    waits.push(...waitsOf(payout));
  }
  return waits;
};

/** The work that moves a payout on: its own, or while intake has not decided on it that of its job. */
const subjectOfWork = ({ intake, order }: Payout): ReadonlyArray<string> => {
  if (intake === 'undecided') return order.jobId === undefined ? [] : [order.jobId];
  return intake === 'accepted' ? [order.transactionId] : [];
};

const ROWS_A_READ = 1_000;

/**
 * Reads what the payouts of a job wait for, those of them that `isSeen`; those that wait alike are one. Undefined where
 * there is none to see.
 */
export const readJobWaits = async (
  reading: Reading,
  jobId: JobId,
  isSeen: (payout: Payout) => boolean,
): Promise<ReadonlyArray<Wait> | undefined> => {
  const { stores, tenant, pacer } = reading;
  let waits: ReadonlyArray<Wait> | undefined;
  for (let from = 0; ; from += ROWS_A_READ) {
    const rows = await stores.payouts.ofJob(tenant, jobId, from, ROWS_A_READ);
    const seen = rows.filter(isSeen);
    if (seen.length > 0) {
      const found = await readPayoutWaits(reading, seen);
      waits = together([...(waits ?? []), ...found]);
    }
    if (rows.length < ROWS_A_READ) return waits;
    await pacer.breathe();
  }
};
