import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { E, type Clock } from '@hundi/core';
import type { BankOrder, BankRail, SubmitAnswer } from '@hundi/core/rail';
import type { UsageGuide } from '../guide/usage-guide.js';
import { initiate } from '../initiation/payment-initiation.js';
import type { Unmatched } from '../matching/matched.js';
import { sentOrders, type SentOrders } from '../matching/sent-orders.js';
import { isAside } from './aside.js';
import { putAway, readFile, type CollectedFile, type RefusedFile } from './collect.js';
import { nodeDisk, type Disk } from './disk.js';
import { noEnvelope, type Envelope } from './envelope.js';
import { finishSending, sendMessage, type Folders } from './send-message.js';
import { pageLedger, pagesName, pagesToKeep } from './page-ledger.js';
import { sentLedger, type KeptVerdict } from './sent-ledger.js';

export interface FileRailOptions extends Folders {
  /** Where the bank puts files. */
  readonly in: string;
  /** Where files go that were taken, on the file system of `in`. */
  readonly done: string;
  /** Where files go that hold no message, or a broken one, each with its reason beside it; on the file system of `in`. */
  readonly refused: string;
  readonly guide: UsageGuide;
  /** What signs or encrypts files. Default: nothing does. */
  readonly envelope?: Envelope;
  readonly clock: Pick<Clock, 'now'>;
  /** For how long a file in `in` must not have changed before it is read. Default: 5 s. */
  readonly settleMs?: number;
}

export interface Collected {
  /** How many files were taken. */
  readonly taken: number;
  readonly refused: ReadonlyArray<RefusedFile>;
}

export interface FileRail extends BankRail {
  /**
   * Reads the files that have come in, by their names, and moves each once `take` has resolved. Reports are for
   * `engine.takeBankReports`: a file whose move a crash prevented is read again, and each report counts once.
   *
   * @param take where it rejects, the file stays, and the call rejects
   * @param refuse called before a file goes to `refused`; likewise
   * @param tell called where pages of statements are missing, came again or do not add up, once no file waits in `in`;
   *   each process tells the same once, and again where it rejects
   */
  readonly collect: (
    take: (file: CollectedFile) => Promise<void>,
    refuse?: (file: RefusedFile) => Promise<void>,
    tell?: (mismatches: ReadonlyArray<Unmatched>) => Promise<void>,
  ) => Promise<Collected>;
}

/** Well within the lease of a send, and within a call of the rail. */
const DECIDE_WITHIN_MS = 8_000;
/** Far longer: then no send of the order decides any more. */
const ABSENCE_FINAL_AFTER_MS = 60_000;
const SETTLE_MS = 5_000;
/** As many as a batch has: a file holds as many. */
const ORDERS_A_GROUP = 20_000;

/**
 * A rail that sends `pain.001` files through a folder and takes the bank's answers from another. An order is in one file
 * at most: the ledger in `sent` says in which, to every process that shares the folders. What must stay: the files of
 * `sent` whose orders the bank may still speak of.
 */
export const fileRail = (options: FileRailOptions): FileRail => fileRailOn(nodeDisk, options);

