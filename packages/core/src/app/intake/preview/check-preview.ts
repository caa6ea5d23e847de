import { E } from '../../../kernel/fp.js';
import type { Stores } from '../../../storage/storage.js';
import type { JudgedAt } from '../rules/judging.js';
import { judgePayments, type Judgement, type UnstoredBatch } from './judge-payments.js';
import { changesSince } from './kept-verdicts.js';
import { PreviewUnusable, VerdictsChanged } from './preview-errors.js';
import type { Preview } from './preview-token.js';

/**
 * Judges the batch of a preview again, and refuses it if the preview is too old or a verdict is another now. Answers the
 * rows that it judged.
 */
export const checkPreview = async (
  stores: Stores,
  batch: UnstoredBatch,
  { expiresAt, verdicts }: Preview,
  { at, judging }: JudgedAt,
): Promise<E.Either<PreviewUnusable | VerdictsChanged, Judgement['rows']>> => {
  if (at >= expiresAt) return E.left(PreviewUnusable('expired'));
  const now = await judgePayments(stores, batch, at, judging);
  const changes = changesSince(verdicts, now.words, now.terms);
  return changes.length > 0 ? E.left(VerdictsChanged(changes)) : E.right(now.rows);
};
