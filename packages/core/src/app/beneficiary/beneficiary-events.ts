import type { JournalEntry } from '../../model/journal/entry/entry.js';
import { eventTypeOf } from '../event/event-kind.js';
import type { Draft, Renderer } from '../event/renderer.js';
import type { BeneficiaryId } from '../../kernel/values/ids.js';
import type { Comment } from '../../kernel/values/text.js';
import type { BeneficiaryObject } from './beneficiary-object.js';
import type { Beneficiary, PayeeValues } from '../../model/beneficiary/payee/beneficiary.js';

/** Renders the events of a beneficiary, as it was right after each step. */
export const beneficiaryEvents: Renderer = async ({ beneficiaries }, tenant, entries) => {
  const ids = [...new Set(entries.map(({ subjectId }) => subjectId as BeneficiaryId))];
  const found = await beneficiaries.findMany(tenant, ids);
  return new Map(found.map((one) => [one.beneficiaryId, eventsOf(one)]));
};

const eventsOf =
  (beneficiary: Beneficiary): Draft =>
  (entry, histories) => {
    const type = eventTypeOf(entry);
    return type === undefined
      ? []
      : [
          {
            type,
            object: beneficiaryObject(beneficiary, entry, histories.upTo(entry)),
            ...(entry.from !== undefined && { previousStatus: entry.from }),
          },
        ];
  };

/** The states of a payee whose entries hold values that are not in force. */
const CHANGE_PENDING = 'change_pending';

const lastValues = (
  history: ReadonlyArray<JournalEntry>,
  isMeant: (entry: JournalEntry) => boolean,
): PayeeValues | undefined =>
  history.findLast((one) => 'values' in one.changes && isMeant(one))?.changes[
    'values'
  ] as unknown as PayeeValues | undefined;

const shown = ({ name, phoneNumber, type, accounts, packageCodes, purpose, lei }: PayeeValues) => ({
  name,
  phoneNumber,
  beneficiaryType: type,
  accounts: accounts.map(({ accountId, accountNumber, ifsc, accountName, isDefault }) => ({
    accountId,
    accountNumber,
    ifsc,
    accountName,
    isDefault,
  })),
  packageCodes,
  ...(purpose !== undefined && { purpose }),
  ...(lei !== undefined && { lei }),
});

type StateAfter = Pick<BeneficiaryObject, 'status' | 'approvalState'> & Partial<BeneficiaryObject>;

/** How an entry of the state says where the payee is, and who brought it there. */
const stateAfter = ({ to, actor, at, changes }: JournalEntry): StateAfter => {
  const comment = changes['comment'] !== undefined && { comment: changes['comment'] as Comment };
  switch (to) {
    case 'pending_approval':
      return { status: 'inactive', approvalState: to };
    case 'approved':
    case 'rejected':
      return {
        status: to === 'approved' ? 'active' : 'inactive',
        approvalState: to,
        authorizedBy: actor,
        authorizedAt: at,
        ...comment,
      };
    case 'deactivated':
      return {
        status: 'inactive',
        approvalState: to,
        deactivatedBy: actor,
        deactivatedAt: at,
        ...comment,
      };
    default:
      return {
        status: 'active',
        approvalState: 'approved',
        changedBy: actor,
        changedAt: at,
        ...comment,
      };
  }
};

/**
 * What never changes comes from the payee, everything else from its entries up to this one. Entries of older versions
 * hold no values: theirs are those that the payee had at first, since each step that changed them says to what.
 */
const beneficiaryObject = (
  { beneficiaryId, beneId, createdBy, createdAt, ...payee }: Beneficiary,
  entry: JournalEntry,
  history: ReadonlyArray<JournalEntry>,
): BeneficiaryObject => {
  const inForce =
    lastValues(history, ({ to }) => to !== CHANGE_PENDING) ?? payee.firstValues ?? payee;
  const asked = [CHANGE_PENDING, 'change_rejected'].includes(entry.to)
    ? lastValues(history, ({ to }) => to === CHANGE_PENDING)
    : undefined;
  return {
    object: 'beneficiary',
    beneficiaryId,
    beneId,
    ...shown(inForce),
    ...stateAfter(entry),
    createdBy,
    createdAt,
    ...(asked !== undefined && { change: shown(asked) }),
  };
};
