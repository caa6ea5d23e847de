import { createHash } from 'node:crypto';
import { readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  readInitiation,
  writeNotification,
  writeStatusReport,
  type Booking,
  type Notification,
  type ReceivedInitiation,
  type ReceivedOrder,
  type ReportedStatus,
  type StatusReport,
} from '@hundi/adapter-iso20022/bank';
import { E, type TransactionId, type Clock, type EpochMs } from '@hundi/core';
import type { BankOrder, BankReport, QueryAnswer, SubmitAnswer } from '@hundi/core/rail';
import { movementsOf, type BankBooks, type BookedOrder, type SandboxBank } from '@hundi/testkit';
import type { RailFolders } from '../folder-rail/folders.js';
import { unlessGone } from '../host/unless-gone.js';
import { dayStatements } from './day-statements.js';
import { bookingOf, groupIdsOf, groupRefOf } from './file-entries.js';
import { fileFaults, type FileFaults } from './file-faults.js';
import { filePutter, putWhole } from './put-files.js';

/** The sandbox bank at the other side of the folders. */
export interface FolderBank {
  /** Takes the files of `out`, and writes what is due into `in`. Answers how many things it did. */
  readonly work: () => Promise<number>;
  /** When the bank does something by itself next. */
  readonly nextDue: () => Promise<EpochMs | undefined>;
  readonly faults: FileFaults;
}

export interface FolderBankParts {
  readonly bank: Pick<SandboxBank, 'rail' | 'deliverDue' | 'nextDue' | 'statements'>;
  readonly books: BankBooks;
  readonly folders: Pick<RailFolders, 'out' | 'in' | 'taken'>;
  readonly clock: Pick<Clock, 'now'>;
  /** The zone in which the bank's days begin. */
  readonly zone: string;
}

const ID_SHAPE = /^H([0-9A-F]{8})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{12})$/;

/** The payout's id, which is in the reference of its order; the reference itself for an order of others. */
const transactionIdOf = (reference: string): TransactionId => {
  const id = ID_SHAPE.exec(reference)?.slice(1).join('-').toLowerCase();
  return (id ?? reference) as TransactionId;
};

/** As the books take an order of a message. A file names no tenants, and the books make nothing of them. */
const bankOrderOf = (messageId: string, order: ReceivedOrder): BankOrder => ({
  bankRef: order.instructionId,
  bankTenantId: order.debtor.ifsc as BankOrder['bankTenantId'],
  corporateTenantId: order.debtor.account as BankOrder['corporateTenantId'],
  transactionId: transactionIdOf(order.instructionId),
  amount: order.amount,
  paymentMethod: order.method,
  debitAccountNumber: order.debtor.account,
  creditAccountNumber: order.creditor.account,
  ifsc: order.creditor.ifsc,
  beneficiaryName: order.creditor.name,
  narration: order.narration,
  debtor: {
    name: order.debtor.name,
    ifsc: order.debtor.ifsc,
    ...(order.debtor.customerId !== undefined && { customerId: order.debtor.customerId }),
  },
  ...(order.creditor.lei !== undefined && { creditorLei: order.creditor.lei }),
  executionDate: order.executionDate,
  reference: order.narration,
  endToEndId: order.endToEndId,
  ...(order.group !== undefined && {
    group: {
      ...order.group,
      groupRef: groupRefOf({ messageId, paymentInformationId: order.paymentInformationId }),
    },
  }),
});

const statusOf = (order: ReceivedOrder, answer: SubmitAnswer): ReadonlyArray<ReportedStatus> => {
  const { instructionId, endToEndId, paymentInformationId } = order;
  const about = { instructionId, endToEndId, paymentInformationId };
  if (answer.kind === 'unknown') return [];
  if (answer.kind !== 'refused') return [{ ...about, status: 'ACSP' }];
  const { code, message } = answer.details;
  return [{ ...about, status: 'RJCT', reason: { code, words: message } }];
};

const isInBooks = ({ kind }: QueryAnswer): boolean => kind !== 'absent' && kind !== 'unknown';

/** What the bank says by itself of an order: it is debited, or back, unless its group was debited before it was paid. */
const lateBookingOf = (
  { bankRef, verdict }: BankReport,
  orders: ReadonlyMap<string, BookedOrder>,
): ReadonlyArray<Booking> => {
  const order = orders.get(bankRef);
  if (order === undefined || (verdict.kind !== 'paid' && verdict.kind !== 'returned')) return [];
  if (verdict.kind === 'paid' && order.groupRef !== undefined) return [];
  const { debitAccountNumber, amount } = order;
  const { utr, bankReference } = verdict;
  const side = verdict.kind === 'paid' ? 'debit' : 'return';
  return [{ side, instructionId: bankRef, debitAccountNumber, amount, utr, bankReference }];
};

/** That an order is paid whose group was debited before, and the message that it came in. */
const lateStatusOf = (
  { bankRef, verdict }: BankReport,
  orders: ReadonlyMap<string, BookedOrder>,
): ReadonlyArray<{ readonly about: string; readonly status: ReportedStatus }> => {
  const groupRef = orders.get(bankRef)?.groupRef;
  if (groupRef === undefined || verdict.kind !== 'paid') return [];
  const { messageId: about, paymentInformationId } = groupIdsOf(groupRef);
  const { utr, bankReference } = verdict;
  const paid = { utr, bankReference };
  return [
    { about, status: { instructionId: bankRef, paymentInformationId, status: 'ACSC', paid } },
  ];
};

/** The same content has the same id. */
const idOf = (letter: string, content: unknown): string =>
  `${letter}${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32).toUpperCase()}`;

