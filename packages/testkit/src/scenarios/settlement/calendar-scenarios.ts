import assert from 'node:assert/strict';
import type { ProvisionInput, Storage, TransactionObject } from '@hundi/core';
import type { BankOrder } from '@hundi/core/rail';
import { compareBooks } from '../stage/compare-books.js';
import { stageDocument } from '../stage/stage-document.js';
import { decide, LARGE } from '../stage/approval-stage.js';
import { asPreviewed } from '../stage/as-previewed.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage, type Stage } from '../stage/stage.js';
import { why } from '../stage/why-stage.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ZONE = 'Asia/Kolkata';

/** A moment of January 2026 on the clocks of India. The sandbox starts on Monday the fifth at 10:00. */
const january = (day: number, hour = 0) => Date.UTC(2026, 0, day, hour) - 330 * MINUTE;

type BankInput = ProvisionInput['bankTenants'][number];
type CalendarInput = NonNullable<BankInput['calendars']>[number];

/** The latest day that a payment can be dated on 5 January. */
const LATEST = '2026-04-05';

const closedOn = (dates: ReadonlyArray<string>, until = LATEST): CalendarInput => ({
  calendarCode: 'MUMBAI',
  until,
  holidays: {
    weekly: ['sunday'],
    monthly: [{ weekday: 'saturday', weeks: [2, 4] }],
    yearly: ['01-26'],
    dates: [...dates],
  },
});

/** The demo document with calendars, by the one of which NEFT goes from every account of acme. */
const documentWith = (
  calendars: ReadonlyArray<CalendarInput> | undefined,
  { timeZone = ZONE, calendarCode = 'MUMBAI' } = {},
): ProvisionInput => {
  const [bank] = stageDocument().bankTenants;
  const [acme, ...others] = bank?.corporates ?? [];
  if (bank === undefined || acme === undefined) throw new Error('the demo has a corporate');
  const cutOffs = [
    {
      paymentMethodCode: 'NEFT',
      from: '09:00',
      to: '19:00',
      clearing: { calendarCode, creditMinutes: 120 },
    },
  ];
  const debitAccounts = (acme.debitAccounts ?? []).map((one) => ({ ...one, cutOffs }));
  return {
    bankTenants: [
      {
        ...bank,
        timeZone,
        ...(calendars !== undefined && { calendars: [...calendars] }),
        corporates: [{ ...acme, debitAccounts }, ...others],
      },
    ],
  };
};

const openWith = async (storage: Storage, ...document: Parameters<typeof documentWith>) => {
  const stage = await openStage(storage);
  expectRight(await stage.engine.provision(documentWith(...document)));
  return stage;
};

const idOf = (payout: TransactionObject | undefined) => payout?.transactionId as never;

/** What a payout that waits for its window says of it. */
const awaited = ({ status, statusDetails, timestamps }: TransactionObject) => [
  status,
  statusDetails?.code,
  statusDetails?.window,
  timestamps.expectedCreditAt,
];

const waitsFor = (opensAt: number, timeZone = ZONE) => [
  'bank_window_closed',
  { opensAt, from: '09:00', to: '19:00', timeZone },
  opensAt + 2 * HOUR,
];

const refusedPlaces = async (stage: Stage, document: ProvisionInput) => {
  const refused = expectLeft(await stage.engine.provision(document));
  return refused.issues.map(({ pointer, detail }) => `${pointer}: ${detail}`);
};

