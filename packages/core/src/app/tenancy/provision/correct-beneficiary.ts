import {
  changedValues,
  type BeneficiaryChanges,
} from '../../../model/beneficiary/payee/beneficiary-details.js';
import {
  beneficiaryEntry,
  notedEntry,
} from '../../../model/beneficiary/payee/beneficiary-entry.js';
import {
  stepBeneficiary,
  type BeneficiaryCommand,
} from '../../../model/beneficiary/payee/beneficiary-machine.js';
import {
  isFreed,
  type PayeeValues,
  pendingChangeOf,
  valuesOf,
  type Beneficiary,
  Said,
} from '../../../model/beneficiary/payee/beneficiary.js';
import {
  asWritten,
  differing,
  MEMBERS,
  membersOf,
  needsChecker,
} from '../../../model/beneficiary/payee/what-changes.js';
import { writeRecords } from '../../writer/write-changes.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import { canonicalJson, type JsonObject } from '../../../kernel/codecs/json.js';
import { E } from '../../../kernel/fp.js';
import type { CorporateTenantId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { BeneId } from '../../../kernel/values/text.js';
import type { Stores } from '../../../storage/storage.js';
import { PROVISION } from '../../../model/tenancy/provision-actor.js';
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
    const stored = ended.state === 'approved' ? 'active' : ended.state;
    return differences([
      ...otherValues(ended, part),
      ...(isFreed(ended) ? [] : [['status', { document: part.status, stored }] as const]),
    ]);
  }
  const now = await changeEdited(stores, known, part);
  return differences([
    ...otherValues(now, part),
    ...(part.approvalState === 'approved' && now.state !== 'approved'
      ? [['approvalState', { document: part.approvalState, stored: now.state }] as const]
      : []),
    ...(part.status === 'active' && now.state === 'deactivated'
      ? [['status', { document: part.status, stored: 'inactive' }] as const]
      : []),
  ]);
};

/** In which values a document differs from those in force, or that wait for a checker. */
const otherValues = (payee: Beneficiary, part: Part): ReadonlyArray<Member> => {
  const stands = pendingChangeOf(payee)?.values ?? valuesOf(payee);
  const wanted = changedValues(payee, changesIn(part));
  return differing(stands, wanted).map((member) => {
    const [document, stored] = [asWritten(wanted, member), asWritten(stands, member)];
    return [MEMBERS[member], { document, stored }];
  });
};

/** Deactivates a payee, unless the document said so before and people brought it back. */
const endOnce = async (stores: Stores, known: Known): Promise<Beneficiary> => {
  const said = await saidOf(stores, known);
  return said.inUse
    ? take(
        stores,
        known,
        { type: 'deactivate', by: PROVISION, at: known.at },
        { ...said, inUse: false },
      )
    : known.payee;
};

/** What a document leaves out stays as it is. */
const changesIn = ({
  beneId: _same,
  approvalState: _state,
  status: _status,
  ...changes
}: Part): BeneficiaryChanges => changes;

/** What a document says of a payee that it makes or made. */
export const saidIn = (part: Part): Said => ({ inUse: true, members: changesIn(part) });

/** The payee after a change to what the document has said anew, if there is any and it may be made. */
const changeEdited = async (stores: Stores, known: Known, part: Part): Promise<Beneficiary> => {
  const { payee, corporate, at } = known;
  const wanted = changedValues(payee, changesIn(part));
  const changed = differing(payee, wanted);
  if (changed.length === 0 && payee.said === undefined) return payee;
  const before = await saidOf(stores, known);
  const said = before.members === undefined ? { inUse: true } : saidIn(part);
  const edited = differing(changedValues(payee, before.members ?? {}), wanted).filter(
    (member) => before.members !== undefined && changed.includes(member),
  );
  if (edited.length === 0)
    return canonicalJson(before) === canonicalJson(said) ? payee : note(stores, known, said);
  const values = { ...valuesOf(payee), ...pick(wanted, edited) };
  const mustWait = needsChecker(edited, corporate);
  return take(stores, known, { type: 'change', values, mustWait, by: PROVISION, at }, said);
};

const pick = (values: PayeeValues, members: ReadonlyArray<keyof PayeeValues>) =>
  Object.fromEntries(members.map((member) => [member, values[member]])) as Partial<PayeeValues>;

/**
 * What the document last said of a payee; no members of one that people made. Payees of older versions do not remember
 * it: then it is what stood when the document last touched them.
 */
const saidOf = async ({ journal }: Stores, { tenant, payee }: Known): Promise<Said> => {
  if (payee.said !== undefined) return payee.said;
  const history = await journal.of(tenant, payee.beneficiaryId);
  const inUse = history.findLast(({ actor }) => actor === PROVISION)?.to !== 'deactivated';
  const values = lastValues(history, payee);
  return values === undefined ? { inUse } : { inUse, members: membersOf(values) };
};

/**
 * The values of a payee that the document made, as it last left them: undefined for those that people made. Entries of
 * older versions hold none; what they made had not changed before there are entries that do.
 */
const lastValues = (
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

/** The payee after a command, and after what the document said with it; as it was where neither may be taken. */
const take = (
  stores: Stores,
  known: Known,
  command: BeneficiaryCommand,
  said: Said,
): Promise<Beneficiary> => {
  const { payee } = known;
  const stepped = stepBeneficiary(payee, command);
  if (E.isLeft(stepped)) return note(stores, known, said);
  const next = stepped.right;
  return write(stores, known, said, { next, entry: beneficiaryEntry(payee, command, next) });
};

/**
 * The payee that remembers what the document said. While something of it waits it remembers nothing: the document says
 * it again later, and what a checker has seen stays.
 */
const note = async (stores: Stores, known: Known, said: Said): Promise<Beneficiary> => {
  const { payee, at } = known;
  if (payee.state === 'pending_approval' || pendingChangeOf(payee) !== undefined) return payee;
  const next = { ...payee, revision: payee.revision + 1 };
  return write(stores, known, said, { next, entry: notedEntry(next, PROVISION, at) });
};

const write = async (
  stores: Stores,
  { tenant, payee }: Known,
  said: Said,
  { next, entry }: { readonly next: Beneficiary; readonly entry: JournalEntry },
): Promise<Beneficiary> => {
  const saying = { ...next, said };
  if ((await stores.beneficiaries.replace(tenant, saying)) !== 'replaced') return payee;
  const changes = { ...entry.changes, said: Said.encode(said) as JsonObject };
  const entries = [{ ...entry, changes }];
  await writeRecords(stores, { entries });
  return saying;
};
