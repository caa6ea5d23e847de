import { createHash } from 'node:crypto';
import { E, type Clock } from '@hundi/core';
import {
  instructionsOf,
  type BankOrder,
  type BankRail,
  type BankReport,
  type SubmitAnswer,
} from '@hundi/core/rail';
import type { UsageGuide } from '../guide/usage-guide.js';
import { textsOf } from '../initiation/order-texts.js';
import { initiate, type Initiated } from '../initiation/payment-initiation.js';
import { letOthersRun } from '../let-others-run.js';
import type { Matched, Unmatched } from '../matching/matched.js';
import { sentOrders, type SentOrders } from '../matching/sent-orders.js';
import { arrivedOf, byName, cut, settling, takeUp, type Arrived, type OwnFile } from './arrived.js';
import { isAside } from './aside.js';
import { putAway, readFile, type CollectedFile, type RefusedFile } from './collect.js';
import { nodeDisk, type Disk } from './disk.js';
import { FolderUnusable } from './folder-unusable.js';
import { noEnvelope, type Envelope } from './envelope.js';
import { putNew } from './put-new.js';
import { finishSending, sendMessage, type Folders } from './send-message.js';
import { pageLedger, pagesName, pagesToKeep } from './page-ledger.js';
import { keepLedger } from './same-ledger.js';
import { sentLedger, type KeptVerdict } from './sent-ledger.js';

export interface FileRailOptions extends Folders {
  /** Where the bank puts files. */
  readonly in: string;
  /** Where files go that were taken, on the file system of `in`. */
  readonly done: string;
  /** Where files go that hold no message, or a broken one, each with its reason beside it; on the file system of `in`. */
  readonly refused: string;
  /**
   * A file outside of the folders, made at the first call, which names the ledger in `sent`. Where `sent` holds another
   * ledger or none, such as where a share is not mounted, every call rejects with {@link FolderUnusable}, instead of
   * answering that orders are absent which were sent. Processes that share the folders share it. Default: nothing is compared.
   */
  readonly ledgerMark?: string;
  readonly guide: UsageGuide;
  /** What signs or encrypts files. Default: nothing does. */
  readonly envelope?: Envelope;
  readonly clock: Pick<Clock, 'now'>;
  /** As the trait of the port: within how long the bank says whether it paid, in ms. Default: an hour. */
  readonly answersWithinMs?: number;
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
   * `engine.takeBankReports`: a file whose move a crash prevented is read again, and each report counts once. A file that
   * cannot be read or moved stays, and keeps from being taken only those behind it that speak of money that came back; in
   * the end the call rejects with the first failure. Where a folder is missing or cannot be written, nothing is taken, and
   * the call rejects with {@link FolderUnusable}.
   *
   * @param take where it rejects, the file stays, likewise: the engine takes the reports of files in any order
   * @param refuse called before a file goes to `refused`; likewise
   * @param notePages called with what each statement of the last 30 days has newly wrong with its pages: one is missing or
   *   came again, or they do not add up. The rail calls a page missing only while no file that came within the last hour
   *   waits or fails in `in`. A process passes each mismatch once, and again where the call rejects
   */
  readonly collect: (
    take: (file: CollectedFile) => Promise<void>,
    refuse?: (file: RefusedFile) => Promise<void>,
    notePages?: (mismatches: ReadonlyArray<Unmatched>) => Promise<void>,
  ) => Promise<Collected>;
}

