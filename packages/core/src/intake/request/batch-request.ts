import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { InvalidInput, type Issue } from '../../kernel/codecs/decode.js';
import { digest } from '../../kernel/secrets/digest.js';
import { alias, documented } from '../../kernel/codecs/documented.js';
import { record } from '../../kernel/codecs/record.js';
import { decodeSpelt } from '../../kernel/codecs/unknown-members.js';
import { UserId } from '../../kernel/values/ids.js';
import { sumPaise } from '../../kernel/values/money.js';
import { ApiRefNumber } from '../../kernel/values/text.js';
import { Positive } from '../../kernel/values/whole.js';
import type { Pacer } from '../../ports/pacer.js';
import { envelopeLine } from './envelope-line.js';
import { Instruction } from './instruction.js';
import { PAYMENTS_MAX, readRows } from './read-rows.js';

/** What the sender of a batch counted. It is compared with the payments (decisions §5). */
const ControlTotals = record(
  'ControlTotals',
  {
    count: alias(Positive, { description: 'How many payments the batch has.' }),
    amount: alias(Positive, {
      description:
        'The sum of their amounts in paise. A sum above 2^53 - 1 cannot be stated: leave `controlTotals` out.',
    }),
  },
  {},
);
type ControlTotals = t.TypeOf<typeof ControlTotals>;

const OPTIONAL = {
  controlTotals: documented(ControlTotals, {
    description:
      'What the sender counted. If the payments have another count or sum, the whole batch is refused.',
  }),
};

/** The body of §4.5 around its payments. */
const Envelope = record(
  'BatchRequest',
  { initiatedByUserId: UserId, apiRefNumber: ApiRefNumber, payments: t.UnknownArray },
  OPTIONAL,
);

/** The body of §4.5. */
export const BatchRequest = record(
  'BatchRequest',
  {
    initiatedByUserId: UserId,
    apiRefNumber: ApiRefNumber,
    payments: documented(t.array(Instruction), { minItems: 1, maxItems: PAYMENTS_MAX }),
  },
  OPTIONAL,
);
export type BatchRequest = t.TypeOf<typeof BatchRequest>;

/** A decoded batch and the fingerprint that distinguishes it from every other one (decisions §2). */
export interface ReadBatch {
  readonly request: BatchRequest;
  readonly fingerprint: string;
}

/** The control totals that the payments do not meet. */
const totalsFaults = (
  { count, amount }: ControlTotals,
  payments: ReadonlyArray<Instruction>,
): ReadonlyArray<Issue> => {
  const at = '/controlTotals';
  const sum = sumPaise(payments.map((payment) => payment.amount));
  const faults: Issue[] = [];
  if (count !== payments.length)
    faults.push({
      pointer: `${at}/count`,
      code: 'invalid',
      detail: `expected ${String(payments.length)}, which is how many payments there are`,
    });
  if (BigInt(amount) !== sum)
    faults.push({
      pointer: `${at}/amount`,
      code: 'invalid',
      detail: `expected ${String(sum)} paise, which is the sum of the amounts`,
    });
  return faults;
};

/**
 * Decodes a batch, see {@link readRows}, and fingerprints it. Refuses control totals that the payments do not meet. Two
 * errors in the rows that cancel each other out meet them: that is the rows' own matter.
 */
export const readBatch = async (
  body: unknown,
  route: string,
  pacer: Pacer,
): Promise<E.Either<InvalidInput, ReadBatch>> => {
  const envelope = decodeSpelt(Envelope, body);
  if (E.isLeft(envelope)) return envelope;
  const { payments, ...request } = envelope.right;
  const { initiatedByUserId, apiRefNumber, ...later } = request;
  const hash = digest();
  hash.update(envelopeLine([route, initiatedByUserId, apiRefNumber], later));
  const rows = await readRows(payments, Instruction, hash, pacer);
  if (E.isLeft(rows)) return rows;
  const { controlTotals } = request;
  const faults = controlTotals === undefined ? [] : totalsFaults(controlTotals, rows.right);
  return faults.length > 0
    ? E.left(InvalidInput(faults))
    : E.right({ request: { payments: rows.right, ...request }, fingerprint: hash.hex() });
};
