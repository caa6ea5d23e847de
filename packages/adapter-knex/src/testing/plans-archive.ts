import type { Tenant } from '@hundi/core';
import type { ArchiveFile, DecidedPayout, Stores } from '@hundi/core/storage';
import { aJob, anOrder, EPOCH, ordersOf, progress, terms } from '@hundi/testkit';

/** The tables that grow with what is archived. */
export const TABLES = ['archive_files', 'archived', 'held_references'];

const aFile = (tenant: Tenant, number: number): ArchiveFile => ({
  tenant,
  number,
  name: String(number),
  digest: String(number),
  head: { ordinal: 0, hash: '', position: 0, eventHash: '' },
  at: EPOCH,
});

const paid = (order: DecidedPayout['order']): DecidedPayout => ({
  intake: 'accepted',
  order,
  terms: terms(),
  progress: progress('paid', 3),
});

const lone = (tenant: Tenant, from: number, count: number): ReadonlyArray<DecidedPayout> =>
  Array.from({ length: count }, (_, n) =>
    paid(anOrder(tenant, from + n, { reference: `ARCHIVED-${String(from + n)}` })),
  );

const NOTHING = { jobs: [], payouts: [], places: [], kept: [] };

/** Archives payouts that were nowhere else, and as many files. */
export const archiveSome = async (
  { archives }: Stores,
  tenant: Tenant,
  from: number,
  count: number,
): Promise<void> => {
  const payouts = lone(tenant, from, count);
  await archives.drop({ ...NOTHING, file: aFile(tenant, from), payouts });
  for (let n = 1; n < count; n += 1)
    await archives.drop({ ...NOTHING, file: aFile(tenant, from + n) });
};

/** Every statement that archiving writes with. */
export const archiving = async ({ archives }: Stores, tenant: Tenant): Promise<void> => {
  const job = aJob(tenant, 77, { total: 300 });
  const places = Array.from({ length: 300 }, (_, n) => n + 700_000);
  await archives.keepId('archive');
  const token = (await archives.claim(EPOCH, 1)) ?? 0;
  await archives.extend(token, EPOCH);
  await archives.drop({
    file: aFile(tenant, 500_000),
    jobs: [job],
    payouts: ordersOf(job).map(paid),
    places,
    kept: places.map((place) => ({ place, previousHash: '', eventHash: '' })),
  });
};

/** Every statement that reads of what is archived. */
export const lookAtArchive = async ({ archives, payouts }: Stores, tenant: Tenant) => {
  const [one] = lone(tenant, 5, 1);
  const places = Array.from({ length: 300 }, (_, n) => n);
  await archives.id();
  await archives.last(tenant);
  await archives.files(tenant, 10, 100);
  await archives.find(tenant, one?.order.transactionId as never);
  await archives.findAnywhere(one?.order.transactionId as never);
  await archives.sealed(tenant, places, 100);
  await archives.kept(tenant, 100, 300, 100);
  await payouts.isHeld(tenant, one?.order.reference as never, anOrder(tenant, 1).transactionId);
  await payouts.heldOf(
    tenant,
    lone(tenant, 5, 400).map(({ order }) => order.reference),
  );
};
