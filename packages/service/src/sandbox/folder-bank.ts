import { createHash } from 'node:crypto';
import { readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  readInitiation,
  writeNotification,
  writeStatusReport,
  type Booking,
  type ReceivedInitiation,
  type ReceivedOrder,
  type ReportedStatus,
} from '@hundi/adapter-iso20022/bank';
import { E, type TransactionId, type Clock, type EpochMs } from '@hundi/core';
import type { BankOrder, BankReport, QueryAnswer, SubmitAnswer } from '@hundi/core/rail';
import type { BankBooks, BookedOrder, SandboxBank } from '@hundi/testkit';
import type { RailFolders } from '../folder-rail/folders.js';
import { unlessGone } from '../host/unless-gone.js';
import { dayStatements } from './day-statements.js';
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

/** As the books take an order. A file names no tenants, and the books make nothing of them. */
const bankOrderOf = (order: ReceivedOrder): BankOrder => ({
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
});

const statusOf = (order: ReceivedOrder, answer: SubmitAnswer): ReadonlyArray<ReportedStatus> => {
  const { instructionId, endToEndId, paymentInformationId } = order;
  const about = { instructionId, endToEndId, paymentInformationId };
  if (answer.kind === 'unknown') return [];
  if (answer.kind !== 'refused') return [{ ...about, status: 'ACSP' }];
  const { code, message } = answer.details;
  return [{ ...about, status: 'RJCT', reason: { code, words: message } }];
};

/** The debit of an order whose money has left; what came back since is reported by itself. */
const debitOf = (order: ReceivedOrder, answer: QueryAnswer): ReadonlyArray<Booking> =>
  answer.kind === 'paid' || answer.kind === 'returned'
    ? [
        {
          side: 'debit',
          instructionId: order.instructionId,
          debitAccountNumber: order.debtor.account,
          amount: order.amount,
          utr: answer.utr,
          bankReference: answer.bankReference,
        },
      ]
    : [];

const bookingOf = (
  { bankRef, verdict }: BankReport,
  orders: ReadonlyMap<string, BookedOrder>,
): ReadonlyArray<Booking> => {
  const order = orders.get(bankRef);
  if (order === undefined || (verdict.kind !== 'paid' && verdict.kind !== 'returned')) return [];
  const { debitAccountNumber, amount } = order;
  const { utr, bankReference } = verdict;
  const side = verdict.kind === 'paid' ? 'debit' : 'return';
  return [{ side, instructionId: bankRef, debitAccountNumber, amount, utr, bankReference }];
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
 * what is paid or returned, a `camt.053` at midnight for what moved in the day. A file leaves `out` once each of its orders is in the books and its answers lie in `in`; a
 * file that is taken again after a crash books nothing again. One that is no `pain.001` leaves without an answer, and has
 * the reason beside it.
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

  const answer = async (
    { messageId: about, orders }: ReceivedInitiation,
    answers: ReadonlyArray<SubmitAnswer>,
    states: ReadonlyArray<QueryAnswer>,
  ): Promise<void> => {
    const createdAt = clock.now();
    const statuses = orders.flatMap((order, i) => statusOf(order, answers[i] ?? UNKNOWN));
    if (statuses.length > 0) {
      const messageId = idOf('R', [about, statuses]);
      const text = writeStatusReport({ messageId, createdAt, about, statuses });
      await files.put(nameOf(createdAt, '1-pain.002', messageId), text, createdAt);
    }
    const bookings = orders.flatMap((order, i) => debitOf(order, states[i] ?? UNKNOWN));
    await notify(createdAt, '2-camt.054', bookings);
  };

  const notify = async (
    createdAt: EpochMs,
    kind: string,
    bookings: ReadonlyArray<Booking>,
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
    const orders = read.right.orders.map(bankOrderOf);
    const answers = await bank.rail.submit(orders);
    const states = await bank.rail.query(orders);
    await answer(read.right, answers, states);
    const isBooked = states.every(({ kind }) => kind !== 'absent' && kind !== 'unknown');
    if (isBooked) await moveToTaken(name);
  };

  const deliver = async (reports: ReadonlyArray<BankReport>): Promise<void> => {
    const refs = [...new Set(reports.map(({ bankRef }) => bankRef))];
    const orders = await books.open((at) => at.ordersOf(refs));
    const byRef = new Map(orders.map((order) => [order.bankRef, order]));
    const bookings = reports.flatMap((report) => bookingOf(report, byRef));
    await notify(clock.now(), '3-camt.054', bookings);
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
