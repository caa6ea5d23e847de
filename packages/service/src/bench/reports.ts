import type { MakeDatabase } from './database.js';
import { median } from './bench.js';
import { AMOUNTS, fill } from './fill.js';
import { openStand, type Stand } from './stand.js';

const FEW = 10_000;
const MANY = 1_000_000;
/** How often each page is looked at, by turns in both. */
const LOOKS = 60;
/** How many pages lie before the deep one: a thousand, or half of what there is. */
const DEPTH = 1_000;
const LIMIT = 50;

/** The first page, which searches are compared with. */
export const FIRST = 'first';

/** The pages of searches whose bound is that of the first page. */
export const SEARCHES = ['searchPayee', 'searchReference', 'searchAmount'] as const;

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
      [FIRST]: '',
      deep: after(deep),
      searchPayee: '&search=payee%2077',
      // The beginning of 111 references, at every size of the table.
      searchReference: `&search=F-${String((12 * count) / FEW)}`,
      searchAmount: `&search=${String(100_000 + AMOUNTS / 2)}`,
      [BROAD]: '&search=F-12',
    },
  };
};

const timed = async (stand: Stand, query: string): Promise<number> => {
  const startedAt = performance.now();
  const { items } = await getPage(stand, query);
  if (items.length !== LIMIT) throw new Error(`a page of ${String(items.length)}: ${query}`);
  return performance.now() - startedAt;
};

/** Median times of each kind of page, in ms, among ten thousand payouts and among a million. */
export type ReportTimes = Readonly<Record<string, { readonly few: number; readonly many: number }>>;

/** Looks at every kind of page, by turns in both. */
export const reportTimes = async (make: MakeDatabase): Promise<ReportTimes> => {
  const few = await openReports(make, FEW);
  const many = await openReports(make, MANY);
  const times = Object.entries(few.pages).map(([name, query]) => ({
    name,
    query,
    inFew: [] as number[],
    inMany: [] as number[],
    queryOfMany: many.pages[name as keyof typeof many.pages],
  }));
  for (let look = 0; look < LOOKS; look += 1) {
    for (const { query, queryOfMany, inFew, inMany } of times) {
      inFew.push(await timed(few.stand, query));
      inMany.push(await timed(many.stand, queryOfMany));
    }
  }
  await few.stand.close();
  await many.stand.close();
  return Object.fromEntries(
    times.map(({ name, inFew, inMany }) => {
      const [few, many] = [median(inFew), median(inMany)];
      console.error(name, `few ${few.toFixed(2)} ms, many ${many.toFixed(2)} ms`);
      return [name, { few, many }];
    }),
  );
};
