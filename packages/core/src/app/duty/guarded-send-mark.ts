import { Causes } from './causes.js';
import { recipe, token } from '../../kernel/token.js';
import { inTime, SOON } from '../../ports/in-time.js';
import { Pacer } from '../../ports/pacer.js';
import { SendMark, type Mark } from '../../ports/send-mark.js';

/** The host's send mark, as duties call it. A call that gets no answer in time rejects. */
export const GuardedSendMark = token<SendMark>('GuardedSendMark');

export const makeGuardedSendMark = recipe(
  GuardedSendMark,
  { SendMark, Pacer, Causes },
  ({ sendMark, pacer, causes }): SendMark => {
    const report = (error: unknown) => causes.report('keep-send-mark', error);
    const calling = { pacer, report, withinMs: SOON };
    return {
      read: async () => markIn(await inTime('send mark', () => sendMark.read(), calling)),
      raise: (mark) => inTime('send mark', () => sendMark.raise(mark), calling),
    };
  },
);

/** What a send mark answered. @throws for what is no mark: a restored backup would go unseen by it. */
export const markIn = (answered: unknown): Mark | undefined => {
  if (answered === undefined) return undefined;
  const { token: sent, at } = Object(answered) as Partial<Mark>;
  if (Number.isSafeInteger(sent) && Number.isFinite(at)) return answered as Mark;
  throw new TypeError('the send mark answers neither undefined nor a token and a moment');
};
