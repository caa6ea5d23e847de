import { Causes } from '../../duty/causes.js';
import { recipe, token } from '../../../kernel/token.js';
import { MINUTE, type EpochMs } from '../../../kernel/values/time.js';
import { BankRail, type NotTaken, type ProposedOrder } from '../../../ports/bank-rail.js';
import { Clock } from '../../../ports/clock.js';
import { NonsenseAnswer } from '../../../ports/nonsense.js';
import { Pacer } from '../../../ports/pacer.js';
import { readNotTaken } from './bank-fault.js';

/** What rows are judged with beside what storage holds: the bank's own word, and turns for other work. */
export interface Judging {
  readonly bankRail: Pick<BankRail, 'refuses'>;
  readonly pacer: Pacer;
}
export const Judging = token<Judging>('Judging');

/** The moment at which rows are judged, and with what. */
export interface JudgedAt {
  readonly at: EpochMs;
  readonly judging: Judging;
}

/** Of the rail it has only what calls no bank: rows are judged in transactions. */
export const makeJudging = recipe(
  Judging,
  { BankRail, Pacer, Clock, Causes },
  ({ bankRail, pacer, clock, causes }) => ({
    bankRail: bankRail.refuses === undefined ? {} : { refuses: heard(bankRail, clock, causes) },
    pacer,
  }),
);

const NONSENSE = { call: 'refuses', code: 'NOT_TAKEN_INVALID' } as const;

/**
 * What the rail says, where the port allows it. Where it throws or says nonsense, the order counts as one that the bank
 * takes: `submit` still refuses it.
 */
const heard = (
  bankRail: BankRail,
  clock: Clock,
  causes: Causes,
): ((order: ProposedOrder) => NotTaken | undefined) => {
  // A batch asks 20,000 times.
  let reported = { words: '', at: -Infinity };
  const report = (error: unknown): void => {
    const [words, at] = [String(error), clock.now()];
    if (words === reported.words && at - reported.at < MINUTE) return;
    reported = { words, at };
    causes.report('judge-rows', error);
  };
  return (order) => {
    try {
      const said: unknown = bankRail.refuses?.(order);
      if (said instanceof Promise) said.catch(report);
      const read = readNotTaken(said);
      if (read !== 'nonsense') return read;
      report(new NonsenseAnswer(bankRail.name ?? 'bank rail', NONSENSE));
    } catch (error) {
      report(error);
    }
    return undefined;
  };
};
