import { rupees } from '../../kernel/values/rupees.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Total } from './notification-due.js';

const payments = ({ count, amount }: Total, isWhole = true): string => {
  const total = `${rupees(amount)}${count === 1 ? '' : ' in total'}`;
  const said = `${count.toLocaleString('en-IN')} ${count === 1 ? 'payment' : 'payments'} (${total})`;
  return isWhole ? said : `At least ${said}`;
};

const are = ({ count }: Total): string => (count === 1 ? 'was' : 'were');

/** Every text of a notification, in English. */
export const ENGLISH_NOTIFICATION = {
  subject: {
    waiting: (corporate: string) => `${corporate}: payments wait for your decision`,
    expiring: (corporate: string) => `${corporate}: payments that wait for you expire soon`,
    outcomes: (corporate: string) => `${corporate}: payments of yours were not made`,
  },
  whose: (corporate: string, bank: string) => `${corporate} at ${bank}`,
  waiting: (total: Total, isWhole: boolean) =>
    `${payments(total, isWhole)} ${total.count === 1 ? 'waits' : 'wait'} for your decision.`,
  expiring: (total: Total, firstAt: string) =>
    total.count === 1
      ? `${payments(total)} that waits for you expires on ${firstAt}. Nobody can approve it then.`
      : `${payments(total)} that wait for you expire within three days, the first on ${firstAt}. Nobody can approve them then.`,
  rejected: (total: Total) => `${payments(total)} that you made ${are(total)} rejected.`,
  failed: (total: Total) => `${payments(total)} that you made failed at the bank.`,
  open: (url: string) => `Log in to the portal to see them: ${url}`,
  openYourself: 'Log in to the portal to see them.',
  choose:
    'You choose in the portal, under your settings, of what you are mailed and in which language.',
  neverAsked: (bank: string) =>
    `${bank} never asks for a code or a password by e-mail, and this mail has no link that logs you in.`,
  moment: (at: EpochMs, zone: string) =>
    new Intl.DateTimeFormat('en-IN', {
      dateStyle: 'long',
      timeStyle: 'short',
      hourCycle: 'h23',
      timeZone: zone,
    }).format(at),
};

export type NotificationTexts = typeof ENGLISH_NOTIFICATION;
