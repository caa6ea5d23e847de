import type { UserId } from '../../kernel/values/ids.js';

/** The person may look neither at payouts nor at operations. */
export const NotAJournalReader = (userId: UserId) =>
  ({ _tag: 'NotAJournalReader', userId }) as const;
export type NotAJournalReader = ReturnType<typeof NotAJournalReader>;

/** The person may not look at operations. */
export const NotAnOperationsViewer = (userId: UserId) =>
  ({ _tag: 'NotAnOperationsViewer', userId }) as const;
export type NotAnOperationsViewer = ReturnType<typeof NotAnOperationsViewer>;