export const calendarScenarios: ReadonlyArray<Scenario> = [
  ...[
    { timeZone: ZONE, opening: january(6, 9) },
    { timeZone: 'UTC', opening: Date.UTC(2026, 0, 6, 9) },
  ].map(({ timeZone, opening }): Scenario => ({
    title: `a payout that is released on a holiday waits for the next open window of a bank in ${timeZone}, and says when its credit is expected`,
    run: async (storage) => {
      const stage = await openWith(storage, [closedOn(['2026-01-05'])], { timeZone });
      const [payout, imps] = await stage.pay([{}, { paymentMethodCode: 'IMPS' }]);
      assert.deepEqual([imps?.status, imps?.timestamps.expectedCreditAt], ['paid', undefined]);
      const id = idOf(payout);
      assert.deepEqual(awaited(await stage.payout(id)), [
        'approved',
        ...waitsFor(opening, timeZone),
      ]);

      await stage.advance(opening - 1 - stage.clock.now());
      assert.equal((await stage.payout(id)).status, 'approved');
      await stage.advance(1);
      const paid = await stage.payout(id);
      assert.deepEqual(
        [paid.status, paid.timestamps.sentToBankAt, paid.statusDetails],
        ['paid', opening, undefined],
      );
      // The money is there: nothing is expected any more.
      assert.equal(paid.timestamps.expectedCreditAt, undefined);
      assert.deepEqual(
        (await stage.journal(id)).map(({ to, changes }) => [to, changes['expectedCreditAt']]),
        [
          ['approved', opening + 2 * HOUR],
          ['sent_to_bank', opening + 2 * HOUR],
          ['paid', undefined],
        ],
      );
    },
  })),
  {
    title:
      'while the bank is closed it is asked about orders that it never got: one that arrives late is found, the other is named after an hour and sent again in the next window',
    run: async (storage) => {
      const stage = await openWith(storage, [closedOn([])]);
      const { rail } = stage.bank;
      const sent: BankOrder[] = [];
      const noting = stage.another({
        bankRail: {
          ...rail,
          submit: (orders) => {
            sent.push(...orders);
            return rail.submit(orders);
          },
          query: () => Promise.reject(new Error('connection refused')),
        },
      });
      stage.clock.advance(january(5, 19) - 1 - stage.clock.now());
      const { ids } = await stage.post([{ to: 'LOST01' }, { to: 'LOST01' }]);
      const [late, lost] = ids as [never, never];
      await noting.runDue();
      await stage.advance(10 * MINUTE);
      const statuses = async () => [
        (await stage.payout(late)).status,
        (await stage.payout(lost)).status,
      ];
      assert.deepEqual(await statuses(), ['sent_to_bank', 'sent_to_bank']);

      await rail.submit(sent.filter(({ transactionId }) => transactionId === late));
      await stage.advance(15 * MINUTE);
      assert.deepEqual(await statuses(), ['paid', 'sent_to_bank']);
      stage.clock.advance(15 * MINUTE);
      await noting.runDue();
      const [waits] = await why(stage, { transactionId: lost });
      assert.deepEqual([waits?.kind, waits?.until], ['bank_window', january(6, 9)]);
      assert.equal((await stage.payout(lost)).timestamps.expectedCreditAt, january(6, 11));
      await stage.advance(HOUR);
      const incidents = await stage.storage.read(({ journal }) =>
        journal.incidents(stage.tenant, 100),
      );
      assert.deepEqual(
        incidents.map(({ kind, subjectId }) => [kind, subjectId]),
        [['outcome_unknown', lost]],
      );

      await stage.advance(january(6, 9) - 1 - stage.clock.now());
      assert.deepEqual(await statuses(), ['paid', 'sent_to_bank']);
      await stage.advance(1);
      assert.deepEqual(await statuses(), ['paid', 'paid']);
      await compareBooks(stage, [late, lost]);
    },
  },
  {
    title:
      'a payoutDate on a holiday stays the day of release, and the payout goes in the next open window',
    run: async (storage) => {
      const stage = await openWith(storage, [closedOn(['2026-01-07', '2026-01-08'])]);
      const { preview, ids } = await asPreviewed(stage, [{ payoutDate: '2026-01-07' }]);
      assert.equal(preview.records[0]?.releaseDate, '2026-01-09');
      const [id] = ids as [never];
      const held = await stage.payout(id);
      const credit = january(9, 11);
      assert.deepEqual(
        [held.status, held.timestamps.payoutDate, held.timestamps.expectedCreditAt],
        ['scheduled', '2026-01-07', credit],
      );
      assert.deepEqual(
        (await why(stage, { transactionId: id })).map(({ kind, until, detail }) => [
          kind,
          until,
          detail,
        ]),
        [
          [
            'payout_date',
            january(7),
            'It goes to the bank on 2026-01-07, the day that its maker asked for.',
          ],
          [
            'bank_window',
            january(9, 9),
            'The bank takes NEFT payments from this account from 09:00 to 19:00 only, and on no holiday of its calendar: next on 2026-01-09.',
          ],
        ],
      );
      await stage.advance(january(7) - stage.clock.now());
      assert.deepEqual(awaited(await stage.payout(id)), ['scheduled', ...waitsFor(january(9, 9))]);
      await stage.advance(january(9, 9) - 1 - stage.clock.now());
      assert.deepEqual(await stage.bank.orders(), []);
      await stage.advance(1);
      const paid = await stage.payout(id);
      assert.deepEqual([paid.status, paid.timestamps.sentToBankAt], ['paid', january(9, 9)]);
    },
  },
  {
    title:
      'a checker who approves on a holiday is told when the credit is expected, and at the bank a payout says so too',
    run: async (storage) => {
      const stage = await openWith(storage, [closedOn(['2026-01-05'])]);
      const [payout, late] = await stage.pay([{ amount: LARGE }, { amount: LARGE, to: 'LATER01' }]);
      assert.equal(payout?.timestamps.expectedCreditAt, undefined);
      assert.deepEqual(await decide(stage, 'u-checker', [idOf(payout), idOf(late)]), [
        'approved',
        'approved',
      ]);
      const approved = await stage.payout(idOf(payout));
      assert.equal(approved.timestamps.expectedCreditAt, january(6, 11));
      await stage.advance(january(6, 9) - stage.clock.now());
      const atBank = await stage.payout(idOf(late));
      assert.deepEqual(
        [atBank.status, atBank.timestamps.sentToBankAt, atBank.timestamps.expectedCreditAt],
        ['sent_to_bank', january(6, 9), january(6, 11)],
      );
    },
  },
  {
    title:
      'second and fourth Saturdays, Sundays and days of every year close the bank, other Saturdays do not',
    run: async (storage) => {
      const stage = await openWith(storage, [closedOn([])]);
      const sent: string[] = [];
      for (const day of ['2026-01-10', '2026-01-11', '2026-01-17', '2026-01-24', '2026-01-26']) {
        const [payout] = await stage.pay([{ payoutDate: day }]);
        sent.push(idOf(payout));
      }
      await stage.advance(25 * DAY);
      const days: string[] = [];
      for (const id of sent) {
        const { sentToBankAt = 0 } = (await stage.payout(id as never)).timestamps;
        days.push(new Date(sentToBankAt).toISOString().slice(0, 10));
      }
      assert.deepEqual(days, [
        '2026-01-12',
        '2026-01-12',
        '2026-01-17',
        '2026-01-27',
        '2026-01-27',
      ]);
    },
  },
  {
    title:
      'a row that is dated after the end of the calendar is rejected, and one on its last day is not',
    run: async (storage) => {
      const stage = await openWith(storage, [closedOn([])]);
      await stage.advance(DAY);
      const { jobId } = await stage.post([
        { payoutDate: LATEST },
        { payoutDate: '2026-04-06' },
        { payoutDate: '2026-04-06', paymentMethodCode: 'IMPS' },
      ]);
      await stage.runDue();
      const { records } = await stage.job(jobId);
      assert.deepEqual(
        records.map(({ rejectionCode, rejectionMessage, field }) => [
          rejectionCode,
          rejectionMessage,
          field,
        ]),
        [
          [null, null, undefined],
          [
            'payout_date_too_far',
            `The payout date is after ${LATEST}, the end of the bank's calendar.`,
            'payoutDate',
          ],
          [null, null, undefined],
        ],
      );
    },
  },
  {
    title:
      'a calendar that ends before the latest payoutDate is refused with the year that is missing, one that is stored as it is is not',
    run: async (storage) => {
      const stage = await openStage(storage);
      const place = '/bankTenants/0/calendars/0/until';
      assert.deepEqual(await refusedPlaces(stage, documentWith([closedOn([], '2025-12-31')])), [
        `${place}: expected ${LATEST} or later, the latest payoutDate of today: add the days of 2026`,
      ]);
      assert.deepEqual(await refusedPlaces(stage, documentWith([closedOn([], '2026-04-04')])), [
        `${place}: expected ${LATEST} or later, the latest payoutDate of today: add the days of 2026`,
      ]);
      expectRight(await stage.engine.provision(documentWith([closedOn([])])));
      await stage.advance(30 * DAY);
      // The service starts again, although nobody wrote a longer calendar yet.
      expectRight(await stage.engine.provision(documentWith([closedOn([])])));
      assert.deepEqual(await refusedPlaces(stage, documentWith([closedOn(['2026-02-20'])])), [
        `${place}: expected 2026-05-05 or later, the latest payoutDate of today: add the days of 2026`,
      ]);
      expectRight(await stage.engine.provision(documentWith([closedOn([], '2026-05-05')])));
    },
  },
  {
    title:
      'a window names a calendar that is there: in the document, and for accounts that it does not name',
    run: async (storage) => {
      const stage = await openStage(storage);
      const account = '/bankTenants/0/corporates/0/debitAccounts';
      assert.deepEqual(
        await refusedPlaces(stage, documentWith([closedOn([])], { calendarCode: 'DELHI' })),
        [0, 1, 2].map(
          (i) =>
            `${account}/${String(i)}/cutOffs/0/clearing/calendarCode: expected a calendar of the bank in this document`,
        ),
      );
      expectRight(await stage.engine.provision(documentWith([closedOn([])])));
      assert.deepEqual(
        await refusedPlaces(
          stage,
          stageDocument({
            debitAccounts: [],
            packages: [],
            approvalMatrix: [],
            roles: [],
            users: [],
            apiKeys: [],
            secretKeys: [],
            beneficiaries: [],
          }),
        ),
        [
          '/bankTenants/0/calendars: expected the calendar MUMBAI, by which an account of acme goes that this document does not name',
        ],
      );
      expectRight(await stage.engine.provision(stageDocument()));
    },
  },
  {
    title: 'a payout that waits goes by a changed calendar when its window was to open',
    run: async (storage) => {
      const stage = await openWith(storage, [closedOn(['2026-01-05'])]);
      const [payout] = await stage.pay([{}]);
      const id = idOf(payout);
      const changed = documentWith([closedOn(['2026-01-05', '2026-01-06'])]);
      expectRight(await stage.engine.provision(changed));
      await stage.advance(january(6, 9) - stage.clock.now());
      assert.deepEqual(awaited(await stage.payout(id)), ['approved', ...waitsFor(january(7, 9))]);
      await stage.advance(DAY);
      assert.equal((await stage.payout(id)).timestamps.sentToBankAt, january(7, 9));
    },
  },
];
