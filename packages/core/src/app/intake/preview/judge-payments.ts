import { E } from '../../../kernel/fp.js';
import { mapInTurns } from '../../../kernel/flow/map-in-turns.js';
import type { UserId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { jobId, rowId, UUID_ENTROPY_BYTES } from '../../../kernel/values/uuid.js';
import { maskAccount } from '../../../model/payout/masking.js';
import type { IntakeRow } from '../../../model/payout/payout.js';
import type { Pacer } from '../../../ports/pacer.js';
import type { Stores } from '../../../storage/storage.js';
import { judgeRows } from '../evaluate/judge-rows.js';
import { readFacts } from '../evaluate/read-facts.js';
import { withOptionalPart, type Instruction } from '../request/instruction.js';
import { namedPayees, payeeOf } from '../request/named-payees.js';
import { bookOf, limitKeys } from '../rules/daily-room.js';
import { judgeGroups } from '../rules/evaluate-batch.js';
import type { Judging } from '../rules/judging.js';
import type { JudgedRow } from '../../../model/payout/judged-row.js';
import type { AcceptedRow } from './batch-preview.js';
import { saidOf, type Said } from './verdict.js';

/** Payments that are not stored, and who would make them. */
export interface UnstoredBatch {
  readonly tenant: Tenant;
  readonly maker: UserId;
  readonly payments: ReadonlyArray<Instruction>;
  /** When the batch was posted, or would be. */
  readonly requestedAt: EpochMs;
}

/** What intake would say of payments, row by row. */
export interface Judgement extends Said {
  /** The rows that the payments would be: whom each pays, and whether it would hold its reference. */
  readonly rows: ReadonlyArray<IntakeRow>;
  /** The first accepted rows: whom they pay, and how. */
  readonly firstAccepted: ReadonlyArray<AcceptedRow>;
}

const ACCEPTED_SHOWN = 20;

const firstAccepted = (judged: ReadonlyArray<JudgedRow>): ReadonlyArray<AcceptedRow> => {
  const found: AcceptedRow[] = [];
  for (const [index, { result }] of judged.entries()) {
    if (found.length >= ACCEPTED_SHOWN) break;
    if (E.isLeft(result)) continue;
    const { beneficiaryCode, beneficiaryName, paymentMethod } = result.right;
    const { masked, creditAccountNumber } = result.right;
    const accountNumber = masked ? maskAccount(creditAccountNumber) : creditAccountNumber;
    found.push({ index, beneficiaryCode, beneficiaryName, accountNumber, paymentMethod });
  }
  return found;
};

/** Stands for the job that there is none of. */
const NO_JOB = jobId(0, new Uint8Array(UUID_ENTROPY_BYTES));

/** The rows that the payments would be. Of two with one reference, the first would hold it. */
const rowsOf = async (
  stores: Stores,
  { tenant, payments, requestedAt }: UnstoredBatch,
  pacer: Pacer,
): Promise<ReadonlyArray<IntakeRow>> => {
  const payees = await namedPayees(stores, tenant, [payments]);
  const references = payments.map(({ transactionReference }) => transactionReference);
  const taken = new Set(await stores.payouts.heldOf(tenant, references));
  return mapInTurns(payments, pacer, (payment, index) => {
    const holdsReference = !taken.has(payment.transactionReference);
    taken.add(payment.transactionReference);
    const order = withOptionalPart(payment, {
      transactionId: rowId(NO_JOB, index),
      tenant,
      reference: payment.transactionReference,
      beneficiaryId: payeeOf(payment, payees),
      packageCode: payment.packageCode,
      amount: payment.amount,
      createdAt: requestedAt,
    });
    return { order, holdsReference };
  });
};

/**
 * Judges payments as intake would judge their job at this moment: by the same rules over the same facts. It writes
 * nothing and holds nothing. In a restored database intake may accept more: what the bank has executed before.
 */
export const judgePayments = async (
  stores: Stores,
  batch: UnstoredBatch,
  at: EpochMs,
  { bankRail, pacer }: Judging,
): Promise<Judgement> => {
  const { tenant, maker } = batch;
  const rows = await rowsOf(stores, batch, pacer);
  const facts = (await readFacts(stores, tenant, { makers: [maker], rows, bankRail, at }))(maker);
  const alone = await judgeRows(rows, facts, pacer);
  const book = bookOf(facts, await stores.payouts.limitsUsed(tenant, limitKeys(alone)));
  await pacer.breathe();
  const judged = judgeGroups(alone, facts, book);
  await pacer.breathe();
  return {
    ...(await saidOf(judged, facts, pacer)),
    firstAccepted: firstAccepted(judged),
    rows,
  };
};
