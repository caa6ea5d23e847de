import type { BankTenant, DebitAccount } from '@hundi/core/wire';
import { instead } from '../engine/instead.js';
import type { Mutant, Planting } from './mutant.js';
import { withStores } from './plant.js';

const accounts =
  (change: (cutOffs: DebitAccount['cutOffs']) => DebitAccount['cutOffs']): Planting =>
  () =>
    withStores(({ tenancy }) => ({
      tenancy: instead(tenancy, {
        debitAccounts: async (tenant) =>
          (await tenancy.debitAccounts(tenant)).map((one) => ({
            ...one,
            cutOffs: change(one.cutOffs),
          })),
      }),
    }));

type Holidays = NonNullable<BankTenant['calendars']>[number]['holidays'];

const holidays =
  (change: (holidays: Holidays) => Holidays): Planting =>
  () =>
    withStores(({ tenancy }) => ({
      tenancy: instead(tenancy, {
        bank: async (tenant) => {
          const bank = await tenancy.bank(tenant);
          const calendars = bank?.calendars?.map((one) => ({
            ...one,
            holidays: change(one.holidays),
          }));
          return bank === undefined || calendars === undefined ? bank : { ...bank, calendars };
        },
      }),
    }));

export const calendarMutants: ReadonlyArray<Mutant> = [
  {
    name: 'window-ignored',
    bug: 'payouts leave at every hour of a day on which the bank is open',
    ports: accounts((cutOffs) => cutOffs.slice(0, 1).map((one) => ({ ...one, to: one.from }))),
  },
  {
    name: 'holiday-ignored',
    bug: 'payouts leave on a holiday that a calendar names by its date',
    ports: holidays(({ dates: _, ...others }) => others),
  },
  {
    name: 'weekday-of-month-ignored',
    bug: 'payouts leave on a holiday that a calendar names as a weekday of the month',
    ports: holidays(({ monthly: _, ...others }) => others),
  },
  {
    name: 'credit-at-send',
    bug: 'the credit is expected at the moment of the send',
    ports: accounts((cutOffs) =>
      cutOffs.map((one) =>
        one.clearing === undefined
          ? one
          : { ...one, clearing: { ...one.clearing, creditMinutes: 0 } },
      ),
    ),
  },
];
