import { doubledMembers, numberFaults } from '@hundi/adapter-koa';
import { nodePacer, systemClock } from '@hundi/adapter-node';
import { BatchRequest, E, readBatch, unknownMembers, type ReadBatch } from '@hundi/core';
import { jsonFault } from '../../host/json-fault.js';
import { readBounded, unreadable } from '../../host/read-bounded.js';
import { Misused } from '../command.js';
import { csvRows } from './csv-rows.js';
import { fileFault, type FileFault } from './file-fault.js';

/** What a CSV file says of its payments stands beside it. */
export interface CsvEnvelope {
  readonly initiatedByUserId: string | undefined;
  readonly apiRefNumber: string | undefined;
}

type Faults = ReadonlyArray<FileFault>;

interface Body {
  readonly body: unknown;
  /** Where the rows of a CSV file are. */
  readonly lines?: ReadonlyArray<number>;
}

/** More than 20,000 payments take with all that they may carry. */
const FILE_MIB = 64;

const SAVE_AS_UTF8 = 'save it as UTF-8 text (in a spreadsheet, as "CSV UTF-8 (comma delimited)")';

/** UTF-16 begins with a mark, or has a zero byte in each ASCII letter; UTF-8 text has none. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) ||
  (first === 0xfe && second === 0xff) ||
  (first === 0) !== (second === 0);

const textOfFile = async (path: string): Promise<E.Either<Faults, string>> => {
  const bytes = await readBounded(path, FILE_MIB).catch((error: unknown) => {
    throw new Misused(`FILE: ${path} ${unreadable(error)}`);
  });
  const refuse = (detail: string) => E.left([{ pointer: '', detail }]);
  if (isUtf16(bytes)) return refuse(`the file is UTF-16: ${SAVE_AS_UTF8}`);
  try {
    return E.right(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return refuse(`the file is not UTF-8: ${SAVE_AS_UTF8}`);
  }
};

const jsonBody = (text: string): E.Either<Faults, Body> => {
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
    return E.left([{ pointer: '', detail: `the file ${jsonFault(text)}` }]);
  }
};

/** As many as the service names. */
const FAULTS_MAX = 100;

const csvBody = (text: string, envelope: CsvEnvelope): E.Either<Faults, Body> => {
  const rows = csvRows(text);
  if (E.isLeft(rows)) return E.left(rows.left.slice(0, FAULTS_MAX));
  const { payments, lines } = rows.right;
  return E.right({ body: { ...envelope, payments }, lines });
};

const isCsv = (path: string): boolean => path.toLowerCase().endsWith('.csv');

const ENVELOPE_OPTIONS: Readonly<Record<string, string>> = {
  '/initiatedByUserId': '--initiated-by',
  '/apiRefNumber': '--api-ref',
};

/** CSV has no place for what stands around the payments: options say it. */
const checkEnvelope = (path: string, { initiatedByUserId, apiRefNumber }: CsvEnvelope): void => {
  const given = [initiatedByUserId, apiRefNumber].filter((value) => value !== undefined).length;
  if (isCsv(path) && given < 2)
    throw new Misused(
      '--initiated-by and --api-ref: must be given with a CSV file, which holds payments only',
    );
  if (!isCsv(path) && given > 0)
    throw new Misused('--initiated-by, --api-ref: leave them out; a JSON file says both itself');
};

/**
 * Reads a batch (§4.5) from a JSON file, or its payments (§2.5) from a CSV file, and checks it as the service does.
 * Names the first hundred faults.
 *
 * @throws Misused when the file cannot be read, or the envelope does not fit its kind.
 */
export const readBatchFile = async (
  path: string,
  envelope: CsvEnvelope,
): Promise<E.Either<Faults, ReadBatch>> => {
  checkEnvelope(path, envelope);
  const text = await textOfFile(path);
  if (E.isLeft(text)) return text;
  const parsed = isCsv(path) ? csvBody(text.right, envelope) : jsonBody(text.right);
  if (E.isLeft(parsed)) return parsed;
  const { body, lines } = parsed.right;
  const read = await readBatch(body, 'batch file', nodePacer(systemClock));
  if (E.isRight(read)) return read;
  return E.left(
    read.left.issues.map((issue) => {
      const option = isCsv(path) ? ENVELOPE_OPTIONS[issue.pointer] : undefined;
      return {
        ...fileFault(issue, lines),
        ...(option !== undefined && { column: option }),
      };
    }),
  );
};
