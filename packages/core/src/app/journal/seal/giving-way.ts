import { SECOND, type EpochMs } from '../../../kernel/values/time.js';
import type { Clock } from '../../../ports/clock.js';
import type { Storage } from '../../../storage/storage.js';

/** So many payouts that wait to be sent are a backlog. */
const BACKLOG = 1_000;

/** Sealing a journal seals a commit's worth in between, so that its first events do not wait for the last send. */
const PAUSE_MS = 250;

/** However long a backlog lasts, sealing runs at full speed beside it from then on. */
const GIVES_WAY_FOR = 5 * SECOND;

/** Whether sealing waits for sends, which need the same writer and the same cores and are awaited more urgently. */
export interface GivingWay {
  /** Whether sealing stops now, although there is more to seal. */
  readonly isGiven: () => Promise<boolean>;
  /** The moment at which it goes on, if it stopped. */
  readonly until: () => EpochMs | undefined;
}

/** Gives way to a backlog of sends: at most for some seconds, and not at all once the backlog is gone. */
export const givingWay = (storage: Storage, clock: Clock): GivingWay => {
  let since: EpochMs | undefined;
  let until: EpochMs | undefined;

  return {
    isGiven: async () => {
      const now = clock.now();
      const { due } = await storage.read(({ work }) => work.tally('send-to-bank', now, BACKLOG));
      since = due < BACKLOG ? undefined : (since ?? now);
      const isGiven = since !== undefined && now - since < GIVES_WAY_FOR;
      until = isGiven ? now + PAUSE_MS : undefined;
      return isGiven;
    },
    until: () => until,
  };
};
