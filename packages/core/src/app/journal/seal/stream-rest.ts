import type { EpochMs } from '../../../kernel/values/time.js';
import { isOver, pauseFrom, type Pause } from '../../duty/pause.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';

/** So many jobs that were accepted since the last run are a stream of small payments. */
const STREAM_JOBS = 32;

/**
 * Within it most small payments come to their end: each is then read, rendered and written once, and not piece by
 * piece, and the writer stays free for those that are being accepted.
 */
const REST_MS = 400;

/** Whether sealing rests between two runs. */
export interface StreamRest {
  /** Counts entries that a run seals. */
  readonly count: (entries: ReadonlyArray<Pick<JournalEntry, 'subjectKind' | 'sequence'>>) => void;
  /** Ends a run: sealing rests if the run met a stream. */
  readonly begin: (now: EpochMs) => void;
  /** The moment at which sealing goes on; undefined if it does not rest. */
  readonly until: (now: EpochMs) => EpochMs | undefined;
}

/** Rests for a moment after each run that met a stream of small payments: their events are awaited least urgently. */
export const streamRest = (): StreamRest => {
  let jobs = 0;
  let rest: Pause | undefined;

  return {
    count: (entries) => {
      for (const { subjectKind, sequence } of entries) {
        if (subjectKind === 'job' && sequence === 1) jobs += 1;
      }
    },
    begin: (now) => {
      rest = jobs < STREAM_JOBS ? undefined : pauseFrom(now, REST_MS);
      jobs = 0;
    },
    until: (now) => (rest === undefined || isOver(rest, now) ? undefined : rest.until),
  };
};
