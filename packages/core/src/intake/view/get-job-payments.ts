import type * as t from 'io-ts';
import { isFreed, type Beneficiary } from '../../beneficiary/payee/beneficiary.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { token } from '../../kernel/token.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { JobId, UserId, type BeneficiaryId } from '../../kernel/values/ids.js';
import { PageRequest } from '../../kernel/values/page.js';
import { BeneId } from '../../kernel/values/text.js';
import type { Payout, PayoutOrder, Rejection } from '../../payout/payout.js';
import { maySeePayouts } from '../../payout/seen-by.js';
import type { Storage } from '../../storage/storage.js';
import { JobNotFound } from '../job/intake-errors.js';
import type { Instruction } from '../request/instruction.js';

const GetJobPaymentsInput = record(
  'GetJobPaymentsInput',
  { jobId: JobId, actorUserId: UserId, ...PageRequest.required },
  {},
);
type GetJobPaymentsInput = t.TypeOf<typeof GetJobPaymentsInput>;

/** One payment of a job as its maker wrote it, and why it was turned away, if it was. */
export interface PaymentOfJob {
  readonly payment: Instruction;
  readonly rejection?: Rejection;
}

/**
 * Reads one page of the payments of a job as its maker wrote them (§2.5), in the order of the request, so that they can be
 * mended and brought again. A page after the last one is empty. Nothing in them is masked: a job of another maker is absent.
 */
export type GetJobPayments = UseCase<GetJobPaymentsInput, JobNotFound, ReadonlyArray<PaymentOfJob>>;
export const GetJobPayments = token<GetJobPayments>('GetJobPayments');

export const makeGetJobPayments = (storage: Storage): GetJobPayments =>
  useCase(GetJobPaymentsInput, (tenant, { jobId, page, limit, actorUserId }) =>
    storage.read(async ({ tenancy, jobs, payouts, beneficiaries }) => {
      const [actor] = await tenancy.actors(tenant, [actorUserId]);
      const job = await jobs.find(tenant, jobId);
      if (actor === undefined || job?.initiatedByUserId !== actorUserId || !maySeePayouts(actor))
        return E.left(JobNotFound());
      const rows = await payouts.ofJob(tenant, jobId, (page - 1) * limit, limit);
      const ids = new Set(rows.map(({ order }) => order.beneficiaryId));
      const payees = await beneficiaries.findMany(tenant, [...ids]);
      const known = new Map(payees.map((payee) => [payee.beneficiaryId, payee]));
      return E.right(rows.map((row) => paymentOf(row, known)));
    }),
  );

const paymentOf = (payout: Payout, payees: Payees): PaymentOfJob => ({
  payment: instructionOf(payout.order, payees.get(payout.order.beneficiaryId)),
  ...(payout.intake !== 'undecided' &&
    payout.intake !== 'accepted' && { rejection: payout.rejection }),
});

type Payees = ReadonlyMap<BeneficiaryId, Beneficiary>;

const instructionOf = (order: PayoutOrder, payee: Beneficiary | undefined): Instruction => {
  const { debitAccountNumber, paymentMethodCode, beneficiaryAccountNumber } = order;
  const { purpose, remark, tag, metadata, payoutDate } = order;
  return {
    transactionReference: order.reference,
    packageCode: order.packageCode,
    amount: order.amount,
    ...payeeNamed(order, payee),
    ...(debitAccountNumber !== undefined && { debitAccountNumber }),
    ...(paymentMethodCode !== undefined && { paymentMethodCode }),
    ...(beneficiaryAccountNumber !== undefined && { beneficiaryAccountNumber }),
    ...(purpose !== undefined && { purpose }),
    ...(remark !== undefined && { remark }),
    ...(tag !== undefined && { tag }),
    ...(metadata !== undefined && { metadata }),
    ...(payoutDate !== undefined && { payoutDate }),
  };
};

/** By its code, which people know, unless another payee may hold the code by now. A code that no payee held stands as an id. */
const payeeNamed = (
  { beneficiaryId }: PayoutOrder,
  payee: Beneficiary | undefined,
): Pick<Instruction, 'beneId' | 'beneficiaryId'> => {
  if (payee !== undefined) return isFreed(payee) ? { beneficiaryId } : { beneId: payee.beneId };
  return BeneId.is(beneficiaryId) ? { beneId: beneficiaryId } : { beneficiaryId };
};
