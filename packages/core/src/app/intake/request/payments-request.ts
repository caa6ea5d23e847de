import * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import type { InvalidInput } from '../../../kernel/codecs/decode.js';
import { digest } from '../../../kernel/secrets/digest.js';
import { about, documented } from '../../../kernel/codecs/documented.js';
import { UserId } from '../../../kernel/values/ids.js';
import { CURRENCY, Paise } from '../../../kernel/values/money.js';
import { record } from '../../../kernel/codecs/record.js';
import { decodeSpelt } from '../../../kernel/codecs/unknown-members.js';
import { ApiRefNumber, IdempotencyKey } from '../../../kernel/values/text.js';
import type { Pacer } from '../../../ports/pacer.js';
import { envelopeLine } from './envelope-line.js';
import { Instruction } from './instruction.js';
import { PAYMENTS_MAX, readRows } from './read-rows.js';

/** An amount as §4.6 and §4.10 write it. */
export const PaymentAmount = record('PaymentAmount', {
  value: Paise,
  currency: t.literal(CURRENCY),
});

/** One payment of §4.6: an instruction with its amount written in another way. */
const Payment = record(
  'Payment',
  { ...Instruction.required, amount: PaymentAmount },
  Instruction.optional,
);

/** Reads an amount as its paise. Whoever looks for misspelt members finds the names of an amount here, too. */
const InPaise = Object.assign(
  new t.Type<Paise, unknown>(
    PaymentAmount.name,
    Paise.is,
    (u, context) => {
      const amount = PaymentAmount.validate(u, context);
      return E.isLeft(amount) ? amount : t.success(amount.right.value);
    },
    (value) => ({ value, currency: CURRENCY }),
  ),
  { required: PaymentAmount.required },
);

/** Reads a payment as the instruction that it is, in the one pass that it takes anyway. */
const PaymentRow = record(
  Payment.name,
  { ...Instruction.required, amount: InPaise },
  Instruction.optional,
);

const Key = about(
  IdempotencyKey,
  'Identifies the request permanently. Repeating it with the same values returns the original response; with other values it gets 409. An Idempotency-Key header is ignored here.',
);
const OPTIONAL = {
  initiatedByUserId: about(
    UserId,
    "Default: the user that the key acts as, else the corporate's only service user.",
  ),
  apiRefNumber: about(ApiRefNumber, 'Default: the id of the job.'),
};

/** The body of §4.6 around its payments. */
const Envelope = record(
  'PaymentsRequest',
  { idempotencyKey: Key, payments: t.UnknownArray },
  OPTIONAL,
);

/** The body of §4.6. */
export const PaymentsRequest = record(
  'PaymentsRequest',
  {
    idempotencyKey: Key,
    payments: documented(t.array(Payment), { minItems: 1, maxItems: PAYMENTS_MAX }),
  },
  OPTIONAL,
);

export type PaymentsRequest = t.TypeOf<typeof PaymentsRequest>;

/** Decoded payments, what they came with, and the fingerprint of the request (decisions §2). */
export interface ReadPayments {
  readonly request: Omit<t.TypeOf<typeof Envelope>, 'payments'>;
  readonly payments: ReadonlyArray<Instruction>;
  readonly fingerprint: string;
}

/** Decodes payments, see {@link readRows}, and fingerprints them as they were sent, before any default. */
export const readPayments = async (
  body: unknown,
  route: string,
  pacer: Pacer,
): Promise<E.Either<InvalidInput, ReadPayments>> => {
  const envelope = decodeSpelt(Envelope, body);
  if (E.isLeft(envelope)) return envelope;
  const { payments, ...request } = envelope.right;
  const { idempotencyKey: _, initiatedByUserId, apiRefNumber, ...later } = request;
  const hash = digest();
  hash.update(envelopeLine([route, initiatedByUserId ?? null, apiRefNumber ?? null], later));
  const rows = await readRows(payments, PaymentRow, hash, pacer);
  return E.isLeft(rows)
    ? rows
    : E.right({ request, payments: rows.right, fingerprint: hash.hex() });
};
