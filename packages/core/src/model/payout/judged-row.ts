import type { E } from '../../kernel/fp.js';
import type { IntakeRow, PayoutTerms, Rejection } from './payout.js';

/** A row and what has been said of it so far. */
export interface JudgedRow {
  readonly payout: IntakeRow;
  readonly result: E.Either<Rejection, PayoutTerms>;
}