/** Well within the lease of a send, and within a call of the rail. */
const DECIDE_WITHIN_MS = 8_000;
/** Far longer: then no send of the order decides any more. */
const ABSENCE_FINAL_AFTER_MS = 60_000;
const SETTLE_MS = 5_000;
/** So few that other work waits only briefly while they are written, or read again. */
const VERDICTS_A_FILE = 5_000;
/** For how long a file that waits or fails keeps back that a page is missing. */
const LEFT_MAX_MS = 60 * 60 * 1_000;
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
  {
    guide,
    envelope = noEnvelope,
    clock,
    answersWithinMs,
    settleMs = SETTLE_MS,
    ledgerMark,
    ...folders
  }: FileRailOptions,
): FileRail => {
  const ledger = sentLedger(disk, folders.sent);
  const pages = pageLedger(disk, folders.sent);
  /** Answers the names of all files of the ledger. */
  const ready = async (): Promise<ReadonlyArray<string>> => {
    if (ledgerMark !== undefined) await keepLedger(disk, { sent: folders.sent, ledgerMark });
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
    const mayDecide = (): void => {
      if (clock.now() - startedAt > DECIDE_WITHIN_MS)
        throw new Error('the file took too long to write: nothing was sent');
    };
    await mustServe(disk, [folders.out, folders.sent], 'nothing was sent');
    await ready();
    // What was refused stays refused, also once the guide takes it: another process may have said so to the engine.
    const open = orders.filter(({ bankRef }) => ledger.answer(bankRef) === undefined);
    const messages: Initiated[] = [];
    for (const portion of portionsOf(open))
      messages.push(await initiate(portion, guide, startedAt));
    for (const { initiation, refused } of messages) {
      const verdicts = refused.map(({ order, verdict }) => [order.bankRef, verdict] as const);
      if (initiation === undefined) await keepVerdicts(verdicts, mayDecide);
      else await sendMessage(disk, folders, initiation, verdicts, { guide, envelope }, mayDecide);
    }
    // The ledger answers: another process may have decided about the same orders first, by another guide.
    await ledger.refresh();
    return orders.map(({ bankRef }) => ({
      bankRef,
      ...(ledger.answer(bankRef) ?? ({ kind: 'unknown' } as const)),
    }));
  };

  /** Keeps verdicts: a question may come about each, and a return may name its payment by its UTR alone. */
  const keepVerdicts = async (
    verdicts: ReadonlyArray<KeptVerdict>,
    mayKeep?: () => void,
  ): Promise<void> => {
    if (verdicts.length === 0) return;
    const digest = createHash('sha256').update(JSON.stringify(verdicts)).digest('hex').slice(0, 32);
    await putNew(disk, folders.sent, `${digest}.verdicts.json`, verdicts, mayKeep);
  };

  const putToRefused = async (path: string, refused: RefusedFile): Promise<void> => {
    const { keptAs } = refused;
    await putNew(disk, folders.refused, `${keptAs}.reason.json`, refused);
    await putAway(disk, { path, to: folders.refused, keptAs });
  };

  const { hasSettled, keepOnly } = settling(settleMs);

  /** Whether another process has begun to take a file of this name: it may not have kept its UTRs yet. */
  const isBeingTaken = async (name: string): Promise<boolean> =>
    (await disk.listAny(folders.in))
      .map(arrivedOf)
      .some((one) => one.since !== undefined && one.name === cut(name));

  /** Begins to take a file, where it is one and whole by now. */
  const begin = async (arrived: Arrived): Promise<OwnFile | 'none' | 'waits'> => {
    const { path, name, since } = arrived;
    if (since === undefined && isAside(name)) return 'none';
    const found = await disk.stat(path);
    if (found?.isFile === false) return 'none';
    if (found !== undefined && !hasSettled(arrived, found, clock.now())) return 'waits';
    const own = found && (await takeUp(disk, folders.in, arrived, clock.now()));
    if (own !== undefined) return own;
    return since === undefined && (await isBeingTaken(name)) ? 'waits' : 'none';
  };

  /** Whether a file that was left may still bring a missing page: after an hour the rail waits for it no longer. */
  const mayHoldPages = async ({ path }: Arrived): Promise<boolean> => {
    const found = await disk.stat(path).catch(() => 'unreadable' as const);
    if (found === 'unreadable') return false;
    // Another process has just taken it: the next look reads its pages.
    return found === undefined || Math.abs(clock.now() - found.mtimeMs) < LEFT_MAX_MS;
  };

  /**
   * Takes one file, unless another process has; answers the refusal of a file that is none.
   *
   * @param isBehind whether a file before it stays: one that speaks of money that came back then waits for it
   */
  const takeFile = async (
    { path, name }: OwnFile,
    sent: SentOrders,
    isBehind: boolean,
    take: (file: CollectedFile) => Promise<void>,
    refuse: (file: RefusedFile) => Promise<void>,
  ): Promise<RefusedFile | 'taken' | 'gone' | 'waits'> => {
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
      await putToRefused(path, refused);
      return refused;
    }
    if (isBehind && speaksOfCredits(file.right)) return 'waits';
    const reports = file.right.reports.map(ledger.asFirstSaid);
    const collected = { name, keptAs, ...file.right, reports };
    const verdicts = verdictsOf(reports);
    for (let from = 0; from < verdicts.length; from += VERDICTS_A_FILE) {
      await keepVerdicts(verdicts.slice(from, from + VERDICTS_A_FILE));
      await letOthersRun();
    }
    const { type } = collected.message;
    const kept = pagesToKeep(sums.map((sum) => ({ type, keptAs, ...sum })));
    if (kept.length > 0) await putNew(disk, folders.sent, pagesName(digest), kept);
    await take(collected);
    await putAway(disk, { path, to: folders.done, keptAs });
    return 'taken';
  };

  const collect: FileRail['collect'] = async (
    take,
    refuse = async () => undefined,
    notePages = async () => undefined,
  ) => {
    // Else each look would take the files again, and none of them could leave.
    await mustServe(disk, [folders.in, folders.done, folders.refused], 'nothing was taken');
    await mustServe(disk, [folders.sent], 'nothing was taken');
    // In this order: an answer that is listed is about a message that stands in the ledger by now.
    const files = (await disk.listAny(folders.in)).map(arrivedOf).sort(byName);
    keepOnly(files);
    let sentNames = await ready();
    const refused: RefusedFile[] = [];
    const failures: unknown[] = [];
    let taken = 0;
    const left: Arrived[] = [];
    for (let file of files) {
      const sent = await ordersSent();
      try {
        const begun = await begin(file);
        if (begun === 'none') continue;
        if (begun !== 'waits') file = begun;
        const isBehind = left.length > 0;
        const one = begun === 'waits' ? begun : await takeFile(begun, sent, isBehind, take, refuse);
        if (one === 'taken') taken += 1;
        else if (one === 'waits') left.push(file);
        else if (one !== 'gone') refused.push(one);
      } catch (failure) {
        failures.push(failure);
        left.push(file);
      }
      // The next file may name a payment by the UTR that this one gave it.
      sentNames = await ledger.refresh();
    }
    // A page that seems to be missing may be in a file that was left.
    const mayLack = !(await Promise.all(left.map(mayHoldPages))).includes(true);
    try {
      await pages.refresh(sentNames);
      await pages.passOn(notePages, { now: clock.now(), mayLack });
    } catch (failure) {
      failures.push(failure);
    }
    if (failures.length > 0) throw failures[0];
    return { taken, refused };
  };

  return {
    name: `files for ${guide.bank}`,
    traits: {
      deduplicates: true,
      canQuery: true,
      absenceFinalAfterMs: ABSENCE_FINAL_AFTER_MS,
      ...(guide.batchBooking === true && { ordersAGroup: ORDERS_A_GROUP }),
      ...(answersWithinMs !== undefined && { answersWithinMs }),
    },
    submit,
    query: async (questions) => {
      await ready();
      return questions.map(({ bankRef }) => ({
        bankRef,
        ...(ledger.answer(bankRef) ?? ({ kind: 'absent' } as const)),
      }));
    },
    collect,
    refuses: (order) => {
      const texts = textsOf(order, guide);
      return E.isLeft(texts)
        ? { of: texts.left.of, message: texts.left.details.message }
        : undefined;
    },
  };
};

