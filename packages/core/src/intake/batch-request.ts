import * as t from 'io-ts';
import { E } from '../fp.js';
import { decodeInput, InvalidInput, ISSUES_MAX, issuesOf, type Issue } from '../kernel/decode.js';
import { digest } from '../kernel/digest.js';
import { documented } from '../kernel/documented.js';
import { UserId } from '../kernel/ids.js';
import { ApiRefNumber } from '../kernel/text.js';
import type { Pacer } from '../ports/pacer.js';
import { Instruction, instructionLine } from './instruction.js';

/** How many payments one batch may hold (§8). */
export const PAYMENTS_MAX = 20_000;

/** The body of §4.5 around its payments. */
const Envelope = t.strict({
  initiatedByUserId: UserId,
  apiRefNumber: ApiRefNumber,
  payments: t.UnknownArray,
});

/** The body of §4.5. */
export const BatchRequest = t.strict(
  {
    initiatedByUserId: UserId,
    apiRefNumber: ApiRefNumber,
    payments: documented(t.array(Instruction), { minItems: 1, maxItems: PAYMENTS_MAX }),
  },
  'BatchRequest',
);
export type BatchRequest = t.TypeOf<typeof BatchRequest>;

/** A decoded batch and what tells it from every other one (decisions §2). */
export interface ReadBatch {
  readonly request: BatchRequest;
  readonly fingerprint: string;
}

// Rows between two turns of other requests: about a millisecond of work.
const ROWS_A_TURN = 500;

/**
 * Decodes a batch row by row, sharing the thread, and fingerprints what it decoded. Names at most the
 * first hundred faults and does not look for more.
 */
export const readBatch = async (
  body: unknown,
  route: string,
  pacer: Pacer,
): Promise<E.Either<InvalidInput, ReadBatch>> => {
  const envelope = decodeInput(Envelope, body);
  if (E.isLeft(envelope)) return envelope;
  const { initiatedByUserId, apiRefNumber, payments } = envelope.right;
  if (payments.length < 1 || payments.length > PAYMENTS_MAX) {
    return E.left(InvalidInput([{ pointer: '/payments', code: 'invalid', detail: COUNT }]));
  }

  const rows: Instruction[] = [];
  const issues: Issue[] = [];
  const hash = digest();
  hash.update(JSON.stringify([route, initiatedByUserId, apiRefNumber]));
  for (let from = 0; from < payments.length && issues.length < ISSUES_MAX; from += ROWS_A_TURN) {
    if (from > 0) await pacer.breathe();
    const first = rows.length;
    payments.slice(from, from + ROWS_A_TURN).forEach((row, i) => {
      const decoded = Instruction.decode(row);
      if (E.isRight(decoded)) rows.push(decoded.right);
      else issues.push(...issuesOf(decoded.left, `/payments/${String(from + i)}`));
    });
    hash.update(rows.slice(first).map(instructionLine).join('\n'));
  }
  return issues.length > 0
    ? E.left(InvalidInput(issues))
    : E.right({
        request: { initiatedByUserId, apiRefNumber, payments: rows },
        fingerprint: hash.hex(),
      });
};

const COUNT = `expected 1 to ${String(PAYMENTS_MAX)} payments`;
