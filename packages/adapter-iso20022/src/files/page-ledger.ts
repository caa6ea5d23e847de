import { join } from 'node:path';
import type { Unmatched } from '../matching/matched.js';
import { pageMismatches, type PageRead } from '../matching/page-mismatches.js';
import { recentPages } from '../matching/recent-pages.js';
import type { Disk } from './disk.js';

/** The name of what is kept of a file's statements, by the digest of its bytes: one file under two names is kept once. */
export const pagesName = (digest: string): string => `${digest}.pages.json`;
const PAGES = /^[0-9a-f]+\.pages\.json$/;

/** What is kept of a file: every statement, and of other messages the pages. */
export const pagesToKeep = (pages: ReadonlyArray<PageRead>): ReadonlyArray<PageRead> =>
  pages.filter(
    ({ type, statement: { page, messagePage } }) =>
      type === 'camt.053' || page !== undefined || messagePage !== undefined,
  );

/** The pages of statements that any process over this folder has read. Its files never change. */
export interface PageLedger {
  /** Reads what has been added since, of the files of the folder. */
  readonly refresh: (names: ReadonlyArray<string>) => Promise<void>;
  /**
   * Passes on what is wrong with the pages of recent statements, each mismatch once; where `take` rejects, again next time.
   *
   * @param mayLack whether a page that has not come is missing by now
   */
  readonly passOn: (
    take: (unmatched: ReadonlyArray<Unmatched>) => Promise<void>,
    at: { readonly now: number; readonly mayLack: boolean },
  ) => Promise<void>;
}

export const pageLedger = (disk: Disk, folder: string): PageLedger => {
  const read = new Set<string>();
  let pages: PageRead[] = [];
  const passedOn = new Set<string>();
  let last = { fileCount: 0, mayLack: true };
  return {
    refresh: async (names) => {
      for (const name of names) {
        if (read.has(name) || !PAGES.test(name)) continue;
        const added = JSON.parse(await disk.text(join(folder, name))) as ReadonlyArray<PageRead>;
        // Another call may have read it meanwhile.
        if (!read.has(name)) for (const page of added) pages.push(page);
        read.add(name);
      }
    },
    passOn: async (take, { now, mayLack }) => {
      const fileCount = read.size;
      if (last.fileCount === fileCount && (last.mayLack || !mayLack)) return;
      pages = [...recentPages(pages, now)];
      const fresh = pageMismatches(pages).filter(
        (one) => (mayLack || one.reason !== 'pages_missing') && !passedOn.has(JSON.stringify(one)),
      );
      if (fresh.length > 0) await take(fresh);
      for (const one of fresh) passedOn.add(JSON.stringify(one));
      last = { fileCount, mayLack };
    },
  };
};
