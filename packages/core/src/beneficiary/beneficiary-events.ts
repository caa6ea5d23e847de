import type { JournalEntry } from '../journal/entry/entry.js';
import { eventTypeOf } from '../journal/event/event-kind.js';
import type { Draft, Renderer } from '../journal/event/renderer.js';
import type { BeneficiaryId } from '../kernel/values/ids.js';
import type { Comment } from '../kernel/values/text.js';
import type { BeneficiaryObject } from './beneficiary-object.js';
import type { BeneficiaryState } from './browsed-beneficiary.js';
import type { Beneficiary } from './payee/beneficiary.js';

/** Renders the events of a beneficiary, as it was right after each change of state. */
export const beneficiaryEvents: Renderer = async ({ beneficiaries }, tenant, entries) => {
  const ids = [...new Set(entries.map(({ subjectId }) => subjectId as BeneficiaryId))];
  const found = await beneficiaries.findMany(tenant, ids);
  return new Map(found.map((one) => [one.beneficiaryId, eventsOf(one)]));
};

const eventsOf =
  (beneficiary: Beneficiary): Draft =>
  (entry) => {
    const type = eventTypeOf(entry);
    return type === undefined
      ? []
      : [
          {
            type,
            object: beneficiaryObject(beneficiary, entry),
            ...(entry.from !== undefined && { previousStatus: entry.from }),
          },
        ];
  };

/** Constant values come from the payee; the person who decided, and their comment, from the entry. */
const beneficiaryObject = (
  { beneficiaryId, beneId, name, accounts, packageCodes, ...payee }: Beneficiary,
  { to, at, actor, changes }: JournalEntry,
): BeneficiaryObject => ({
  object: 'beneficiary',
  beneficiaryId,
  beneId,
  name,
  phoneNumber: payee.phoneNumber,
  beneficiaryType: payee.type,
  status: to === 'approved' ? 'active' : 'inactive',
  approvalState: to as BeneficiaryState,
  accounts: accounts.map(({ accountId, accountNumber, ifsc, accountName, isDefault }) => ({
    accountId,
    accountNumber,
    ifsc,
    accountName,
    isDefault,
  })),
  packageCodes,
  createdBy: payee.createdBy,
  createdAt: payee.createdAt,
  ...(to !== 'pending_approval' && {
    authorizedBy: actor,
    authorizedAt: at,
    ...(changes['comment'] !== undefined && { comment: changes['comment'] as Comment }),
  }),
});
