/** A debt of a company to a supplier. */
export interface Invoice {
  readonly number: string;
  readonly payeeId: string;
  /** Paise. */
  readonly amount: number;
  /** The day to pay it on, `YYYY-MM-DD`; at once when there is none. */
  readonly payOn?: string;
}

interface Payment {
  readonly transactionReference: string;
  readonly beneficiaryId: string;
  readonly packageCode: string;
  readonly amount: number;
  readonly payoutDate?: string;
}

interface PaymentState {
  readonly status: string;
  readonly nextAction?: string;
}

/** The part of the payout service that this company's code needs, over HTTP or in a test. */
export interface PayoutService {
  /** Sends a batch; the same key never pays twice. Answers the ids in the order of the payments. */
  readonly send: (key: string, payments: ReadonlyArray<Payment>) => Promise<ReadonlyArray<string>>;
  readonly stateOf: (transactionId: string) => Promise<PaymentState>;
}

/** The next step for an invoice that was sent to be paid. */
export type Todo = 'nothing' | 'wait' | 'correct the payee' | 'pay again' | 'ask somebody';

export interface SentInvoice {
  readonly invoice: Invoice;
  readonly transactionId: string;
}

/** Sends a run of invoices; sending the same run again, after a crash or a time-out, pays nothing twice. */
export const paySuppliers = async (
  service: PayoutService,
  run: string,
  invoices: ReadonlyArray<Invoice>,
): Promise<ReadonlyArray<SentInvoice>> => {
  const ids = await service.send(
    `suppliers-${run}`,
    invoices.map(({ number, payeeId, amount, payOn }) => ({
      transactionReference: number,
      beneficiaryId: payeeId,
      packageCode: 'VENDOR',
      amount,
      ...(payOn !== undefined && { payoutDate: payOn }),
    })),
  );
  return invoices.map((invoice, i) => ({ invoice, transactionId: ids[i] ?? '' }));
};

/** Only `paid` settles an invoice; a payout whose outcome is open is waited for, never sent again. */
const todoFor = ({ status, nextAction }: PaymentState): Todo => {
  if (status === 'paid') return 'nothing';
  if (status !== 'failed' && status !== 'rejected') return 'wait';
  if (nextAction === 'fix_beneficiary') return 'correct the payee';
  return nextAction === 'retry' ? 'pay again' : 'ask somebody';
};

/** The next step for each invoice of a run, by its number. */
export const review = async (
  service: PayoutService,
  sent: ReadonlyArray<SentInvoice>,
): Promise<Readonly<Record<string, Todo>>> => {
  const todos: Record<string, Todo> = {};
  for (const { invoice, transactionId } of sent) {
    todos[invoice.number] = todoFor(await service.stateOf(transactionId));
  }
  return todos;
};
