import { token } from '../../kernel/token.js';
import type { BankRail } from '../../ports/bank-rail.js';
import type { Pacer } from '../../ports/pacer.js';

/** What rows are judged with beside what storage holds: the bank's own word, and turns for other work. */
export interface Judging {
  readonly bankRail: Pick<BankRail, 'refuses'>;
  readonly pacer: Pacer;
}
export const Judging = token<Judging>('Judging');

/** Of the rail it has only what calls no bank: rows are judged in transactions. */
export const makeJudging = (bankRail: BankRail, pacer: Pacer): Judging => ({
  bankRail: bankRail.refuses === undefined ? {} : { refuses: (order) => bankRail.refuses?.(order) },
  pacer,
});
