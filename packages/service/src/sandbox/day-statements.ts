import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeStatement, type DayOfAccount } from '@hundi/adapter-iso20022/bank';
import { addDays, dayIn, momentIn, type Day, type EpochMs } from '@hundi/core';
import type { AccountStatement, SandboxBank } from '@hundi/testkit';
import { unlessGone } from '../host/unless-gone.js';
import { bookingOf } from './file-entries.js';
import type { ArmedFileFaults } from './file-faults.js';
import { putWhole } from './put-files.js';

/** The bank's statements of its days. */
export interface DayStatements {
  /** Writes those of the days that have ended since, and answers how many files those are. */
  readonly work: (now: EpochMs) => Promise<number>;
  /** The end of the day that a moment is in. */
  readonly nextMidnight: (now: EpochMs) => EpochMs;
}

export interface DayStatementsParts {
  readonly bank: Pick<SandboxBank, 'statements'>;
  /** Where the bank notes up to which day it has written statements. */
  readonly notes: string;
  readonly zone: string;
  readonly faults: Pick<ArmedFileFaults, 'strike'>;
  readonly put: (
    at: EpochMs,
    content: unknown,
    write: (messageId: string) => string,
  ) => Promise<void>;
}

const NOTE = '.stated-before';

/** The account of one day, with a line too many or too few if that is armed. */
const accountOf = (
  { accountNumber, opening, closing, movements }: AccountStatement,
  fault: 'line_more' | 'line_less' | undefined,
): DayOfAccount => {
  const bookings = movements.map(bookingOf);
  const [first] = bookings;
  const stranger = first && {
    side: first.side,
    amount: first.amount,
    instructionId: 'OF-ANOTHER-SYSTEM',
    utr: 'STRANGE',
    bankReference: 'STRANGE',
  };
  return {
    accountNumber,
    opening,
    closing,
    bookings: [
      ...bookings.slice(0, fault === 'line_less' ? -1 : undefined),
      ...(fault === 'line_more' && stranger !== undefined ? [stranger] : []),
    ],
  };
};

/**
 * Writes a `camt.053` for each day on which something moved, once the day has ended in the bank's zone. Its content
 * follows from the books: processes that write the same day write the same file.
 */
export const dayStatements = (parts: DayStatementsParts): DayStatements => {
  const { bank, notes, zone, faults, put } = parts;
  const note = join(notes, NOTE);
  const midnightOf = (day: Day): EpochMs => momentIn(zone, day);
  const readNote = async () => (await unlessGone(readFile(note, 'utf8'))) as Day | undefined;
  /** Up to before this day the bank has written statements, as far as this process knows. */
  let before: Day | undefined;

  const state = async (first: Day, today: Day): Promise<number> => {
    const days: Day[] = [];
    for (let day = first; day < today; day = addDays(day, 1)) days.push(day);
    const periods = days.map((day) => ({ from: midnightOf(day), to: midnightOf(addDays(day, 1)) }));
    let written = 0;
    for (const [i, accounts] of (await bank.statements(periods)).entries()) {
      const [day, period] = [days[i], periods[i]];
      if (accounts.length === 0 || day === undefined || period === undefined) continue;
      const stated = accounts.map((one, n) =>
        accountOf(one, n === 0 ? faults.strike('line') : undefined),
      );
      await put(period.to, [day, stated], (messageId) =>
        writeStatement({
          messageId,
          createdAt: period.to,
          day,
          from: period.from,
          to: period.to - 1,
          accounts: stated,
        }),
      );
      written += 1;
    }
    return written;
  };

  return {
    nextMidnight: (now) => midnightOf(addDays(dayIn(zone, now), 1)),
    work: async (now) => {
      const today = dayIn(zone, now);
      if (before !== undefined && before >= today) return 0;
      // Another process may have written them.
      before = await readNote();
      const written = before === undefined ? 0 : await state(before, today);
      if (before === undefined || before < today) await putWhole(notes, NOTE, today);
      before = today;
      return written;
    },
  };
};
