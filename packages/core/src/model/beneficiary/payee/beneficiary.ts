import * as t from 'io-ts';
import {
  BankTenantId,
  BeneficiaryId,
  CorporateTenantId,
  PackageCode,
  UserId,
} from '../../../kernel/values/ids.js';
import { Lei } from '../../../kernel/values/lei.js';
import { Purpose } from '../../../kernel/values/purpose.js';
import { Via } from '../../../kernel/values/via.js';
import {
  AccountNumber,
  BeneId,
  Comment,
  KeptEmail,
  Ifsc,
  Label,
  Name,
} from '../../../kernel/values/text.js';
import { record } from '../../../kernel/codecs/record.js';
import { picked } from '../../../kernel/picked.js';

/** One account of a payee. */
export const BeneficiaryAccount = t.strict({
  accountId: t.string,
  accountNumber: AccountNumber,
  ifsc: Ifsc,
  accountName: Name,
  isDefault: t.boolean,
});
export type BeneficiaryAccount = t.TypeOf<typeof BeneficiaryAccount>;

/** The values of a payee that a change may replace; all others stay for ever. */
export const PayeeValues = record(
  'PayeeValues',
  {
    name: Name,
    accounts: t.array(BeneficiaryAccount),
    phoneNumber: Label,
    packageCodes: t.array(PackageCode),
    type: Label,
    tags: t.array(Label),
  },
  {
    email: KeptEmail,
    category: Label,
    /** What it is paid for, unless a payment says otherwise. */
    purpose: Purpose,
    lei: Lei,
  },
);
export type PayeeValues = t.TypeOf<typeof PayeeValues>;

/** Who asked for something that a checker decides on, and by which key. */
const Asked = record('Asked', { by: UserId, at: t.number }, { via: Via });

/** The values that a payee gets once a checker approves them. Until then the old ones are in force. */
export const PendingChange = record(
  'PendingChange',
  { values: PayeeValues, by: UserId, at: t.number },
  { via: Via },
);
export type PendingChange = t.TypeOf<typeof PendingChange>;

/**
 * What a provision document last said of a payee: whether it is in use, and, of a payee that the document made, the
 * members that change, as they were written.
 */
export const Said = record('Said', { inUse: t.boolean }, { members: t.UnknownRecord });
export type Said = t.TypeOf<typeof Said>;

const Common = record(
  'Common',
  {
    ...PayeeValues.required,
    beneficiaryId: BeneficiaryId,
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    beneId: BeneId,
    createdBy: UserId,
    createdAt: t.number,
    /** 1 at creation, one more with each change; also the journal's sequence. */
    revision: t.number,
  },
  /**
   * `via`: the key that it was made by. `sentAgain`: who put it before a checker after that, one after the other, since
   * one last approved it. `dropped`: a change of it ended undecided, and no checker has approved it since.
   * `firstValues`: those that it was made with, once they changed. `formerNames`: those under which payouts went to it.
   */
  {
    ...PayeeValues.optional,
    via: Via,
    sentAgain: t.readonlyArray(Asked),
    dropped: t.literal(true),
    said: Said,
    firstValues: PayeeValues,
    formerNames: t.readonlyArray(Name),
  },
);

const Review = record(
  'Review',
  { authorizedBy: UserId, authorizedAt: t.number },
  { comment: Comment },
);

// One literal per state: io-ts finds the branch of a union by literal tags only.
/** A payee that waits for a checker (§3.1). */
export const PendingBeneficiary = t.intersection([
  Common,
  t.strict({ state: t.literal('pending_approval') }),
]);
export type PendingBeneficiary = t.TypeOf<typeof PendingBeneficiary>;

/** A payee that payouts may go to, with a change of it that may wait (§3.1). */
export const ApprovedBeneficiary = t.intersection([
  Common,
  Review,
  t.strict({ state: t.literal('approved') }),
  record('Change', {}, { pendingChange: PendingChange }),
]);
export type ApprovedBeneficiary = t.TypeOf<typeof ApprovedBeneficiary>;

/** A payee that a checker rejected (§3.1). */
export const RejectedBeneficiary = t.intersection([
  Common,
  Review,
  t.strict({ state: t.literal('rejected') }),
]);
export type RejectedBeneficiary = t.TypeOf<typeof RejectedBeneficiary>;

