import type {
  BankOrder,
  BankQuestion,
  BankRail,
  QueryAnswer,
  SubmitAnswer,
} from '../../ports/bank-rail.js';
import { inTime, type Calling } from '../../ports/in-time.js';
import { UNKNOWN } from '../../model/settlement/order/bank-answer.js';
import { NonsenseAnswer, type Nonsense } from '../../ports/nonsense.js';
import { readQueryAnswers, readSubmitAnswers } from '../../model/settlement/order/read-answers.js';

/** How incidents and logs call a rail. */
export const railName = ({ name }: Pick<BankRail, 'name'>): string => name ?? 'bank rail';

/**
 * Submits orders; one answer for each comes back, in order. A call that fails, or is not answered in time, says nothing
 * about its orders: the bank may have executed each of them. Reports why, and each mistake of the answers once.
 *
 * @param late takes answers that come too late.
 */
export const submitToBank = async (
  rail: BankRail,
  orders: ReadonlyArray<BankOrder>,
  calling: Calling,
  late: (answers: ReadonlyArray<SubmitAnswer | Nonsense>) => void,
): Promise<ReadonlyArray<SubmitAnswer | Nonsense>> => {
  try {
    const read = (returned: unknown): ReadonlyArray<SubmitAnswer | Nonsense> => {
      const answers = readSubmitAnswers(orders, returned);
      reportNonsense(rail, answers, calling);
      return answers;
    };
    const returned = await inTime<unknown>(
      railName(rail),
      () => rail.submit(ownList(orders)),
      calling,
      (tooLate) => {
        late(read(tooLate));
      },
    );
    return read(returned);
  } catch (error) {
    calling.report(error);
    return orders.map(() => UNKNOWN);
  }
};

/** Asks about orders, likewise; what cannot be asked is not known. */
export const queryBank = async (
  rail: BankRail,
  questions: ReadonlyArray<BankQuestion>,
  calling: Calling,
): Promise<ReadonlyArray<QueryAnswer | Nonsense>> => {
  if (!rail.traits.canQuery || questions.length === 0) return questions.map(() => UNKNOWN);
  try {
    const answers = readQueryAnswers(
      questions,
      await inTime(railName(rail), () => rail.query(ownList(questions)), calling),
    );
    reportNonsense(rail, answers, calling);
    return answers;
  } catch (error) {
    calling.report(error);
    return questions.map(() => UNKNOWN);
  }
};

/** The same items in a list that a host can neither sort nor empty: its answers are matched with them by their place. */
export const ownList = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> => Object.freeze([...items]);

const reportNonsense = (
  rail: BankRail,
  answers: ReadonlyArray<QueryAnswer | Nonsense>,
  { report }: Calling,
): void => {
  const mistakes = new Map(
    answers.flatMap((answer) => (answer.kind === 'nonsense' ? [[answer.code, answer]] : [])),
  );
  for (const mistake of mistakes.values()) report(new NonsenseAnswer(railName(rail), mistake));
};
