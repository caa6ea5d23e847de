import type { InvalidInput } from '@hundi/core';
import type { BrowsedBeneficiary } from '@hundi/core/wire';
import type { Form } from '../../form/form.js';

/** How many accounts a beneficiary can have. */
const ACCOUNTS_MAX = 5;

/** The places of accounts in the form, counted from 1. */
export const SLOTS: ReadonlyArray<number> = Array.from({ length: ACCOUNTS_MAX }, (_, i) => i + 1);

/** The name of a checkbox: each package has one of its own. */
export const PACKAGE = 'package-';

const TEXTS = [
  'beneId',
  'name',
  'type',
  'category',
  'phone',
  'email',
  'tags',
  'purpose',
  'lei',
] as const;

/** A field with one line of text. */
export type TextName = (typeof TEXTS)[number];

/** The parts of an account in the form. */
export type AccountPart = 'Number' | 'Ifsc' | 'Name';

/** What can be wrong in the form, each with a sentence of its own. */
export type FaultKind = TextName | 'packages' | AccountPart;

/** A beneficiary as it stands in the form. */
export interface TypedBeneficiary {
  readonly texts: Readonly<Record<TextName, string>>;
  /** One for each of {@link SLOTS}, empty where there is none. */
  readonly accounts: ReadonlyArray<Readonly<Record<AccountPart, string>>>;
  /** The slot of the account to which payouts go unless they name another. */
  readonly defaultSlot: number;
  readonly packages: ReadonlySet<string>;
}

/** The name of a field of an account. */
export const accountField = (slot: number, part: AccountPart): string =>
  `account${String(slot)}${part}`;

/** What stands in a field of an account. */
export const accountText = (
  { accounts }: TypedBeneficiary,
  slot: number,
  part: AccountPart,
): string => accounts[slot - 1]?.[part] ?? '';

const valueIn =
  (form: Form) =>
  (name: string): string =>
    (form.get(name) ?? '').trim();

/** What somebody typed. */
export const typedIn = (form: Form): TypedBeneficiary => {
  const value = valueIn(form);
  const slot = Number(value('default'));
  return {
    texts: Object.fromEntries(TEXTS.map((name) => [name, value(name)])) as Record<TextName, string>,
    accounts: SLOTS.map((one) => ({
      Number: value(accountField(one, 'Number')),
      Ifsc: value(accountField(one, 'Ifsc')),
      Name: value(accountField(one, 'Name')),
    })),
    defaultSlot: SLOTS.includes(slot) ? slot : 1,
    packages: new Set(
      [...form.keys()]
        .filter((name) => name.startsWith(PACKAGE))
        .map((name) => name.slice(PACKAGE.length)),
    ),
  };
};

/** The form of somebody who has typed nothing yet. */
export const EMPTY: TypedBeneficiary = typedIn(new Map([['type', 'vendor']]));

/** A beneficiary as it is, to be changed. */
export const typedOf = (beneficiary: BrowsedBeneficiary): TypedBeneficiary => {
  const { beneId, name, beneficiaryType, category = '', phoneNumber, email = '' } = beneficiary;
  const { accounts, tags, packageCodes, purpose = '', lei = '' } = beneficiary;
  return {
    texts: {
      beneId,
      name,
      type: beneficiaryType,
      category,
      phone: phoneNumber,
      email,
      tags: tags.join(', '),
      purpose,
      lei,
    },
    accounts: SLOTS.map((slot) => {
      const { accountNumber = '', ifsc = '', accountName = name } = accounts[slot - 1] ?? {};
      // An account that goes by the name of the beneficiary follows it to a new one.
      return { Number: accountNumber, Ifsc: ifsc, Name: accountName === name ? '' : accountName };
    }),
    defaultSlot: accounts.findIndex(({ isDefault }) => isDefault) + 1,
    packages: new Set(packageCodes),
  };
};

/** The typed texts. Where only blanks at the ends differ, the text stays as the form showed it: reading a form trims. */
const untouchedIn = <T extends Readonly<Record<string, string>>>(
  typed: T,
  shown: T | undefined,
): T =>
  Object.fromEntries(
    Object.entries(typed).map(([name, text]) => {
      const before = shown?.[name];
      return [name, before?.trim() === text ? before : text];
    }),
  ) as T;

/** What a person typed into the form that showed a beneficiary. Fields that the person did not edit keep their exact text. */
export const withUntouched = (
  typed: TypedBeneficiary,
  shown: TypedBeneficiary,
): TypedBeneficiary => ({
  ...typed,
  texts: untouchedIn(typed.texts, shown.texts),
  accounts: typed.accounts.map((account, i) => untouchedIn(account, shown.accounts[i])),
});

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');

/** The slots whose accounts count, in the order in which the engine takes them: the default one is never left out. */
export const filledSlots = ({ accounts, defaultSlot }: TypedBeneficiary): ReadonlyArray<number> =>
  SLOTS.filter(
    (slot) =>
      slot === defaultSlot || Object.values(accounts[slot - 1] ?? {}).some((text) => text !== ''),
  );

const tagsIn = (text: string): ReadonlyArray<string> =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** The members that a creation and a change have in common, as the engine takes them. */
export const membersOf = (typed: TypedBeneficiary) => {
  const { name: beneName, type, phone, tags } = typed.texts;
  return {
    beneName,
    benePhoneNumber: phone,
    beneType: type === '' ? 'vendor' : type,
    tags: tagsIn(tags),
    benePackageCodes: [...typed.packages],
    beneBankAccounts: filledSlots(typed).map((slot) => {
      const name = accountText(typed, slot, 'Name');
      return {
        accountNumber: withoutSpaces(accountText(typed, slot, 'Number')),
        ifscCode: withoutSpaces(accountText(typed, slot, 'Ifsc')),
        ...(name !== '' && { accountName: name }),
        isDefault: slot === typed.defaultSlot,
      };
    }),
  };
};

const FIELDS: Readonly<Record<string, TextName | 'packages'>> = {
  beneId: 'beneId',
  beneName: 'name',
  beneType: 'type',
  beneCategory: 'category',
  benePurpose: 'purpose',
  beneLei: 'lei',
  benePhoneNumber: 'phone',
  beneEmail: 'email',
  tags: 'tags',
  benePackageCodes: 'packages',
};

const PARTS: Readonly<Record<string, AccountPart>> = {
  accountNumber: 'Number',
  ifscCode: 'Ifsc',
  accountName: 'Name',
};

/** What is wrong, by the name of the field; none where a fault is of no field that a person fills. */
export const faultsOf = (
  { issues }: Pick<InvalidInput, 'issues'>,
  typed: TypedBeneficiary,
): ReadonlyMap<string, FaultKind> => {
  const filled = filledSlots(typed);
  return new Map(
    issues.flatMap(({ pointer }): ReadonlyArray<readonly [string, FaultKind]> => {
      const [, member = '', index = '0', part = ''] = pointer.split('/');
      if (member === 'beneBankAccounts') {
        const kind = PARTS[part] ?? 'Number';
        return [[accountField(filled[Number(index)] ?? 1, kind), kind]];
      }
      const field = FIELDS[member];
      return field === undefined ? [] : [[field, field]];
    }),
  );
};
