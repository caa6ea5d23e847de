import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { UsageGuide } from '../guide/usage-guide.js';
import type { PaymentInitiation } from '../initiation/payment-initiation.js';
import { writeInitiation } from '../initiation/write-initiation.js';
import type { Disk } from './disk.js';
import type { Envelope } from './envelope.js';
import { putNew } from './put-new.js';
import type { KeptVerdict, LedgerEntry, SentLedger } from './sent-ledger.js';

export interface Folders {
  /** Where the bank takes files from. */
  readonly out: string;
  /** What was sent: kept by the rail, on the file system of `out`. */
  readonly sent: string;
}

const LEFTOVER_AFTER_MS = 3_600_000;

const entryOf = (
  { messageId, groups, count, sum }: PaymentInitiation,
  refused: ReadonlyArray<KeptVerdict>,
  payload: string,
): LedgerEntry => ({
  messageId,
  count,
  sum,
  payload,
  refused,
  groups: groups.map(({ orders, ...group }) => ({
    ...group,
    orders: orders.map(({ bankRef, endToEndId, amount }) => ({ bankRef, endToEndId, amount })),
  })),
});

/**
 * Sends a message: write the file aside, then its entry in the ledger, then move the file to the bank. The entry decides,
 * and appears whole or not at all; before it nothing was sent, and after it any process hands the file over. A file
 * that was moved is never there to be moved again.
 *
 * @param refused what the guide refused of the same call: the entry decides that, too, so that a group is decided whole
 * @param mayDecide called just before the entry appears; throws where it is too late to decide
 */
export const sendMessage = async (
  disk: Disk,
  { out, sent }: Folders,
  initiation: PaymentInitiation,
  refused: ReadonlyArray<KeptVerdict>,
  { guide, envelope }: { readonly guide: UsageGuide; readonly envelope: Envelope },
  mayDecide: () => void,
): Promise<void> => {
  const { messageId } = initiation;
  const payload = `${messageId}.${randomUUID()}.part`;
  const entry = entryOf(initiation, refused, payload);
  let mayStand = false as boolean;
  const decide = (): void => {
    mayDecide();
    mayStand = true;
  };
  try {
    await disk.write(join(sent, payload), envelope.seal(writeInitiation(initiation, guide)));
    // An entry without its file would say that the file was handed over.
    await disk.sync(sent);
    const decided = await putNew(disk, sent, `${messageId}.json`, entry, decide);
    if (decided === 'taken') await disk.remove(join(sent, payload));
  } catch (error) {
    // On a full disk each attempt would leave another file. Where the entry may stand, it needs this one.
    if (!mayStand) await disk.remove(join(sent, payload));
    throw error;
  }
  await handOver(disk, { out, sent }, messageId, payload);
};

const handOver = async (
  disk: Disk,
  { out, sent }: Folders,
  messageId: string,
  payload: string,
): Promise<void> => {
  const moved = await disk.move(join(sent, payload), join(out, `${messageId}.xml`));
  if (moved === 'moved') await disk.sync(out);
};

/**
 * Hands over what an earlier process decided to send, and removes what it wrote before it decided.
 *
 * @param names the files of `sent`
 */
export const finishSending = async (
  disk: Disk,
  folders: Folders,
  ledger: SentLedger,
  names: ReadonlyArray<string>,
  now: number,
): Promise<void> => {
  for (const name of names) {
    if (!/\.(part|draft)$/.test(name)) continue;
    const [messageId = ''] = name.split('.');
    if (ledger.entry(messageId)?.payload === name) await handOver(disk, folders, messageId, name);
    else await removeLeftover(disk, join(folders.sent, name), now);
  }
};

/** A file that another process may still be writing stays. */
const removeLeftover = async (disk: Disk, path: string, now: number): Promise<void> => {
  const found = await disk.stat(path);
  if (found !== undefined && now - found.mtimeMs > LEFTOVER_AFTER_MS) await disk.remove(path);
};
