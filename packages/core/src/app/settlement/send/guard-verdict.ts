import { isReference } from '../../../ports/nonsense.js';
import type { GuardQuestion, GuardVerdict } from '../../../ports/send-guard.js';

const KINDS: ReadonlySet<unknown> = new Set<GuardVerdict['kind']>(['go', 'hold', 'refuse']);
const CODE = /^[a-z][a-z0-9_]{0,63}$/;

/** What is kept of a no that is not in the form of the port: no policy for a guard that is away lets its payout go. */
export const MISWORDED: GuardVerdict = {
  kind: 'hold',
  code: 'misworded_verdict',
  reason: 'the guard holds or refuses the payout in words that its port does not allow',
};

/**
 * The verdicts on these questions, in order: none where the guard's answer is not one that its port allows, but for a no,
 * which is `MISWORDED`.
 */
export const readVerdicts = (
  questions: ReadonlyArray<GuardQuestion>,
  answers: unknown,
): ReadonlyArray<GuardVerdict | undefined> =>
  Array.isArray(answers) && answers.length === questions.length
    ? questions.map(({ order }, i) => readVerdict(order.bankRef, answers[i]))
    : questions.map(() => undefined);

const readVerdict = (asked: string, answer: unknown): GuardVerdict | undefined => {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const {
    kind,
    code,
    reason,
    bankRef = asked,
  }: { readonly [K in keyof GuardVerdict]?: unknown } = answer;
  if (!KINDS.has(kind) || bankRef !== asked) return undefined;
  if (typeof code !== 'string' || !CODE.test(code) || !isReference(reason))
    return kind === 'go' ? undefined : MISWORDED;
  return { kind: kind as GuardVerdict['kind'], code, reason };
};
