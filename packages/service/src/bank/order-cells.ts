import type { BookedOrder } from '@hundi/testkit';

// The order of the cells. A record, so that a new field does not compile until it has a cell; it goes last.
const CELLS: Readonly<Record<keyof BookedOrder, true>> = {
  bankRef: true,
  bankTenantId: true,
  transactionId: true,
  amount: true,
  paymentMethod: true,
  debitAccountNumber: true,
  creditAccountNumber: true,
  ifsc: true,
  beneficiaryName: true,
  narration: true,
  state: true,
  bookedAt: true,
  executions: true,
  executedAt: true,
  utr: true,
  refusal: true,
  turns: true,
  scripted: true,
  debtor: true,
  creditorLei: true,
  purpose: true,
  executionDate: true,
  reference: true,
  groupRef: true,
  returnedAt: true,
};

const FIELDS = Object.keys(CELLS) as ReadonlyArray<keyof BookedOrder>;

/** An order as text, without the names of its fields: a third of the bytes that 20,000 orders write. */
export const orderText = (order: BookedOrder): string =>
  JSON.stringify(FIELDS.map((field) => order[field]));

/** The order of such a text. */
export const orderOf = (text: string): BookedOrder => {
  const cells = JSON.parse(text) as ReadonlyArray<unknown>;
  // An absent value is null in the text, and absent again here.
  return Object.fromEntries(
    FIELDS.map((field, i) => [field, cells[i] ?? undefined] as const).filter(
      ([, cell]) => cell !== undefined,
    ),
  ) as unknown as BookedOrder;
};
