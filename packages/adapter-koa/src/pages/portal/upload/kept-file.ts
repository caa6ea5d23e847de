import type { PaymentFile, PaymentFileFault } from '@hundi/core';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw, createInflateRaw } from 'node:zlib';
import { nextTurn } from '../../../http/turns.js';
import type { TypedBeside } from './upload-page.js';

/** What was made of a person's file: its payments, or why it has none. */
export interface KeptFile extends PaymentFile {
  /** What the batch is called. */
  readonly name: string;
  readonly faults: ReadonlyArray<PaymentFileFault>;
  /** What the person typed beside it; absent in a file that the version before kept. */
  readonly typed?: TypedBeside;
}

type Head = Omit<KeptFile, 'payments' | 'lines'>;
type Row = readonly [line: number, payment: PaymentFile['payments'][number]];

// About a millisecond of writing or parsing.
const ROWS_A_LINE = 200;
// Twice as fast as the default, and hardly longer.
const LEVEL = 1;
const CHUNK = 65_536;
const NEWLINE = 10;

/** The head is the first line, and some payments are each further one, so that both directions share the thread. */
async function* linesOf({ payments, lines, ...head }: KeptFile): AsyncGenerator<string> {
  yield `${JSON.stringify(head)}\n`;
  for (let from = 0; from < payments.length; from += ROWS_A_LINE) {
    const rows = payments
      .slice(from, from + ROWS_A_LINE)
      .map((payment, i): Row => [lines[from + i] ?? 0, payment]);
    await nextTurn();
    yield `${JSON.stringify(rows)}\n`;
  }
}

/**
 * Writes a file as the engine keeps it. 20,000 payments are megabytes of JSON and compress to a tenth; a thread of its own
 * does that, so no other request waits for it, and the database writes and logs the tenth alone. No more than a few lines
 * are held as JSON.
 */
export const writeKept = async (file: KeptFile): Promise<string> => {
  const packed = await pipeline(
    linesOf(file),
    createDeflateRaw({ level: LEVEL, chunkSize: CHUNK }),
    buffer,
  );
  return packed.toString('base64');
};

/** The lines of a text whose bytes come in chunks. */
async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let line: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...line, chunk.subarray(from, to)]).toString();
      line = [];
      from = to + 1;
    }
    line.push(chunk.subarray(from));
  }
}

/** Reads what {@link writeKept} wrote. */
export const readKept = async (content: string): Promise<KeptFile> => {
  const inflated = createInflateRaw({ chunkSize: CHUNK });
  inflated.end(Buffer.from(content, 'base64'));
  let head: Head | undefined;
  const payments: Row[1][] = [];
  const lines: number[] = [];
  for await (const line of linesIn(inflated)) {
    if (head === undefined) head = JSON.parse(line) as Head;
    else
      for (const [at, payment] of JSON.parse(line) as ReadonlyArray<Row>) {
        lines.push(at);
        payments.push(payment);
      }
    await nextTurn();
  }
  if (head === undefined) throw new Error('a kept file without its head');
  return { payments, lines, ...head };
};
