import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { nodeDisk, type Disk } from './disk.js';
import { FolderUnusable } from './folder-unusable.js';
import { putNew } from './put-new.js';

/** Where a ledger is, and the file outside of the folders that names it. */
export interface MarkedLedger {
  readonly sent: string;
  readonly ledgerMark: string;
}

const ID_FILE = 'ledger-id';

const idIn = async (disk: Disk, path: string): Promise<unknown> =>
  (await disk.stat(path)) === undefined ? undefined : JSON.parse(await disk.text(path));

/**
 * Looks whether `sent` holds the ledger that the mark names, and changes nothing. Of another or an empty one, every order
 * that was sent would be absent, and would be sent again.
 *
 * @throws FolderUnusable where it holds another one, or none
 */
export const lookAtLedger = async (ledger: MarkedLedger): Promise<void> => {
  await idsOf(nodeDisk, ledger);
};

const idsOf = async (
  disk: Disk,
  { sent, ledgerMark }: MarkedLedger,
): Promise<{ readonly here: unknown; readonly known: unknown }> => {
  const [here, known] = [await idIn(disk, join(sent, ID_FILE)), await idIn(disk, ledgerMark)];
  if (known !== undefined && here !== known)
    throw new FolderUnusable(
      `${sent} does not hold the ledger of the orders that were sent: the file ${ledgerMark} names another one. ` +
        `Mount or put back that ledger. To begin with the one that is here or an empty one, wait until no order is open at the bank, and remove ${ledgerMark}`,
      sent,
      'other_ledger',
    );
  return { here, known };
};

/**
 * Gives a ledger an id at its first use, and marks it.
 *
 * @throws FolderUnusable where the mark names another ledger
 */
export const keepLedger = async (disk: Disk, ledger: MarkedLedger): Promise<void> => {
  const { sent, ledgerMark } = ledger;
  const { here, known } = await idsOf(disk, ledger);
  if (known !== undefined) return;
  // In this order: a process that dies between them leaves a ledger that the next one marks.
  if (here === undefined) await putNew(disk, sent, ID_FILE, randomUUID());
  const id = await idIn(disk, join(sent, ID_FILE));
  await putNew(disk, dirname(ledgerMark), basename(ledgerMark), id);
  await idsOf(disk, ledger);
};