/** `comment` is of whoever deactivated it. */
export const DeactivatedBeneficiary = t.intersection([
  Common,
  Review,
  t.strict({
    state: t.literal('deactivated'),
    deactivatedBy: UserId,
    deactivatedAt: t.number,
  }),
]);
export type DeactivatedBeneficiary = t.TypeOf<typeof DeactivatedBeneficiary>;

/** A payee. Usable for payouts only while approved (§3.1). */
export const Beneficiary = t.union([
  PendingBeneficiary,
  ApprovedBeneficiary,
  RejectedBeneficiary,
  DeactivatedBeneficiary,
]);
export type Beneficiary = t.TypeOf<typeof Beneficiary>;

/** Whether a payee holds its beneId, and its name with its account numbers, against no other one. */
export const isFreed = ({ state }: Pick<Beneficiary, 'state'>): boolean =>
  state === 'rejected' || state === 'deactivated';

/** The names by which a payee is searched: payouts keep in their titles the one of their day. */
export const namesOf = ({
  name,
  formerNames = [],
}: Pick<Beneficiary, 'name' | 'formerNames'>): ReadonlyArray<Name> => [name, ...formerNames];

/** The change of a payee that waits for a checker. */
export const pendingChangeOf = (payee: Beneficiary): PendingChange | undefined =>
  payee.state === 'approved' ? payee.pendingChange : undefined;

/** Who asked for what waits, and by which keys. */
export interface AskedBy {
  readonly people: ReadonlyArray<UserId>;
  readonly vias: ReadonlyArray<Via>;
}

/** Who asked for the change that waits, or else for the payee itself. */
export const askedIn = (payee: Beneficiary): AskedBy => {
  const { createdBy, via, sentAgain = [] } = payee;
  const change = pendingChangeOf(payee);
  const asked = change === undefined ? [{ by: createdBy, via }, ...sentAgain] : [change];
  return {
    people: asked.map((one) => one.by),
    vias: asked.flatMap((one) => one.via ?? []),
  };
};

/** The moment of the last step of a payee that it remembers: no later one is dated before it. */
export const latestOf = (payee: Beneficiary): number =>
  Math.max(
    payee.createdAt,
    payee.sentAgain?.at(-1)?.at ?? 0,
    payee.state === 'pending_approval' ? 0 : payee.authorizedAt,
    payee.state === 'deactivated' ? payee.deactivatedAt : 0,
    pendingChangeOf(payee)?.at ?? 0,
  );

export const PAYEE_VALUES = Object.keys({
  ...PayeeValues.required,
  ...PayeeValues.optional,
}) as ReadonlyArray<keyof PayeeValues>;

/** The values of a payee that are in force. */
export const valuesOf = (payee: PayeeValues): PayeeValues => picked(payee, PAYEE_VALUES);

/** A payee that a checker has decided on. */
export type ReviewedBeneficiary = ApprovedBeneficiary | RejectedBeneficiary;

/** The account a payout goes to unless it names another. There is always one (§2.1). */
export const defaultAccount = ({ accounts }: Pick<Beneficiary, 'accounts'>): BeneficiaryAccount => {
  const account = accounts.find(({ isDefault }) => isDefault) ?? accounts[0];
  if (account === undefined) throw new Error('a beneficiary has at least one account');
  return account;
};

/**
 * Ways to write one letter with a virama and a joiner that look like a letter of its own, which NFKC leaves apart:
 * the chillus of Malayalam, and the eyelash ra of Marathi.
 */
const JOINED_LETTERS: ReadonlyArray<readonly [string, string]> = [
  ['\u0d23\u0d4d\u200d', '\u0d7a'],
  ['\u0d28\u0d4d\u200d', '\u0d7b'],
  ['\u0d30\u0d4d\u200d', '\u0d7c'],
  ['\u0d32\u0d4d\u200d', '\u0d7d'],
  ['\u0d33\u0d4d\u200d', '\u0d7e'],
  ['\u0d15\u0d4d\u200d', '\u0d7f'],
  ['\u0930\u094d\u200d', '\u0931\u094d'],
];

const JOINERS = /[\u200c\u200d]/g;

const withoutJoiners = (name: string): string =>
  JOINED_LETTERS.reduce(
    (text, [written, letter]) => text.replaceAll(written, letter),
    name,
  ).replace(JOINERS, '');

/**
 * The key under which two payees are the same (§4.2): the name after NFKC, case folding and collapsed spaces, without
 * joiners, which change how a word looks little or not at all.
 */
export const nameKey = (name: string): string =>
  withoutJoiners(name.normalize('NFKC'))
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    // Raising takes some Greek letters apart.
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .trim();
