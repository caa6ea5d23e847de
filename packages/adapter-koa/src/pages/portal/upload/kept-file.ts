import type { PaymentFile, PaymentFileFault } from '@hundi/core';
import { finished } from 'node:stream/promises';
import { constants, createDeflateRaw, createInflateRaw, deflateRawSync } from 'node:zlib';
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

/** Writes a file while it is read. */
export interface KeptWriter {
  readonly take: (payment: Row[1], line: number) => void;
  /** Answers what the engine keeps. What a file is, and whether it is refused, is known once it is read. */
  readonly end: (head: Head) => Promise<string>;
}

/**
 * Writes a file as the engine keeps it. 20,000 payments are megabytes of JSON and compress to a tenth; a thread of its own
 * does that while the next ones are read, so no other request waits for it, and the database writes and logs the tenth
 * alone. The head is the first line, and some payments are each further one. Lines that the thread has not packed yet are
 * held: the reader of the file bounds how many letters a file has.
 */
export const keptWriter = (): KeptWriter => {
  const packer = createDeflateRaw({ level: LEVEL, chunkSize: CHUNK });
  const packed: Buffer[] = [];
  packer.on('data', (chunk: Buffer) => packed.push(chunk));
  const packing = finished(packer);
  // `end` throws what fails in here. The writer of a refused file is never ended.
  packing.catch(() => undefined);
  let rows: Row[] = [];
  const endLine = (): void => {
    packer.write(`${JSON.stringify(rows)}\n`);
    rows = [];
  };
  return {
    take: (payment, line) => {
      rows.push([line, payment]);
      if (rows.length === ROWS_A_LINE) endLine();
    },
    end: async (head) => {
      if (rows.length > 0) endLine();
      packer.end();
      await packing;
      // Blocks that do not end the stream, which those of the rows go on with.
      const first = deflateRawSync(`${JSON.stringify(head)}\n`, {
        finishFlush: constants.Z_SYNC_FLUSH,
      });
      return Buffer.concat([first, ...packed]).toString('base64');
    },
  };
};

/** The lines of a text that comes in pieces; each ends with a line feed. */
async function* linesIn(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let line = '';
  for await (const piece of pieces) {
    const [end = '', ...begun] = piece.split('\n');
    line += end;
    for (const next of begun) {
      yield line;
      line = next;
    }
  }
}

/** Reads what {@link keptWriter} wrote. */
export const readKept = async (content: string): Promise<KeptFile> => {
  const inflated = createInflateRaw({ chunkSize: CHUNK }).setEncoding('utf8');
  inflated.end(Buffer.from(content, 'base64'));
  let head: Head | undefined;
  const payments: Row[1][] = [];
  const lines: number[] = [];
  for await (const line of linesIn(inflated as AsyncIterable<string>)) {
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
