import type { Client } from './client.js';
import type { MakeDatabase } from './database.js';
import { CHECKER_EMAIL } from './document.js';
import { isComplete, postBatch, until } from './progress.js';
import { cookiesOf, login } from './portal-session.js';
import { openStand } from './stand.js';

/** How many payouts wait for the person. */
const WAITING = 10_000;
const REQUESTS = 120;
const SLICES = 6;

/** The pages that are measured. */
export const PORTAL_PAGES = [
  'approvals',
  'payouts',
  'payout',
  'job',
  'reports',
  'beneficiaries',
  'settings',
] as const;
type PortalPage = (typeof PORTAL_PAGES)[number];

/**
 * The time of one read, in µs: of a page of the portal until its first byte and as a whole, of the calls of its API that
 * the page shows, and of the bare statement for what it shows and no call answers.
 */
export type PortalPagesRound = Readonly<
  Record<`${PortalPage}${'FirstByte' | 'Page' | 'Calls' | 'Bare'}`, number>
>;

const DAY_MS = 86_400_000;

/** The totals and pictures of a report of 31 days, by day and state. */
const COUNT = `SELECT created_at / ${String(DAY_MS)} AS day, status, count(*) AS count,
    sum(amount) AS amount, min(created_at) AS since
  FROM payouts WHERE corporate_id = ? AND created_at >= ? GROUP BY 1, 2`;

/** Reads pages of the portal and the calls that they show by turns, one request at a time, while 10,000 payouts wait. */
export const portalPagesRound = async (
  make: MakeDatabase,
  client: Client,
): Promise<PortalPagesRound> => {
  const stand = await openStand(make, { approval: 'checker' });
  const { jobId } = await postBatch(stand, client, WAITING, 'P');
  await until(() => isComplete(stand, jobId));
  const [waiting] = await stand.database.storage.read(({ payouts }) =>
    payouts.ofJob(stand.tenant, jobId, 0, 1),
  );
  const id = waiting?.order.transactionId ?? '';
  const cookie = await cookiesOf(stand, CHECKER_EMAIL);
  const bearer = await login(stand, CHECKER_EMAIL);
  const pairs: Readonly<
    Record<PortalPage, readonly [page: string, ...calls: ReadonlyArray<string>]>
  > = {
    approvals: ['/portal/approvals', '/portal/v1/approvals', '/portal/v1/approvals/summary'],
    payouts: ['/portal/payouts', '/portal/v1/transactions'],
    payout: [
      `/portal/payouts/${id}`,
      `/portal/v1/transactions/${id}`,
      `/portal/v1/journal?subject=${id}&limit=100`,
      `/portal/v1/why?transactionId=${id}`,
    ],
    job: [`/portal/jobs/${jobId}`, `/portal/v1/jobs/${jobId}`],
    reports: ['/portal/reports', '/portal/v1/reports/transactions'],
    beneficiaries: ['/portal/beneficiaries', '/portal/v1/beneficiaries'],
    settings: ['/portal/settings', '/portal/v1/sessions', '/portal/v1/factors'],
  };
  const read = (path: string) =>
    client.get({
      url: stand.url,
      apiKey: '',
      cookie,
      bearer,
      paths: Array.from({ length: REQUESTS / SLICES }, () => path),
      callers: 1,
    });
  const count = async (): Promise<number> => {
    const { corporateTenantId: corporate } = stand.tenant;
    const startedAt = performance.now();
    for (let i = 0; i < REQUESTS / SLICES; i += 1)
      await stand.database.db.raw(COUNT, [corporate, Date.now() - 31 * DAY_MS]);
    return performance.now() - startedAt;
  };
  const took: Record<string, number> = {};
  const add = (name: string, ms: number): void => {
    took[name] = (took[name] ?? 0) + (ms * 1_000) / REQUESTS;
  };
  for (let i = 0; i < SLICES; i += 1)
    for (const name of PORTAL_PAGES) {
      const [page, ...calls] = pairs[name];
      for (const call of calls) add(`${name}Calls`, (await read(call)).ms);
      add(`${name}Bare`, name === 'reports' ? await count() : 0);
      const { ms, firstByteMs } = await read(page);
      add(`${name}FirstByte`, firstByteMs);
      add(`${name}Page`, ms);
    }
  await stand.close();
  return took as PortalPagesRound;
};
