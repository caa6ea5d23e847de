import * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import { invalid, InvalidInput, type Issue } from '../../../kernel/codecs/decode.js';
import { digest } from '../../../kernel/secrets/digest.js';
import { about, documented } from '../../../kernel/codecs/documented.js';
import { record } from '../../../kernel/codecs/record.js';
import { decodeSpelt } from '../../../kernel/codecs/unknown-members.js';
import { UserId } from '../../../kernel/values/ids.js';
import { sumPaise } from '../../../kernel/values/money.js';
import { ApiRefNumber } from '../../../kernel/values/text.js';
import { Positive } from '../../../kernel/values/whole.js';
import type { Pacer } from '../../../ports/pacer.js';
import { refuseNamingAnother } from '../../../model/access/naming-another.js';
import { envelopeLine } from './envelope-line.js';
import { Instruction } from './instruction.js';
import { PAYMENTS_MAX, readRows } from './read-rows.js';

/** What the sender of a batch counted. It is compared with the payments (decisions §5). */
const ControlTotals = record('ControlTotals', {
  count: about(Positive, 'How many payments the batch has.'),
  amount: about(
    Positive,
    'The sum of their amounts in paise. A sum above 2^53 - 1 cannot be stated: leave `controlTotals` out.',
  ),
});
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

const PersonSource = t.keyof({ corporate_app: null, file_upload: null }, 'PersonSource');

const OF_A_PERSON = {
  ...OPTIONAL,
  source: about(
    PersonSource,
    'How the user gave the payments: file_upload for a file. Default: corporate_app.',
  ),
};

const PersonEnvelope = record(
  'PersonBatchRequest',
  { apiRefNumber: ApiRefNumber, payments: t.UnknownArray },
  OF_A_PERSON,
);

/** The body of §4.5 as a person of the corporate sends it: they are the maker, and it names no other. */
export const PersonBatchRequest = record(
  'PersonBatchRequest',
  { apiRefNumber: ApiRefNumber, payments: BatchRequest.required.payments },
  OF_A_PERSON,
);
export type PersonBatchRequest = t.TypeOf<typeof PersonBatchRequest>;

/** What stands around the payments of any batch. */
type Around = t.TypeOf<typeof Envelope> & Pick<PersonBatchRequest, 'source'>;

/** A decoded batch and the fingerprint that distinguishes it from every other one (decisions §2). */
export interface ReadBatch {
  readonly request: BatchRequest & Pick<PersonBatchRequest, 'source'>;
  readonly fingerprint: string;
}

/** The control totals that the payments do not meet. */
const totalsFaults = (
  { count, amount }: ControlTotals,
  payments: ReadonlyArray<Instruction>,
): ReadonlyArray<Issue> => {
  const sum = sumPaise(payments.map((payment) => payment.amount));
  const counted = `expected ${String(payments.length)}, which is how many payments there are`;
  const summed = `expected ${String(sum)} paise, which is the sum of the amounts`;
  return [
    ...(count === payments.length ? [] : [invalid('/controlTotals/count', counted)]),
    ...(BigInt(amount) === sum ? [] : [invalid('/controlTotals/amount', summed)]),
  ];
};

/** The body of a person, who is its maker and names no other, around its payments. */
const decodePersons = (body: unknown, maker: UserId): E.Either<InvalidInput, Around> => {
  const named = refuseNamingAnother(maker, body);
  if (E.isLeft(named)) return named;
  return E.map((batch: Omit<Around, 'initiatedByUserId'>) => ({
    initiatedByUserId: maker,
    ...batch,
  }))(decodeSpelt(PersonEnvelope, body));
};

/**
 * Decodes a batch, see {@link readRows}, and fingerprints it; `maker` is the person who brings the batch, undefined for an
 * integration. Refuses control totals that the payments do not meet. Two errors in the rows that cancel each other out
 * meet them: that is the rows' own matter.
 */
export const readBatch = async (
  body: unknown,
  route: string,
  pacer: Pacer,
  maker?: UserId,
): Promise<E.Either<InvalidInput, ReadBatch>> => {
  const envelope: E.Either<InvalidInput, Around> =
    maker === undefined ? decodeSpelt(Envelope, body) : decodePersons(body, maker);
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
