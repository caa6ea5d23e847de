import { canonicalJson } from '../../../kernel/codecs/json.js';
import { PAYEE_VALUES, type PayeeValues } from './beneficiary.js';

/** The name of each value in requests and in provision documents (§2.1). */
export const MEMBERS = {
  name: 'beneName',
  accounts: 'beneBankAccounts',
  phoneNumber: 'benePhoneNumber',
  packageCodes: 'benePackageCodes',
  type: 'beneType',
  tags: 'tags',
  email: 'beneEmail',
  category: 'beneCategory',
  purpose: 'benePurpose',
  lei: 'beneLei',
} as const satisfies Record<keyof PayeeValues, string>;

/** A value as people write it: an account without the id that the engine gave it. */
export const asWritten = (values: PayeeValues, member: keyof PayeeValues): unknown =>
  member === 'accounts'
    ? values.accounts.map(({ accountId: _made, ifsc: ifscCode, ...one }) => ({ ...one, ifscCode }))
    : values[member];

/** The values of a payee, as people write them and by the names that they have for them. */
export const membersOf = (values: PayeeValues): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    PAYEE_VALUES.flatMap((member) => {
      const value = asWritten(values, member);
      return value === undefined ? [] : [[MEMBERS[member], value] as const];
    }),
  );

/** The values in which two states of a payee differ. */
export const differing = (
  before: PayeeValues,
  after: PayeeValues,
): ReadonlyArray<keyof PayeeValues> =>
  PAYEE_VALUES.filter(
    (member) =>
      canonicalJson(asWritten(before, member)) !== canonicalJson(asWritten(after, member)),
  );

const WHERE_MONEY_GOES: ReadonlyArray<keyof PayeeValues> = ['name', 'accounts'];

/**
 * Whether a checker must decide on a change: always on the name and the accounts, which say where money goes; on packages and contact
 * data only where the corporate asks for a second person.
 */
export const needsChecker = (
  changed: ReadonlyArray<keyof PayeeValues>,
  corporate: { readonly settingsNeedSecondPerson?: boolean },
): boolean =>
  corporate.settingsNeedSecondPerson === true ||
  changed.some((member) => WHERE_MONEY_GOES.includes(member));
