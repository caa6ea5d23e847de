import type { Tenant } from '../../../kernel/values/tenant.js';
import type { SealedEntry } from '../../../model/journal/entry/seal.js';
import type { Storage } from '../../../storage/storage.js';
import { isStorageAway } from '../../../storage/storage-away.js';

/** A journal does not hold at this entry. */
export class BrokenJournal extends Error {
  override readonly name: string = 'BrokenJournal';
  constructor(
    readonly entry: number,
    readonly reason: string,
  ) {
    super(`entry ${String(entry)}: ${reason}`);
  }
}

/** The error, if it is that a journal does not hold; else it is thrown on. */
export const brokenBy = (error: unknown): BrokenJournal => {
  if (error instanceof BrokenJournal) return error;
  throw error;
};

/**
 * Reads sealed entries of a journal, from behind an ordinal on.
 *
 * @throws BrokenJournal at the first entry whose record was made unreadable: it is one that does not hold.
 */
export const readChain = async (
  storage: Storage,
  tenant: Tenant,
  after: number,
  limit: number,
): Promise<ReadonlyArray<SealedEntry>> => {
  const read = (behind: number, some: number) =>
    storage.read(({ seals }) => seals.chain(tenant, behind, some));
  /** Undefined where one of these cannot be read; a storage that is away says nothing of them. */
  const tryRead = (behind: number, some: number) =>
    read(behind, some).catch((error: unknown) => {
      if (isStorageAway(error)) throw error;
      return undefined;
    });
  try {
    return await read(after, limit);
  } catch (error) {
    if (isStorageAway(error)) throw error;
    let [readable, unreadable] = [after, limit];
    while (unreadable > 1) {
      const half = Math.floor(unreadable / 2);
      const found = await tryRead(readable, half);
      if (found === undefined) unreadable = half;
      else [readable, unreadable] = [found.at(-1)?.ordinal ?? readable, unreadable - half];
    }
    // What can be read now failed for another reason.
    if (await tryRead(readable, 1)) throw error;
    throw new BrokenJournal(readable + 1, 'its record cannot be read');
  }
};
