import type { MakeDatabase } from './database.js';
import { AMOUNTS, fill } from './fill.js';
import { openStand, type Stand } from './stand.js';

const FEW = 10_000;
const MANY = 1_000_000;
/** How often each page is looked at, by turns in both. */
const LOOKS = 60;
/** How many pages lie before the deep one: a thousand, or half of what there is. */
const DEPTH = 1_000;
const LIMIT = 50;

/** The page of a search for what ever more references begin with: it takes longer the more there are. */
export const BROAD = 'searchBroadly';

interface Page {
  readonly items: ReadonlyArray<unknown>;
  readonly pagination: { readonly nextCursor: string | null };
}

const getPage = async ({ url, apiKey }: Stand, query: string): Promise<Page> => {
  const path = `/v1/partner/reports/transactions?initiatedByUserId=u-erp&limit=${String(LIMIT)}`;
  const answer = await fetch(`${url}${path}${query}`, { headers: { 'x-api-key': apiKey } });
  if (answer.status !== 200) throw new Error(`${String(answer.status)} ${await answer.text()}`);
  return (await answer.json()) as Page;
};

const after = (cursor: string | null): string =>
  cursor === null ? '' : `&after=${encodeURIComponent(cursor)}`;

const deepCursor = async (stand: Stand, pages: number): Promise<string | null> => {
  let cursor: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    cursor = (await getPage(stand, after(cursor))).pagination.nextCursor;
  }
  return cursor;
};

/** A stand with so many payouts, and the pages that are looked at. */
const openReports = async (make: MakeDatabase, count: number) => {
  const stand = await openStand(make);
  await fill({ ...stand, storage: stand.database.storage }, count);
  // As a database that has been in use has them.
  await stand.database.db.raw('ANALYZE');
  const deep = await deepCursor(stand, Math.min(DEPTH, count / LIMIT / 2));
  return {
    stand,
    pages: {
      first: '',
      deep: after(deep),
      searchPayee: '&search=payee%2077',
      // The beginning of 111 references, at every size of the table.
      searchReference: `&search=F-${String((12 * count) / FEW)}`,
      searchAmount: `&search=${String(100_000 + AMOUNTS / 2)}`,
      [BROAD]: '&search=F-12',
    },
  };
};

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const timed = async (stand: Stand, query: string): Promise<number> => {
  const startedAt = performance.now();
  const { items } = await getPage(stand, query);
  if (items.length !== LIMIT) throw new Error(`a page of ${String(items.length)}: ${query}`);
  return performance.now() - startedAt;
};

/** By how much a page of each kind takes longer among a million payouts than among ten thousand. */
export const reportGrowth = async (make: MakeDatabase): Promise<Record<string, number>> => {
  const few = await openReports(make, FEW);
  const many = await openReports(make, MANY);
  const growth: Record<string, number> = {};
  for (const [name, query] of Object.entries(few.pages)) {
    const times = { few: [] as number[], many: [] as number[] };
    for (let look = 0; look < LOOKS; look += 1) {
      times.few.push(await timed(few.stand, query));
      times.many.push(await timed(many.stand, many.pages[name as keyof typeof many.pages]));
    }
    growth[name] = median(times.many) / median(times.few);
    console.error(
      name,
      `few ${median(times.few).toFixed(2)} ms, many ${median(times.many).toFixed(2)} ms`,
    );
  }
  await few.stand.close();
  await many.stand.close();
  return growth;
};
