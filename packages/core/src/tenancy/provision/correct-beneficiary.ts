import {
  changedValues,
  type BeneficiaryChanges,
} from '../../beneficiary/payee/beneficiary-details.js';
import { beneficiaryEntry } from '../../beneficiary/payee/beneficiary-entry.js';
import {
  stepBeneficiary,
  type BeneficiaryCommand,
} from '../../beneficiary/payee/beneficiary-machine.js';
import {
  type PayeeValues,
  pendingChangeOf,
  valuesOf,
  type Beneficiary,
} from '../../beneficiary/payee/beneficiary.js';
import {
  asWritten,
  differing,
  MEMBERS,
  needsChecker,
} from '../../beneficiary/payee/what-changes.js';
import type { JournalEntry } from '../../journal/entry/entry.js';
import { E } from '../../kernel/fp.js';
import type { CorporateTenantId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { BeneId } from '../../kernel/values/text.js';
import type { Stores } from '../../storage/storage.js';
import { PROVISION } from './provision-actor.js';
import type { CorporatePart } from './provision-document.js';

type Part = NonNullable<CorporatePart['beneficiaries']>[number];

interface TwoValues {
  readonly document: unknown;
  readonly stored: unknown;
}

type Member = readonly [string, TwoValues];

/** What a document says of a payee, and what stands instead and goes on. */
export interface BeneficiaryDifference {
  readonly corporateTenantId: CorporateTenantId;
  readonly beneId: BeneId;
  /** By the names that the document has for them. */
  readonly members: Readonly<Record<string, TwoValues>>;
}

/** A payee that a document names, and the corporate's rules for its changes. */
interface Known {
  readonly tenant: Tenant;
  readonly payee: Beneficiary;
  readonly corporate: { readonly settingsNeedSecondPerson?: boolean };
  readonly at: number;
}

/**
 * Brings a known payee in line with a document, as far as it was edited since it last spoke of the payee: by the same
 * steps as people do, so that a new name or account waits for a checker. Answers what stays different: what people
 * changed or decided since, what they made themselves, and what another payee holds.
 */
export const correctBeneficiary = async (
  stores: Stores,
  known: Known,
  part: Part,
): Promise<ReadonlyArray<BeneficiaryDifference>> => {
  const { tenant, payee } = known;
  const differences = (all: ReadonlyArray<Member>): ReadonlyArray<BeneficiaryDifference> => {
    if (all.length === 0) return [];
    const { corporateTenantId } = tenant;
    return [{ corporateTenantId, beneId: payee.beneId, members: Object.fromEntries(all) }];
  };
  if (part.status === 'inactive') {
    const ended = await endOnce(stores, known);
    const isOn = ended.state === 'approved';
    return differences(isOn ? [['status', { document: part.status, stored: 'active' }]] : []);
  }
  const now = await changeEdited(stores, known, part);
  const stands = pendingChangeOf(now)?.values ?? valuesOf(now);
  const wanted = changedValues(now, changesIn(part));
  return differences([
    ...differing(stands, wanted).map((member): Member => {
      const [document, stored] = [asWritten(wanted, member), asWritten(stands, member)];
      return [MEMBERS[member], { document, stored }];
    }),
    ...(part.approvalState === 'approved' && now.state !== 'approved'
      ? [['approvalState', { document: part.approvalState, stored: now.state }] as const]
      : []),
    ...(part.status === 'active' && now.state === 'deactivated'
      ? [['status', { document: part.status, stored: 'inactive' }] as const]
      : []),
  ]);
};

/** Deactivates a payee, unless the document did so before and people brought it back. */
const endOnce = async (stores: Stores, known: Known): Promise<Beneficiary> => {
  const { tenant, payee, at } = known;
  const history = await stores.journal.of(tenant, payee.beneficiaryId);
  const last = history.findLast(({ actor }) => actor === PROVISION);
  return last?.to === 'deactivated'
    ? payee
    : take(stores, known, { type: 'deactivate', by: PROVISION, at });
};

/** What a document leaves out stays as it is. */
const changesIn = ({
  beneId: _same,
  approvalState: _state,
  status: _status,
  ...changes
}: Part): BeneficiaryChanges => changes;

/** The payee after a change to what the document has said anew, if there is any and it may be made. */
const changeEdited = async (stores: Stores, known: Known, part: Part): Promise<Beneficiary> => {
  const { tenant, payee, corporate, at } = known;
  const wanted = changedValues(payee, changesIn(part));
  const changed = differing(payee, wanted);
  if (changed.length === 0) return payee;
  const said = lastSaid(await stores.journal.of(tenant, payee.beneficiaryId), payee);
  if (said === undefined) return payee;
  const edited = differing(said, wanted).filter((member) => changed.includes(member));
  if (edited.length === 0) return payee;
  const values = { ...valuesOf(payee), ...pick(wanted, edited) };
  const mustWait = needsChecker(edited, corporate);
  return take(stores, known, { type: 'change', values, mustWait, by: PROVISION, at });
};

const pick = (values: PayeeValues, members: ReadonlyArray<keyof PayeeValues>) =>
  Object.fromEntries(members.map((member) => [member, values[member]])) as Partial<PayeeValues>;

/**
 * What the document last said of a payee that it made: undefined for those that people made. Entries of older versions
 * hold no values; what they made had not changed before there are entries that do.
 */
const lastSaid = (
  history: ReadonlyArray<JournalEntry>,
  payee: Beneficiary,
): PayeeValues | undefined => {
  const last = history.findLast(
    ({ actor, changes, sequence }) =>
      actor === PROVISION && (sequence === 1 || 'values' in changes),
  );
  if (last === undefined || payee.createdBy !== PROVISION) return undefined;
  const values = last.changes['values'];
  if (values !== undefined) return values as unknown as PayeeValues;
  return history.some(({ changes }) => 'values' in changes) ? undefined : valuesOf(payee);
};

/** The payee after a command; as it was where the command may not be taken. */
const take = async (
  { beneficiaries, journal }: Stores,
  { tenant, payee }: Known,
  command: BeneficiaryCommand,
): Promise<Beneficiary> => {
  const stepped = stepBeneficiary(payee, command);
  if (E.isLeft(stepped)) return payee;
  const next = stepped.right;
  if ((await beneficiaries.replace(tenant, next)) !== 'replaced') return payee;
  await journal.append([beneficiaryEntry(payee, command, next)]);
  return next;
};
