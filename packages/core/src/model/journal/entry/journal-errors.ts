import type { UserId } from '../../../kernel/values/ids.js';

/** The person may look neither at payouts nor at operations. */
export const NotAJournalReader = (userId: UserId) =>
  ({ _tag: 'NotAJournalReader', userId }) as const;
export type NotAJournalReader = ReturnType<typeof NotAJournalReader>;

/** The person may not look at operations. */
export const NotAnOperationsViewer = (userId: UserId) =>
  ({ _tag: 'NotAnOperationsViewer', userId }) as const;
export type NotAnOperationsViewer = ReturnType<typeof NotAnOperationsViewer>;

/** The events after the cursor are in the archive; those from `position` on are in the feed. 410. */
export const EventsArchived = (position: number) => ({ _tag: 'EventsArchived', position }) as const;
export type EventsArchived = ReturnType<typeof EventsArchived>;
