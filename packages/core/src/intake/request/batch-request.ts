import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import { digest } from '../../kernel/secrets/digest.js';
import { documented } from '../../kernel/codecs/documented.js';
import { decodeSpelt } from '../../kernel/codecs/unknown-members.js';
import { UserId } from '../../kernel/values/ids.js';
import { ApiRefNumber } from '../../kernel/values/text.js';
import type { Pacer } from '../../ports/pacer.js';
import { envelopeLine } from './envelope-line.js';
import { Instruction } from './instruction.js';
import { PAYMENTS_MAX, readRows } from './read-rows.js';

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

/** A decoded batch and the fingerprint that distinguishes it from every other one (decisions §2). */
export interface ReadBatch {
  readonly request: BatchRequest;
  readonly fingerprint: string;
}

/** Decodes a batch, see {@link readRows}, and fingerprints it. */
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
  return E.isLeft(rows)
    ? rows
    : E.right({
        request: { payments: rows.right, ...request },
        fingerprint: hash.hex(),
      });
};
