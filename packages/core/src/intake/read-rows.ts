import type * as t from 'io-ts';
import { E } from '../fp.js';
import { InvalidInput, ISSUES_MAX, issuesOf, type Issue } from '../kernel/decode.js';
import type { Digest } from '../kernel/digest.js';
import type { Pacer } from '../ports/pacer.js';
import { instructionLine, type Instruction } from './instruction.js';

/** How many payments one request may hold (§8). */
export const PAYMENTS_MAX = 20_000;

const COUNT = `expected 1 to ${String(PAYMENTS_MAX)} payments`;

// Rows between two turns of other requests: about a millisecond of work.
const ROWS_A_TURN = 500;

/**
 * Decodes the payments of a request row by row, sharing the thread, and fingerprints what it decoded. Names
 * at most the first hundred faults and does not look for more.
 */
export const readRows = async (
  payments: ReadonlyArray<unknown>,
  row: t.Decoder<unknown, Instruction>,
  fingerprint: Digest,
  pacer: Pacer,
): Promise<E.Either<InvalidInput, Instruction[]>> => {
  if (payments.length < 1 || payments.length > PAYMENTS_MAX) {
    return E.left(InvalidInput([{ pointer: '/payments', code: 'invalid', detail: COUNT }]));
  }
  const rows: Instruction[] = [];
  const issues: Issue[] = [];
  for (let from = 0; from < payments.length && issues.length < ISSUES_MAX; from += ROWS_A_TURN) {
    if (from > 0) await pacer.breathe();
    const first = rows.length;
    payments.slice(from, from + ROWS_A_TURN).forEach((payment, i) => {
      const decoded = row.decode(payment);
      if (E.isRight(decoded)) rows.push(decoded.right);
      else issues.push(...issuesOf(decoded.left, `/payments/${String(from + i)}`));
    });
    fingerprint.update(rows.slice(first).map(instructionLine).join('\n'));
  }
  return issues.length > 0 ? E.left(InvalidInput(issues)) : E.right(rows);
};
