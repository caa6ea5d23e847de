import { canonicalJson, isObject } from '../../kernel/codecs/json.js';
import { sha256 } from '../../kernel/secrets/digest.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { SealHead } from '../../model/journal/entry/seal.js';
import type { SealedEvent } from '../../model/journal/entry/sealed-event.js';
import type { BankAnswer } from '../../model/settlement/order/bank-answer.js';
import type { Ended } from './ended.js';
import type { Stretch, WholeEntry } from './stretch.js';

const FORMAT = 1;

/** How a file begins: whose it is, and which part of the journal it holds. */
export interface FileHeader {
  readonly archiveId: string;
  readonly tenant: Tenant;
  readonly number: number;
  /** The digest of the file before it; absent in the first. */
  readonly previous?: string;
  readonly from: SealHead;
  readonly to: SealHead;
}

/** What a file holds beside its stretch of the journal. */
export interface FilePayouts {
  readonly ended: ReadonlyArray<Omit<Ended, 'places'>>;
  readonly answers: ReadonlyArray<BankAnswer>;
}

const kind = (name: string, value: object): string => canonicalJson({ ...value, kind: name });

/** The lines of records, the same for the same ones on every storage: whether they are elsewhere is told by them. */
export const recordLines = (
  { entries, events }: Pick<Stretch, 'entries' | 'events'>,
  { ended, answers }: FilePayouts,
): ReadonlyArray<string> => [
  ...entries.map((sealed) => kind('entry', sealed)),
  ...events.map((event) => kind('event', event)),
  ...ended.flatMap(({ job, payouts }) => [
    ...(job === undefined ? [] : [kind('job', { job })]),
    ...payouts.map((payout) => kind('payout', { payout })),
  ]),
  ...answers.map((answer) => kind('bank_answer', { answer })),
];

/**
 * The lines of a file: how it begins, the entries with their seals and events, the jobs and payouts as they ended, and
 * the digest of all that. The same for the same records, on every storage.
 */
export const fileLines = (
  header: FileHeader,
  stretch: Stretch,
  payouts: FilePayouts,
): ReadonlyArray<string> => {
  const lines = [kind('archive', { format: FORMAT, ...header }), ...recordLines(stretch, payouts)];
  return [...lines, kind('end', { lines: lines.length, digest: sha256(lines.join('\n')) })];
};

export interface ReadFile {
  readonly header: FileHeader;
  readonly entries: ReadonlyArray<WholeEntry>;
  readonly events: ReadonlyArray<SealedEvent>;
  /** The ids of its jobs and payouts. */
  readonly subjects: ReadonlySet<string>;
}

/** Reads the lines of a file, or says why they are not those that were written. */
export const readLines = (lines: ReadonlyArray<string>): ReadFile | string => {
  const read = lines.map(parsed);
  const [header] = read;
  if (header?.['kind'] !== 'archive') return 'it does not begin as a file of an archive does';
  if (header['format'] !== FORMAT) return 'it is of a format that this version does not know';
  if (!isHeader(header))
    return 'it does not say whose it is, or which part of the journal it holds';
  const end = read.at(-1);
  if (end?.['kind'] !== 'end') return 'its end is missing';
  const before = lines.slice(0, -1);
  if (end['lines'] !== before.length || end['digest'] !== sha256(before.join('\n')))
    return 'its lines are not those that were written';
  const of = (name: string) => read.filter((line) => line?.['kind'] === name);
  return {
    header: header as unknown as FileHeader,
    entries: of('entry') as unknown as ReadonlyArray<WholeEntry>,
    events: of('event') as unknown as ReadonlyArray<SealedEvent>,
    subjects: new Set(
      [
        ...of('job').map((line) => member(line, 'job', 'jobId')),
        ...of('payout').map((line) => member(line, 'payout', 'order', 'transactionId')),
      ].filter((subject) => typeof subject === 'string'),
    ),
  };
};

/** What stands at a path in a line, whoever wrote the line. */
const member = (line: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), line);

const isHeader = (line: Readonly<Record<string, unknown>>): boolean =>
  [
    line['archiveId'],
    member(line, 'tenant', 'bankTenantId'),
    member(line, 'tenant', 'corporateTenantId'),
  ].every((name) => typeof name === 'string') &&
  [
    line['number'],
    member(line, 'from', 'ordinal'),
    member(line, 'from', 'position'),
    member(line, 'to', 'ordinal'),
    member(line, 'to', 'position'),
  ].every((number) => Number.isSafeInteger(number));

const parsed = (line: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
