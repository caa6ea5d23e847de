import { claimNarrowing } from '../../duty/claim-narrowing.js';
import type { DutyParts } from '../../duty/duty-parts.js';
import { retryTogether } from '../../duty/retry-for-ever.js';
import { isBrief } from '../../../storage/storage.js';
import { intend, type Intended, type Intent } from './intend.js';

export interface Intending extends Omit<Intent, 'limit' | 'seen'> {
  /** How many orders one commit is about at most. */
  readonly portion: number;
  /** How many orders the call is about at most. */
  readonly callMax: number;
  /** How many are expected at first. */
  readonly expected: number;
  /** Called where a commit after the first one fails: the call is made for those before it, which are committed. */
  readonly report: (error: unknown) => void;
}

/** Commits the intents of one call of the bank, one commit after the other, until the call is full or no more are due. */
export const intendCall = async (
  parts: Pick<DutyParts, 'storage' | 'clock' | 'claims' | 'causes'>,
  { portion, callMax, expected, report, ...intent }: Intending,
): Promise<Intended> => {
  const duty = 'send-to-bank';
  const putOff = retryTogether(parts.storage, parts.clock, duty, 'sending_failed');
  const commitNext = (rows: number, upTo: number) =>
    claimNarrowing(parts, {
      duty,
      limit: upTo,
      claim: (limit, seen) =>
        intend(parts, { ...intent, limit, seen }, { brief: isBrief(Math.min(rows, limit)) }),
      putOff,
    });

  let limit = Math.min(portion, callMax);
  let last = await commitNext(expected, limit);
  let { claimed } = last;
  const sending = [...last.sending];
  const traces = new Map(last.traces);
  const toCheck = [...last.toCheck];
  const toScreen = [...last.toScreen];
  while (toCheck.length === 0 && last.claimed === limit && claimed < callMax) {
    limit = Math.min(portion, callMax - claimed);
    try {
      last = await commitNext(limit, limit);
    } catch (error) {
      report(error);
      break;
    }
    claimed += last.claimed;
    sending.push(...last.sending);
    toCheck.push(...last.toCheck);
    toScreen.push(...last.toScreen);
    for (const [jobId, trace] of last.traces) traces.set(jobId, trace);
  }
  return { claimed, sending, traces, toCheck, toScreen };
};
