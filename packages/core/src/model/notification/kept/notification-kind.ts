import * as t from 'io-ts';

/**
 * What a person is mailed of: payouts that wait for their decision, those of them that expire soon, and payouts that they
 * made and that were rejected or failed.
 */
export const NotificationKind = t.keyof(
  { waiting: null, expiring: null, outcomes: null },
  'NotificationKind',
);
export type NotificationKind = t.TypeOf<typeof NotificationKind>;

export const NOTIFICATION_KINDS = Object.keys(
  NotificationKind.keys,
) as ReadonlyArray<NotificationKind>;
