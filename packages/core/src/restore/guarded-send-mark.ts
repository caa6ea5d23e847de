import type { Causes } from '../duty/causes.js';
import { token } from '../kernel/token.js';
import { inTime, SOON } from '../ports/in-time.js';
import type { Pacer } from '../ports/pacer.js';
import type { SendMark } from '../ports/send-mark.js';

/** The host's send mark, as duties call it. A call that gets no answer in time rejects. */
export const GuardedSendMark = token<SendMark>('GuardedSendMark');

export const makeGuardedSendMark = (sendMark: SendMark, pacer: Pacer, causes: Causes): SendMark => {
  const report = (error: unknown) => causes.report('keep-send-mark', error);
  const calling = { pacer, report, withinMs: SOON };
  return {
    read: () => inTime('send mark', () => sendMark.read(), calling),
    raise: (mark) => inTime('send mark', () => sendMark.raise(mark), calling),
  };
};
