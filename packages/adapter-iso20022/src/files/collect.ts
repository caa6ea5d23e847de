import { createHash, type Hash } from 'node:crypto';
import { join } from 'node:path';
import { E } from '@hundi/core';
import type { BankReport } from '@hundi/core/rail';
import type { UsageGuide } from '../guide/usage-guide.js';
import { entryMatching } from '../matching/match-entries.js';
import { matchStatuses } from '../matching/match-statuses.js';
import type { Matched, Unmatched } from '../matching/matched.js';
import { statementBalances, type StatementSum } from '../matching/statement-balances.js';
import type { SentOrders } from '../matching/sent-orders.js';
import type { MessageRefused } from '../reading/message-refused.js';
import { readMessage, type MessageRead } from '../reading/read-message.js';
import type { StatementHead } from '../reading/statement.js';
import type { StatusAnswer } from '../reading/status-answer.js';
import type { Disk } from './disk.js';
import type { Envelope } from './envelope.js';

/** A file of the bank that was read whole. */
export interface CollectedFile extends Matched {
  readonly name: string;
  /** Its name in `done`, which no file with other bytes has. */
  readonly keptAs: string;
  readonly message: MessageRead;
  /** The statements that it holds, for {@link statementPages}. */
  readonly statements: ReadonlyArray<StatementHead>;
}

/** A file that holds no message, or a broken one. It goes to `refused`, with its reason beside it. */
export interface RefusedFile {
  readonly name: string;
  /** Its name in `refused`. */
  readonly keptAs: string;
  readonly refusal: MessageRefused;
}

interface Read {
  readonly file: E.Either<MessageRefused, Omit<CollectedFile, 'name' | 'keptAs'>>;
  /** What its statements come to. */
  readonly sums: ReadonlyArray<StatementSum>;
  /** Of its bytes. */
  readonly digest: string;
}

/** Reads a file and matches it; nothing of it counts before its end. */
export const readFile = async (
  disk: Disk,
  path: string,
  sent: SentOrders,
  { guide, envelope }: { readonly guide: UsageGuide; readonly envelope: Envelope },
): Promise<Read> => {
  const reports: BankReport[] = [];
  const unmatched: Unmatched[] = [];
  const statements: StatementHead[] = [];
  const answers: StatusAnswer[] = [];
  const balances = statementBalances();
  const entries = entryMatching(sent, guide);
  const add = (matched: Matched): void => {
    for (const report of matched.reports) reports.push(report);
    for (const one of matched.unmatched) unmatched.push(one);
  };
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const bytes of disk.read(path)) {
      hash.update(bytes);
      yield bytes;
    }
  };
  const read = await readMessage(envelope.open(hashed()), (parts) => {
    for (const part of parts) {
      if (part.kind !== 'status') balances.add(part);
      if (part.kind === 'status') answers.push(part);
      else if (part.kind === 'statement') statements.push(part.statement);
      else add(entries.add(part));
    }
  });
  unmatched.push(...balances.differing());
  add(await matchStatuses(answers, sent, guide));
  return {
    file: E.map((message: MessageRead) => ({ message, reports, unmatched, statements }))(read),
    sums: balances.sums(),
    // A broken file was read as far as its fault.
    digest: (E.isLeft(read) ? await hashOf(disk, path) : hash).digest('hex').slice(0, 16),
  };
};

const hashOf = async (disk: Disk, path: string): Promise<Hash> => {
  const hash = createHash('sha256');
  for await (const bytes of disk.read(path)) hash.update(bytes);
  return hash;
};

/** Moves a file to a name that no other file has: that of its bytes. */
export const putAway = async (
  disk: Disk,
  { path, to, keptAs }: Readonly<Record<'path' | 'to' | 'keptAs', string>>,
): Promise<void> => {
  // It is there already where a crash came before the removal.
  const put = await disk.link(path, join(to, keptAs));
  if (put === 'gone') {
    if ((await disk.stat(path)) === undefined) return;
    throw new Error(`${to} is missing: ${path} stays`);
  }
  await disk.sync(to);
  await disk.remove(path);
};