/** Names sort as the messages were written, and of one moment the answer to an order before its booking. */
const nameOf = (at: EpochMs, kind: string, messageId: string): string => {
  const time = new Date(at).toISOString().replaceAll(/[-:]/g, '').replace('Z', '');
  return `${time}-${kind}-${messageId.slice(0, 9)}.xml`;
};

/**
 * A bank that takes `pain.001` files, books their orders, and answers with files: a `pain.002` at once, a `camt.054` for
 * what is debited or credited, a `camt.053` at midnight for what moved in the day. A group of one debit is debited at
 * once: a `pain.002` says later that an order of it is paid. A group that holds something else than it says is refused as
 * a whole. A file leaves `out` once each of its orders is in the books and its answers lie in `in`; a file that is taken
 * again after a crash books nothing again. One that is no `pain.001` leaves without an answer, and has the reason beside it.
 */
export const folderBank = ({ bank, books, folders, clock, zone }: FolderBankParts): FolderBank => {
  const faults = fileFaults();
  const files = filePutter(folders.in, faults);
  const statements = dayStatements({
    bank,
    notes: dirname(folders.taken),
    zone,
    faults,
    put: (at, content, write) => {
      const messageId = idOf('S', content);
      return files.put(nameOf(at, '4-camt.053', messageId), write(messageId), clock.now());
    },
  });
  /** Whether money has moved since the last midnight, as far as this process knows. */
  let hasMoved = false;

  const bookedOf = async (
    refs: ReadonlyArray<string>,
  ): Promise<ReadonlyMap<string, BookedOrder>> => {
    const orders = await books.open((at) => at.ordersOf(refs));
    return new Map(orders.map((order) => [order.bankRef, order]));
  };

  const report = async (
    createdAt: EpochMs,
    kind: string,
    said: Pick<StatusReport, 'about' | 'statuses' | 'groups'>,
  ): Promise<void> => {
    const messageId = idOf('R', said);
    const text = writeStatusReport({ messageId, createdAt, ...said });
    await files.put(nameOf(createdAt, kind, messageId), text, createdAt);
  };

  const answer = async (
    { messageId: about, orders, refused }: ReceivedInitiation,
    answers: ReadonlyArray<SubmitAnswer>,
    states: ReadonlyArray<QueryAnswer>,
  ): Promise<void> => {
    const createdAt = clock.now();
    const statuses = orders.flatMap((order, i) => statusOf(order, answers[i] ?? UNKNOWN));
    const groups = refused.map((group) => ({ status: 'RJCT', ...group }));
    if (statuses.length + groups.length > 0)
      await report(createdAt, '1-pain.002', { about, statuses, groups });
    const known = orders.filter((_, i) => isInBooks(states[i] ?? UNKNOWN));
    const refs = known.map(({ instructionId }) => instructionId);
    const booked = await bookedOf(refs);
    const movements = movementsOf(refs.flatMap((ref) => booked.get(ref) ?? []));
    await notify(createdAt, '2-camt.054', movements.map(bookingOf));
  };

  const notify = async (
    createdAt: EpochMs,
    kind: string,
    bookings: Notification['bookings'],
  ): Promise<void> => {
    if (bookings.length === 0) return;
    hasMoved = true;
    const messageId = idOf('N', bookings);
    const text = writeNotification({ messageId, createdAt, bookings });
    await files.put(nameOf(createdAt, kind, messageId), text, createdAt);
  };

  /** Another process of the bank may have moved it. */
  const moveToTaken = (name: string): Promise<unknown> =>
    unlessGone(rename(join(folders.out, name), join(folders.taken, name)));

  const takeFile = async (name: string): Promise<void> => {
    const bytes = await unlessGone(readFile(join(folders.out, name)));
    if (bytes === undefined) return;
    const read = await readInitiation(bytes);
    if (E.isLeft(read)) {
      await putWhole(folders.taken, `${name}.reason.json`, JSON.stringify(read.left));
      await moveToTaken(name);
      return;
    }
    const { messageId } = read.right;
    const orders = read.right.orders.map((order) => bankOrderOf(messageId, order));
    const answers = await bank.rail.submit(orders);
    const states = await bank.rail.query(orders);
    await answer(read.right, answers, states);
    if (states.every(isInBooks)) await moveToTaken(name);
  };

  const deliver = async (reports: ReadonlyArray<BankReport>): Promise<void> => {
    const orders = await bookedOf([...new Set(reports.map(({ bankRef }) => bankRef))]);
    const createdAt = clock.now();
    const statuses = new Map<string, ReportedStatus[]>();
    for (const { about, status } of reports.flatMap((one) => lateStatusOf(one, orders))) {
      const ofMessage = statuses.get(about) ?? [];
      ofMessage.push(status);
      statuses.set(about, ofMessage);
    }
    for (const [about, ofMessage] of statuses)
      await report(createdAt, '3-pain.002', { about, statuses: ofMessage });
    await notify(
      createdAt,
      '3-camt.054',
      reports.flatMap((one) => lateBookingOf(one, orders)),
    );
  };

  return {
    work: async () => {
      const names = (await readdir(folders.out)).filter((name) => /^[^.].*\.xml$/.test(name));
      for (const name of names.sort()) await takeFile(name);
      const released = await files.release(clock.now());
      const delivered = await bank.deliverDue(deliver);
      const stated = await statements.work(clock.now());
      if (stated > 0) hasMoved = false;
      return names.length + released + delivered + stated;
    },
    nextDue: async () => {
      const moments = [
        await bank.nextDue(),
        await files.nextDue(),
        hasMoved ? statements.nextMidnight(clock.now()) : undefined,
      ].filter((at) => at !== undefined);
      return moments.length === 0 ? undefined : Math.min(...moments);
    },
    faults: { arm: faults.arm },
  };
};

const UNKNOWN = { kind: 'unknown' } as const;