/** The orders in portions whose sums a message can say exactly: at most 2^53 − 1 paise. A group stays whole. */
const portionsOf = (orders: ReadonlyArray<BankOrder>): ReadonlyArray<ReadonlyArray<BankOrder>> => {
  const once = new Map(orders.map((order) => [order.bankRef, order]));
  const portions: BankOrder[][] = [];
  let sum = Number.NaN;
  for (const instruction of instructionsOf([...once.values()])) {
    const worth = instruction.orders.reduce((paise, { amount }) => paise + amount, 0);
    if (!Number.isSafeInteger(sum + worth)) {
      portions.push([]);
      sum = 0;
    }
    sum += worth;
    for (const order of instruction.orders) portions.at(-1)?.push(order);
  }
  return portions;
};

/** A credit may name its payment by the UTR alone, which an earlier file has to give first. */
const speaksOfCredits = ({ reports, unmatched }: Matched): boolean =>
  reports.some(({ verdict }) => verdict.kind === 'returned') ||
  unmatched.some(({ said }) => 'entry' in said && said.entry.side === 'credit');

const verdictsOf = (reports: ReadonlyArray<BankReport>): ReadonlyArray<KeptVerdict> =>
  reports.flatMap(({ bankRef, verdict }): ReadonlyArray<KeptVerdict> =>
    verdict.kind === 'accepted' ? [] : [[bankRef, verdict]],
  );

/**
 * Begins nothing where a folder is missing or read-only, or where files cannot be moved between them: a move between file
 * systems is a copy, which a crash leaves in half.
 */
const mustServe = async (
  disk: Disk,
  [first, ...others]: readonly [string, ...string[]],
  end: 'nothing was sent' | 'nothing was taken',
): Promise<void> => {
  const home = await disk.stat(first);
  for (const folder of [first, ...others]) {
    const found = folder === first ? home : await disk.stat(folder);
    if (found === undefined)
      throw new FolderUnusable(`${folder} is missing: ${end}`, folder, 'missing');
    if (found.dev !== home?.dev) {
      const words = `${folder} must be on the file system of ${first}: ${end}`;
      throw new FolderUnusable(words, folder, 'other_file_system');
    }
    if (!(await disk.isWritable(folder)))
      throw new FolderUnusable(`${folder} cannot be written: ${end}`, folder, 'read_only');
  }
};
