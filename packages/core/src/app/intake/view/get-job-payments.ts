import type * as t from 'io-ts';
import { may } from '../../../model/access/actor.js';
import { isFreed, type Beneficiary } from '../../../model/beneficiary/payee/beneficiary.js';
import { E } from '../../../kernel/fp.js';
import { record } from '../../../kernel/codecs/record.js';
import { token } from '../../../kernel/token.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { JobId, UserId, type BeneficiaryId } from '../../../kernel/values/ids.js';
import { PageRequest } from '../../../kernel/values/page.js';
import { BeneId } from '../../../kernel/values/text.js';
import type { Payout, Rejection } from '../../../model/payout/payout.js';
import { look } from '../../../storage/look.js';
import { JobNotFound } from '../../../model/intake/job/intake-errors.js';
import { withOptionalPart, type Instruction } from '../request/instruction.js';

const GetJobPaymentsInput = record('GetJobPaymentsInput', {
  jobId: JobId,
  actorUserId: UserId,
  ...PageRequest.required,
});
type GetJobPaymentsInput = t.TypeOf<typeof GetJobPaymentsInput>;

/** One payment of a job as its maker wrote it, and why intake rejected it, if it did. */
export interface PaymentOfJob {
  readonly payment: Instruction;
  readonly rejection?: Rejection;
}

/**
 * Reads one page of the payments of a job as its maker wrote them (§2.5), in the order of the request, so that they can be
 * mended and brought again. A payee that is found stands by the code that it has now. A page after the last one is empty.
 *
 * Nothing is masked, because the person wrote all of it: a job of another maker is absent, and so is one that software
 * sent in their name, and any job for a person who may make no payments now.
 */
export type GetJobPayments = UseCase<GetJobPaymentsInput, JobNotFound, ReadonlyArray<PaymentOfJob>>;
export const GetJobPayments = token<GetJobPayments>('GetJobPayments');

export const makeGetJobPayments = look(
  GetJobPayments,
  GetJobPaymentsInput,
  async (
    { tenancy, jobs, payouts, beneficiaries },
    tenant,
    { jobId, page, limit, actorUserId },
  ) => {
    const [actor] = await tenancy.actors(tenant, [actorUserId]);
    const job = await jobs.find(tenant, jobId);
    if (actor === undefined || job?.initiatedByUserId !== actorUserId) return E.left(JobNotFound());
    const rows = await payouts.ofJob(tenant, jobId, (page - 1) * limit, limit);
    const wroteAll = rows.every(({ order: { source } }) => source !== 'partner_api');
    if (!wroteAll || !may(actor, 'transaction.make')) return E.left(JobNotFound());
    const ids = new Set(rows.map(({ order }) => order.beneficiaryId));
    const payees = await beneficiaries.findMany(tenant, [...ids]);
    const known = new Map(payees.map((payee) => [payee.beneficiaryId, payee]));
    return E.right(rows.map((row) => paymentOf(row, known)));
  },
);

type Payees = ReadonlyMap<BeneficiaryId, Beneficiary>;

const paymentOf = (payout: Payout, payees: Payees): PaymentOfJob => {
  const { reference: transactionReference, packageCode, amount, beneficiaryId } = payout.order;
  const payee = payeeNamed(beneficiaryId, payees.get(beneficiaryId));
  return {
    payment: withOptionalPart(payout.order, {
      transactionReference,
      packageCode,
      amount,
      ...payee,
    }),
    ...(payout.intake === 'rejected' && { rejection: payout.rejection }),
  };
};

/** By its code, unless another payee may hold that code by now. A code that no payee held stands in the place of an id. */
const payeeNamed = (
  beneficiaryId: BeneficiaryId,
  payee: Beneficiary | undefined,
): Pick<Instruction, 'beneId' | 'beneficiaryId'> => {
  if (payee !== undefined) return isFreed(payee) ? { beneficiaryId } : { beneId: payee.beneId };
  return BeneId.is(beneficiaryId) ? { beneId: beneficiaryId } : { beneficiaryId };
};
