import { invalid, type Issue } from '../../../kernel/codecs/decode.js';
import { canonicalJson } from '../../../kernel/codecs/json.js';
import type { BankTenantId, CorporateTenantId } from '../../../kernel/values/ids.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import type { Calendar } from '../../../model/tenancy/calendar.js';
import { endingCalendars } from './ending-calendars.js';
import type { ProvisionDocument } from './provision-document.js';

/**
 * The issues of new and changed calendars that end before the latest `payoutDate`, and of those left out by which
 * accounts still go that the document does not name. One that stays as it is ends some day, and the service still
 * starts.
 */
export const checkCalendars = async (
  stores: Stores,
  document: ProvisionDocument,
  now: EpochMs,
): Promise<ReadonlyArray<Issue>> => {
  const ending = endingCalendars(document, now);
  const issues: Issue[] = [];
  for (const [b, bank] of document.bankTenants.entries()) {
    const { bankTenantId, calendars = [] } = bank;
    const known = await calendarsOf(stores, bankTenantId);
    issues.push(
      ...ending
        .filter((one) => one.bankTenantId === bankTenantId)
        .filter(({ calendar }) => !known.some((one) => isSame(one, calendar)))
        .map(({ pointer, missingYear, latestPayoutDate }) =>
          invalid(
            pointer,
            `expected ${latestPayoutDate} or later, the latest payoutDate of today: add the days of ${missingYear}`,
          ),
        ),
    );
    const kept = new Set(calendars.map(({ calendarCode }) => calendarCode));
    const dropped = known.filter(({ calendarCode }) => !kept.has(calendarCode));
    if (dropped.length > 0)
      issues.push(
        ...(await stillUsed(stores, bank, dropped, `/bankTenants/${String(b)}/calendars`)),
      );
  }
  return issues;
};

/** The issues of calendars by which accounts go that the document does not name. */
const stillUsed = async (
  { tenancy }: Stores,
  { bankTenantId, corporates }: ProvisionDocument['bankTenants'][number],
  dropped: ReadonlyArray<Calendar>,
  pointer: string,
): Promise<ReadonlyArray<Issue>> => {
  const issues: Issue[] = [];
  for (const corporateTenantId of await tenancy.corporatesOf(bankTenantId)) {
    const part = corporates.find((one) => one.corporateTenantId === corporateTenantId);
    const named = new Set(part?.debitAccounts?.map(({ debitAccountId }) => debitAccountId));
    const used = (await tenancy.debitAccounts({ bankTenantId, corporateTenantId }))
      .filter(({ debitAccountId }) => !named.has(debitAccountId))
      .flatMap(({ cutOffs }) => cutOffs.map(({ clearing }) => clearing?.calendarCode));
    for (const { calendarCode } of dropped)
      if (used.includes(calendarCode))
        issues.push(
          invalid(
            pointer,
            `expected the calendar ${calendarCode}, by which an account of ${corporateTenantId} goes that this document does not name`,
          ),
        );
  }
  return issues;
};

const calendarsOf = async (
  { tenancy }: Stores,
  bankTenantId: BankTenantId,
): Promise<ReadonlyArray<Calendar>> => {
  // A bank is found by its own id alone.
  const bank = await tenancy.bank({ bankTenantId, corporateTenantId: '' as CorporateTenantId });
  return bank?.calendars ?? [];
};

const isSame = (a: Calendar, b: Calendar): boolean => canonicalJson(a) === canonicalJson(b);
