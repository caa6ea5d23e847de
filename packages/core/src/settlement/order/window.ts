import { addDays, dayIn, minutesIn, momentIn, type EpochMs } from '../../kernel/values/time.js';
import type { CutOff, TimeOfDay } from '../../tenancy/debit-account.js';
import type { StatusDetails } from '../../payout/status-details.js';

const minutes = (time: TimeOfDay): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The window of a method; without one the bank is always open for it. */
export const windowOf = (
  cutOffs: ReadonlyArray<CutOff>,
  paymentMethod: string,
): CutOff | undefined =>
  cutOffs.find(({ paymentMethodCode }) => paymentMethodCode === paymentMethod);

/**
 * When the bank takes the order: `at` itself inside the window of the method, else the window's next
 * opening in the bank's zone (decisions §8). Without a window it is always open; one whose end is before
 * its start runs over midnight.
 */
export const opensAt = (
  cutOffs: ReadonlyArray<CutOff>,
  paymentMethod: string,
  zone: string,
  at: EpochMs,
): EpochMs => {
  const window = windowOf(cutOffs, paymentMethod);
  if (window === undefined) return at;
  const [from, to, now] = [minutes(window.from), minutes(window.to), minutesIn(zone, at)];
  const open = from < to ? now >= from && now < to : now >= from || now < to;
  if (open) return at;
  const today = dayIn(zone, at);
  return momentIn(zone, now < from ? today : addDays(today, 1), from);
};

/** Why an approved payout waits for its window. */
export const WINDOW_CLOSED: StatusDetails = {
  code: 'bank_window_closed',
  source: 'rail',
  message: 'The bank is closed for this payment method. The payout will be sent when it opens.',
  retryable: false,
  nextAction: 'wait',
};
