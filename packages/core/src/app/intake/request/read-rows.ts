import type * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import {
  invalid,
  InvalidInput,
  ISSUES_MAX,
  issuesOf,
  pointerTo,
  type Issue,
} from '../../../kernel/codecs/decode.js';
import { isObject } from '../../../kernel/codecs/json.js';
import type { RecordType } from '../../../kernel/codecs/record.js';
import { misspeltMember } from '../../../kernel/codecs/unknown-members.js';
import type { Digest } from '../../../kernel/secrets/digest.js';
import type { Pacer } from '../../../ports/pacer.js';
import { instructionLine, namesOnePayee, payeeFaults, type Instruction } from './instruction.js';

/** How many payments one request may hold (§8). */
export const PAYMENTS_MAX = 20_000;

const COUNT = `expected 1 to ${String(PAYMENTS_MAX)} payments`;

// Work between two turns of other requests: about a millisecond of it. A plain row is one piece of work, a
// kilobyte of values that are kept as they are is another, so is an unknown member, and a row of faults is many.
const WORK_A_TURN = 500;
const CHARACTERS_A_PIECE = 1_024;
const FAULTY_ROW = 50;

// Fingerprints are kept for ever: their lines have been joined in blocks of so many from the beginning.
const LINES_A_BLOCK = 500;

type RowCodec = t.Decoder<unknown, Instruction> &
  Pick<RecordType<t.Props, t.Props>, 'required' | 'optional'>;

/** The names of the members of a payment, and of its amount where that is an object. */
interface Names {
  readonly ofPayment: ReadonlySet<string>;
  readonly ofAmount: ReadonlySet<string> | undefined;
}

const namesOf = ({ required, optional }: RowCodec): Names => {
  const { required: inAmount } = (required['amount'] ?? {}) as Partial<RowCodec>;
  return {
    ofPayment: new Set(Object.keys({ ...required, ...optional })),
    ofAmount: inAmount && new Set(Object.keys(inAmount)),
  };
};

/** The members of an object that no name is for. */
const unknownOf = (object: unknown, names: ReadonlySet<string>): ReadonlyArray<string> => {
  const unknown: string[] = [];
  if (isObject(object))
    for (const key of Object.keys(object)) if (!names.has(key)) unknown.push(key);
  return unknown;
};

const unknownIn = (payment: unknown, { ofPayment, ofAmount }: Names): number =>
  unknownOf(payment, ofPayment).length +
  (ofAmount && isObject(payment) ? unknownOf(payment['amount'], ofAmount).length : 0);

const misspeltIn = (
  object: unknown,
  names: ReadonlySet<string> | undefined,
  at: string,
): ReadonlyArray<Issue> =>
  names === undefined || !isObject(object)
    ? []
    : unknownOf(object, names).flatMap((key) =>
        misspeltMember(pointerTo(at, key), key, names, object),
      );

const faultsOf = (
  decoded: t.Validation<Instruction>,
  { payment, row }: { readonly payment: unknown; readonly row: number },
  { ofPayment, ofAmount }: Names,
): ReadonlyArray<Issue> => {
  const at = `/payments/${String(row)}`;
  const undecodable = E.isLeft(decoded) ? issuesOf(decoded.left, at) : [];
  if (!isObject(payment)) return undecodable;
  return [
    ...misspeltIn(payment, ofPayment, at),
    ...misspeltIn(payment['amount'], ofAmount, `${at}/amount`),
    ...undecodable,
    ...payeeFaults(payment, at),
  ];
};

/**
 * Decodes the payments of a request row by row, sharing the thread, and fingerprints what it decoded. Names
 * at most the first hundred faults and does not look for more.
 */
export const readRows = async (
  payments: ReadonlyArray<unknown>,
  row: RowCodec,
  fingerprint: Digest,
  pacer: Pacer,
): Promise<E.Either<InvalidInput, Instruction[]>> => {
  if (payments.length < 1 || payments.length > PAYMENTS_MAX) {
    return E.left(InvalidInput([invalid('/payments', COUNT)]));
  }
  const names = namesOf(row);
  const rows: Instruction[] = [];
  const issues: Issue[] = [];
  let lines = '';
  let work = 0;
  for (let i = 0; i < payments.length; i += 1) {
    const payment = payments[i];
    if (work >= WORK_A_TURN) {
      fingerprint.update(lines);
      lines = '';
      work = 0;
      await pacer.breathe();
    }
    const decoded = row.decode(payment);
    const unknown = unknownIn(payment, names);
    const isPlain = E.isRight(decoded) && unknown === 0 && namesOnePayee(decoded.right);
    const faults = isPlain ? [] : faultsOf(decoded, { payment, row: i }, names);
    if (E.isRight(decoded) && faults.length === 0) {
      const line = instructionLine(decoded.right);
      rows.push(decoded.right);
      lines += i % LINES_A_BLOCK === 0 ? line : `\n${line}`;
      work += 1 + line.length / CHARACTERS_A_PIECE + unknown;
    } else {
      issues.push(...faults);
      work += FAULTY_ROW + unknown;
      if (issues.length >= ISSUES_MAX) break;
    }
  }
  fingerprint.update(lines);
  return issues.length > 0 ? E.left(InvalidInput(issues)) : E.right(rows);
};
