import { E } from '@hundi/core';
import type * as t from 'io-ts';

/** The records that one read may ask for. */
const RECORDS_A_READ = 100;

/** A record of a larger page counts more: a page of 1,000 costs what 40 reads do. */
const RECORDS_OF_LARGE_PAGE_A_READ = 25;

/** As how many reads a call counts, by the page that it asks for. A limit that is refused counts as one. */
export const readsIn = (
  { method, query: { limit } }: { readonly method: string; readonly query: t.Props },
  query: Readonly<Record<string, unknown>>,
): number => {
  if (method !== 'GET' || limit === undefined) return 1;
  const asked = limit.decode(query['limit']);
  const records = E.isRight(asked) ? Number(asked.right) : 0;
  return records > RECORDS_A_READ ? Math.ceil(records / RECORDS_OF_LARGE_PAGE_A_READ) : 1;
};
