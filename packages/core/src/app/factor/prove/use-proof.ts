import { writeRecords } from '../../writer/write-changes.js';
import { E } from '../../../kernel/fp.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import { useFactor } from '../../../model/factor/held/factor-challenge.js';
import {
  FactorChallengeNotFound,
  type FactorChallengeVoid,
  type PasskeyCopied,
  WrongFactor,
} from '../../../model/factor/held/factor-errors.js';
import type { ProvedFactor } from './prove-factor.js';

export type UseProofError =
  | FactorChallengeNotFound
  | FactorChallengeVoid
  | WrongFactor
  | PasskeyCopied;

/**
 * Uses a proof up, in the commit of what it is for: of two that come at once with one proof, one is done. A factor that
 * the journal has as removed is no proof: a writer of the database has put its record back.
 */
export const useProof = async (
  stores: Stores,
  proved: ProvedFactor,
  now: EpochMs,
): Promise<E.Either<UseProofError, null>> => {
  const held = await stores.factors.hold(proved.tenant, proved.userId);
  if (held === undefined) return E.left(FactorChallengeNotFound());
  const used = useFactor(held, proved, now);
  if (E.isLeft(used)) return used;
  const { held: next, entry } = used.right;
  const last = await stores.journal.last(proved.tenant, entry.subjectId);
  if (last?.to === 'removed') return E.left(WrongFactor());
  await writeRecords(stores, { saves: [({ factors }) => factors.put(next)], entries: [entry] });
  return E.right(null);
};
