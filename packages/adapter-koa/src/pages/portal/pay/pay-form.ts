import type { PayoutReach } from '@hundi/core/wire';
import type { Form } from '../../form/form.js';
import { paiseIn } from '../rupees-typed.js';

/** The fields of the form, as people see them. */
export type FieldName =
  | 'beneficiary'
  | 'amount'
  | 'package'
  | 'reference'
  | 'account'
  | 'method'
  | 'remark'
  | 'day';

/** What was typed into the form; what a field does not hold is the empty text. */
export interface Typed {
  /** The id of a beneficiary that was chosen, and the code of one that was typed. */
  readonly beneficiaryId: string;
  readonly beneId: string;
  readonly amount: string;
  readonly package: string;
  readonly reference: string;
  readonly account: string;
  readonly method: string;
  readonly remark: string;
  readonly day: string;
}

/** What a form holds. */
export const typedIn = (form: Form): Typed => {
  const text = (name: string): string => (form.get(name) ?? '').trim();
  return {
    beneficiaryId: text('beneficiaryId'),
    beneId: text('beneId'),
    amount: text('amount'),
    package: text('package'),
    reference: text('reference'),
    account: text('account'),
    method: text('method'),
    remark: text('remark'),
    day: text('day'),
  };
};

/** The fields in which there is nothing to make a payment of. */
export const emptyIn = (typed: Typed, { debitAccounts }: PayoutReach): ReadonlyArray<FieldName> => {
  const isKnown = debitAccounts.some(({ debitAccountId }) => debitAccountId === typed.account);
  return [
    ...(typed.beneficiaryId === '' && typed.beneId === '' ? (['beneficiary'] as const) : []),
    ...(paiseIn(typed.amount) === undefined ? (['amount'] as const) : []),
    ...(typed.package === '' ? (['package'] as const) : []),
    ...(typed.reference === '' ? (['reference'] as const) : []),
    ...(typed.account !== '' && !isKnown ? (['account'] as const) : []),
  ];
};

/** The batch of one payment that a form asks for. */
export const batchOf = (typed: Typed, { debitAccounts }: PayoutReach) => {
  const { beneficiaryId, beneId, reference, method, remark, day } = typed;
  const account = debitAccounts.find(({ debitAccountId }) => debitAccountId === typed.account);
  return {
    apiRefNumber: reference,
    payments: [
      {
        transactionReference: reference,
        packageCode: typed.package,
        amount: paiseIn(typed.amount) ?? 0,
        ...(beneficiaryId === '' ? { beneId } : { beneficiaryId }),
        ...(account !== undefined && { debitAccountNumber: account.accountNumber }),
        ...(method !== '' && { paymentMethodCode: method }),
        ...(remark !== '' && { remark }),
        ...(day !== '' && { payoutDate: day }),
      },
    ],
  };
};

const FIELDS: Readonly<Record<string, FieldName>> = {
  beneficiaryId: 'beneficiary',
  beneId: 'beneficiary',
  amount: 'amount',
  packageCode: 'package',
  transactionReference: 'reference',
  apiRefNumber: 'reference',
  debitAccountNumber: 'account',
  paymentMethodCode: 'method',
  remark: 'remark',
  payoutDate: 'day',
};

/** The fields that a refused batch has faults in. */
export const faultyIn = (
  issues: ReadonlyArray<{ readonly pointer: string }>,
): ReadonlyArray<FieldName> =>
  issues.flatMap(({ pointer }) => FIELDS[pointer.split('/').at(-1) ?? ''] ?? []);
