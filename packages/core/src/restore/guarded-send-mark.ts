import type { Causes } from '../duty/causes.js';
import { token } from '../kernel/token.js';
import { SECOND } from '../kernel/values/time.js';
import { inTime } from '../ports/in-time.js';
import type { Pacer } from '../ports/pacer.js';
import type { SendMark } from '../ports/send-mark.js';

/** A claim waits for the mark in its unit of work. */
const MARK_WITHIN = 10 * SECOND;

/** The host's send mark, as duties call it: one that does not answer in time rejects, so no lane waits for ever. */
export const GuardedSendMark = token<SendMark>('GuardedSendMark');

export const makeGuardedSendMark = (sendMark: SendMark, pacer: Pacer, causes: Causes): SendMark => {
  const report = (error: unknown) => causes.report('keep-send-mark', error);
  const calling = { pacer, report, withinMs: MARK_WITHIN };
  return {
    read: () => inTime('send mark', () => sendMark.read(), calling),
    raise: (mark) => inTime('send mark', () => sendMark.raise(mark), calling),
  };
};