/** The same over any disk. */
export const fileRailOn = (
  disk: Disk,
  { guide, envelope = noEnvelope, clock, settleMs = SETTLE_MS, ...folders }: FileRailOptions,
): FileRail => {
  const ledger = sentLedger(disk, folders.sent);
  const pages = pageLedger(disk, folders.sent);
  /** Answers the names of all files of the ledger. */
  const ready = async (): Promise<ReadonlyArray<string>> => {
    const names = await ledger.refresh();
    await finishSending(disk, folders, ledger, names, clock.now());
    return names;
  };

  let indexed: { readonly count: number; readonly sent: SentOrders } | undefined;
  /** The index of the ledger, made again once a message was added. */
  const ordersSent = async (): Promise<SentOrders> => {
    const messages = ledger.messages();
    if (indexed?.count !== messages.length)
      indexed = { count: messages.length, sent: await sentOrders(messages, ledger.utrs) };
    return indexed.sent;
  };

  const submit = async (orders: ReadonlyArray<BankOrder>): Promise<ReadonlyArray<SubmitAnswer>> => {
    const startedAt = clock.now();
    await sameFileSystem(disk, folders.out, folders.sent);
    await ready();
    const { initiation, refused } = await initiate(
      orders.filter(({ bankRef }) => !ledger.has(bankRef)),
      guide,
      startedAt,
    );
    if (initiation !== undefined)
      await sendMessage(disk, folders, initiation, { guide, envelope }, () => {
        if (clock.now() - startedAt > DECIDE_WITHIN_MS)
          throw new Error('the file took too long to write: nothing was sent');
      });
    const verdicts = new Map(refused.map(({ order, verdict }) => [order.bankRef, verdict]));
    return orders.map(({ bankRef }) => ({
      bankRef,
      ...(verdicts.get(bankRef) ?? ({ kind: 'accepted' } as const)),
    }));
  };

  const putToRefused = async (refused: RefusedFile): Promise<void> => {
    const { name, keptAs } = refused;
    await putNew(disk, folders.refused, `${keptAs}.reason.json`, refused);
    await putAway(disk, { from: folders.in, name, to: folders.refused, keptAs });
  };

  /** Keeps the verdicts: a question may come about each, and a return may name its payment by its UTR alone. */
  const keepVerdicts = async ({ reports }: CollectedFile, digest: string): Promise<void> => {
    const verdicts = reports.flatMap(({ bankRef, verdict }): ReadonlyArray<KeptVerdict> =>
      verdict.kind === 'accepted' ? [] : [[bankRef, verdict]],
    );
    if (verdicts.length > 0) await putNew(disk, folders.sent, `${digest}.verdicts.json`, verdicts);
  };

  /** Whether a file that has come in is whole by now; undefined where there is none. */
  const hasSettled = async (name: string): Promise<boolean | undefined> => {
    if (isAside(name)) return undefined;
    const found = await disk.stat(join(folders.in, name));
    return found?.isFile === true ? clock.now() - found.mtimeMs >= settleMs : undefined;
  };

  /** Takes one file, unless another process has; answers the refusal of a file that is none. */
  const takeFile = async (
    name: string,
    sent: SentOrders,
    take: (file: CollectedFile) => Promise<void>,
    refuse: (file: RefusedFile) => Promise<void>,
  ): Promise<RefusedFile | 'taken' | 'gone'> => {
    const path = join(folders.in, name);
    const read = await readFile(disk, path, sent, { guide, envelope }).catch(
      async (error: unknown) => {
        if ((await disk.stat(path)) === undefined) return undefined;
        throw error;
      },
    );
    if (read === undefined) return 'gone';
    const { file, sums, digest } = read;
    const keptAs = `${name}.${digest}`;
    if (E.isLeft(file)) {
      const refused = { name, keptAs, refusal: file.left };
      await refuse(refused);
      await putToRefused(refused);
      return refused;
    }
    const reports = file.right.reports.map(ledger.creditedBack);
    const collected = { name, keptAs, ...file.right, reports };
    await keepVerdicts(collected, digest);
    const { type } = collected.message;
    const kept = pagesToKeep(sums.map((sum) => ({ type, keptAs, ...sum })));
    if (kept.length > 0) await putNew(disk, folders.sent, pagesName(digest), kept);
    await take(collected);
    await putAway(disk, { from: folders.in, name, to: folders.done, keptAs });
    return 'taken';
  };

  const collect: FileRail['collect'] = async (
    take,
    refuse = async () => undefined,
    tell = async () => undefined,
  ) => {
    // In this order: an answer that is listed is about a message that stands in the ledger by now.
    const names = [...(await disk.list(folders.in))].sort();
    let sentNames = await ready();
    const refused: RefusedFile[] = [];
    let taken = 0;
    let waiting = 0;
    for (const name of names) {
      const isWhole = await hasSettled(name);
      if (isWhole === false) waiting += 1;
      if (isWhole !== true) continue;
      const one = await takeFile(name, await ordersSent(), take, refuse);
      if (one === 'taken') taken += 1;
      else if (one !== 'gone') refused.push(one);
      // The next file may name a payment by the UTR that this one gave it.
      sentNames = await ledger.refresh();
    }
    // A page that seems to be missing may be in a file that waits.
    if (waiting === 0) {
      await pages.refresh(sentNames);
      await pages.tell(tell);
    }
    return { taken, refused };
  };

  return {
    name: `files for ${guide.bank}`,
    traits: {
      deduplicates: true,
      canQuery: true,
      absenceFinalAfterMs: ABSENCE_FINAL_AFTER_MS,
      ...(guide.batchBooking === true && { ordersAGroup: ORDERS_A_GROUP }),
    },
    submit,
    query: async (questions) => {
      await ready();
      return questions.map(({ bankRef }) => ({
        bankRef,
        ...ledger.answer(bankRef),
      }));
    },
    collect,
  };
};

/** Puts a small file where it may be already, whole or not at all. */
const putNew = async (disk: Disk, folder: string, name: string, value: unknown): Promise<void> => {
  const draft = join(folder, `.${name}.${randomUUID()}.draft`);
  try {
    await disk.write(draft, [Buffer.from(JSON.stringify(value))]);
    await disk.link(draft, join(folder, name));
    await disk.sync(folder);
  } finally {
    await disk.remove(draft);
  }
};

/** A move between file systems is a copy, which a crash leaves in half. */
const sameFileSystem = async (disk: Disk, one: string, other: string): Promise<void> => {
  const [there, beside] = await Promise.all([disk.stat(one), disk.stat(other)]);
  if (there === undefined || beside === undefined)
    throw new Error(`${one} or ${other} is missing: nothing was sent`);
  if (there.dev !== beside.dev)
    throw new Error(`${other} must be on the file system of ${one}: nothing was sent`);
};
