import { createReadStream } from 'node:fs';
import { nodePacer, paymentFiles, systemClock } from '@hundi/adapter-node';
import { BatchRequest, E } from '@hundi/core';
import {
  doubledMembers,
  numberFaults,
  readBatch,
  unknownMembers,
  type ReadBatch,
} from '@hundi/core/wire';
import { jsonFault } from '../../host/json-fault.js';
import { readBounded, unreadable } from '../../host/read-bounded.js';
import { Misused } from '../command/command.js';
import { fileFault, type FileFault } from './file-fault.js';

/** What a CSV file or a workbook says of its payments stands beside it. */
export interface Envelope {
  readonly initiatedByUserId: string | undefined;
  readonly apiRefNumber: string | undefined;
}

type Faults = ReadonlyArray<FileFault>;

interface Body {
  readonly body: unknown;
  /** Where the rows of a table are. */
  readonly lines?: ReadonlyArray<number>;
}

/** More than 20,000 payments take with all that they may carry. */
const FILE_MIB = 64;

const misused = (path: string, error: unknown): Misused =>
  new Misused(`FILE: ${path} ${unreadable(error)}`);

const refuse = (detail: string) => E.left([{ pointer: '', detail }]);

/** UTF-16 begins with a mark, or has a zero byte in each ASCII letter; UTF-8 text has none. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) ||
  (first === 0xfe && second === 0xff) ||
  (first === 0) !== (second === 0);

const jsonText = async (path: string): Promise<E.Either<Faults, string>> => {
  const bytes = await readBounded(path, FILE_MIB).catch((error: unknown) => {
    throw misused(path, error);
  });
  if (isUtf16(bytes)) return refuse('the file is UTF-16: save it as UTF-8 text');
  try {
    return E.right(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return refuse('the file is not UTF-8: save it as UTF-8 text');
  }
};

const jsonBody = async (path: string): Promise<E.Either<Faults, Body>> => {
  const read = await jsonText(path);
  if (E.isLeft(read)) return read;
  const text = read.right;
  try {
    const body: unknown = JSON.parse(text);
    // Checked here because the service would drop a misspelt field, and pay without it, and because it gets what
    // became of the text: one member of two, and rounded numbers.
    const faults = [
      ...doubledMembers(text),
      ...numberFaults(text),
      ...unknownMembers(BatchRequest, body),
    ];
    return faults.length > 0 ? E.left(faults.map((fault) => fileFault(fault))) : E.right({ body });
  } catch {
    return refuse(`the file ${jsonFault(text)}`);
  }
};

async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw misused(path, error);
  }
}

const tableBody = async (path: string, envelope: Envelope): Promise<E.Either<Faults, Body>> => {
  const read = await paymentFiles()(bytesOf(path));
  if (E.isLeft(read))
    return E.left(
      read.left.map(({ row, line, column, pointer = '', detail }) => ({
        ...(row !== undefined && { row }),
        ...(line !== undefined && { line }),
        ...(column !== undefined && { column }),
        pointer,
        detail,
      })),
    );
  const { payments, lines } = read.right;
  return E.right({ body: { ...envelope, payments }, lines });
};

/** Whether it is CSV or a workbook, by its name: which of the two, its bytes say. */
const isTable = (path: string): boolean => /\.(?:csv|xlsx)$/i.test(path);

const ENVELOPE_OPTIONS: Readonly<Record<string, string>> = {
  '/initiatedByUserId': '--initiated-by',
  '/apiRefNumber': '--api-ref',
};

/** A table has no place for what stands around the payments: options say it. */
const checkEnvelope = (path: string, { initiatedByUserId, apiRefNumber }: Envelope): void => {
  const given = [initiatedByUserId, apiRefNumber].filter((value) => value !== undefined).length;
  if (isTable(path) && given < 2)
    throw new Misused(
      '--initiated-by and --api-ref: must be given with a .csv or .xlsx file, which holds payments only',
    );
  if (!isTable(path) && given > 0)
    throw new Misused('--initiated-by, --api-ref: leave them out; a JSON file says both itself');
};

/**
 * Reads a batch (§4.5) from a JSON file, or its payments (§2.5) from CSV or a workbook, and checks it as the service does.
 * Names the first hundred faults.
 *
 * @throws Misused when the file cannot be read, or the envelope does not fit its kind.
 */
export const readBatchFile = async (
  path: string,
  envelope: Envelope,
): Promise<E.Either<Faults, ReadBatch>> => {
  checkEnvelope(path, envelope);
  const parsed = await (isTable(path) ? tableBody(path, envelope) : jsonBody(path));
  if (E.isLeft(parsed)) return parsed;
  const { body, lines } = parsed.right;
  const read = await readBatch(body, 'batch file', nodePacer(systemClock));
  if (E.isRight(read)) return read;
  return E.left(
    read.left.issues.map((issue) => {
      const option = isTable(path) ? ENVELOPE_OPTIONS[issue.pointer] : undefined;
      return {
        ...fileFault(issue, lines),
        ...(option !== undefined && { column: option }),
      };
    }),
  );
};
