import * as t from 'io-ts';
import { about } from '../../kernel/codecs/documented.js';
import { describedRecord, record } from '../../kernel/codecs/record.js';
import { CalendarCode, PaymentMethodCode, RoleCode } from '../../kernel/values/ids.js';
import { Name } from '../../kernel/values/text.js';
import { Day, EpochMs } from '../../kernel/values/time.js';
import { Whole } from '../../kernel/values/whole.js';
import { TimeOfDay } from '../../kernel/values/time-of-day.js';

/** What something waits for. */
export const WaitKind = t.keyof(
  {
    evaluation: null,
    approval: null,
    held_for_review: null,
    approval_not_proven: null,
    payout_date: null,
    bank_window: null,
    sending: null,
    bank_answer: null,
    beneficiary_approval: null,
    beneficiary_change: null,
    checkout_maker: null,
    maker_locked: null,
  },
  'WaitKind',
);
export type WaitKind = t.TypeOf<typeof WaitKind>;

/** The day, or the hours of every day, in which the bank may be sent it. */
const BankWindow = describedRecord(
  'BankWindow',
  'The day of the payout, or the hours in which the bank takes the payment method from the debit account, in the time zone of the bank.',
  { timeZone: t.string },
  {
    payoutDate: Day,
    paymentMethod: PaymentMethodCode,
    from: TimeOfDay,
    to: TimeOfDay,
    calendarCode: about(CalendarCode, 'The calendar whose holidays close the window.'),
  },
);

const Shared = {
  required: {
    kind: WaitKind,
    since: about(EpochMs, 'Since when it waits for this; epoch milliseconds.'),
    detail: about(t.string, 'The same in one sentence, for people.'),
  },
  optional: {
    until: about(
      EpochMs,
      'When the wait ends by itself: the approval expires, the day or the window begins, the session expires, or the engine looks at it again; epoch milliseconds.',
    ),
    level: about(Whole, 'The approval level in turn, counted from 1.'),
    roles: about(t.readonlyArray(RoleCode), 'The roles, any of which lets a person move it on.'),
    window: BankWindow,
    payments: about(Whole, 'Of a job: how many of its payments wait for this.'),
  },
};

/** A reason why something waits, with the names of those who can move it on. Times in epoch ms. */
export const Wait = record('Wait', Shared.required, {
  ...Shared.optional,
  people: t.readonlyArray(Name),
});
export type Wait = t.TypeOf<typeof Wait>;

const WaitingFor = record('WaitingFor', Shared.required, {
  ...Shared.optional,
  peopleCount: about(Whole, 'How many people can move it on now.'),
  people: about(
    t.readonlyArray(Name),
    'The user names of these people; absent for a user who may not see the people of the corporate.',
  ),
});

/** Why something waits, as a person may know it. An empty list: it waits for nothing. */
export const WhyAnswer = describedRecord(
  'WhyAnswer',
  'The reasons why it waits; none if it waits for nothing.',
  { waitingFor: t.readonlyArray(WaitingFor) },
);
export type WhyAnswer = t.TypeOf<typeof WhyAnswer>;

/** Shows reasons: with names only to somebody who may see the people of the corporate. */
export const whyAnswer = (waits: ReadonlyArray<Wait>, seesPeople: boolean): WhyAnswer => ({
  waitingFor: waits.map(({ people, ...wait }) => ({
    ...wait,
    ...(people !== undefined && { peopleCount: people.length }),
    ...(people !== undefined && seesPeople && { people }),
  })),
});

/** The reasons of many payments as those of one job: one for all that wait alike, from the first moment on. */
export const together = (waits: ReadonlyArray<Wait>): ReadonlyArray<Wait> => {
  const alike = new Map<string, Wait>();
  for (const wait of waits) {
    const { since, until, payments = 1, ...rest } = wait;
    const key = JSON.stringify(rest);
    const known = alike.get(key);
    const first = earliest(known?.until, until);
    alike.set(key, {
      ...rest,
      since: Math.min(known?.since ?? since, since),
      payments: (known?.payments ?? 0) + payments,
      ...(first !== undefined && { until: first }),
    });
  }
  return [...alike.values()];
};

const earliest = (a: EpochMs | undefined, b: EpochMs | undefined): EpochMs | undefined =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b);

/** How many people can do what is needed, in words; `needed` of them have to. */
export const whoCan = (what: string, people: ReadonlyArray<unknown>, needed = 1): string => {
  const count = people.length;
  if (count === 0) return `nobody can ${what} now`;
  const some = count === 1 ? '1 person' : `${String(count)} people`;
  return `${count < needed ? 'only ' : ''}${some} can ${what}`;
};
