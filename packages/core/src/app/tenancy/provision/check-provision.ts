import { checkDetails } from '../../../model/beneficiary/payee/beneficiary-details.js';
import { E } from '../../../kernel/fp.js';
import { decodeInput, invalid, InvalidInput, type Issue } from '../../../kernel/codecs/decode.js';
import { isDestinationHost } from '../../../kernel/values/destination.js';
import type { PackageCode } from '../../../kernel/values/ids.js';
import { unknownMembers } from '../../../kernel/codecs/unknown-members.js';
import type { Purpose } from '../../../kernel/values/purpose.js';
import { addDays, isZone } from '../../../kernel/values/time.js';
import { unknownAmong, unknownNames } from '../../../model/approval/matrix/check-matrix.js';
import { firstOpenDay } from '../../../model/tenancy/calendar.js';
import { OWN_ACTORS } from '../../../model/journal/entry/own-actors.js';
import { purposesOf } from '../../../model/tenancy/purposes.js';
import { DUTY_NAMES } from '../../../storage/work-store.js';
import { checkSecrets } from './check-secrets.js';
import { checkSubscription } from './check-subscription.js';
import { misspeltMethods } from './misspelt-methods.js';
import type { PackagePart } from './package-configuration.js';
import { DEFAULT_ZONE, ProvisionDocument, type CorporatePart } from './provision-document.js';
import { corporatesIn, keysIn, type Place } from './provision-places.js';

/**
 * Decodes a provision document whole (decisions §15). A bad one is `InvalidInput`, which names the first 100 faults, each
 * with its path. A member that a document does not have is a fault: a limit with a slip of the pen in its name would be
 * no limit.
 */
export const readProvisionDocument = (
  input: unknown,
): E.Either<InvalidInput, ProvisionDocument> => {
  const decoded = decodeInput(ProvisionDocument, input);
  const issues = [
    ...unknownMembers(ProvisionDocument, input),
    ...(E.isLeft(decoded) ? decoded.left.issues : checkDocument(decoded.right)),
  ];
  return issues.length === 0 ? decoded : E.left(InvalidInput(issues));
};

const checkDocument = (document: ProvisionDocument): ReadonlyArray<Issue> => [
  ...repeated(
    document.bankTenants.map(({ bankTenantId }) => bankTenantId),
    (i) => `/bankTenants/${String(i)}/bankTenantId`,
  ),
  ...placedTwice(corporatesIn(document)),
  ...placedTwice(keysIn(document, 'pak', 'apiKeys')),
  ...placedTwice(keysIn(document, 'sk', 'secretKeys')),
  ...document.bankTenants.flatMap((bank, b) => checkBank(bank, `/bankTenants/${String(b)}`)),
];

const checkBank = (
  bank: ProvisionDocument['bankTenants'][number],
  at: string,
): ReadonlyArray<Issue> => {
  const { timeZone = DEFAULT_ZONE, purposes = [], leiThresholds = [], corporates } = bank;
  const { calendars = [] } = bank;
  const calendarCodes = calendars.map(({ calendarCode }) => calendarCode as string);
  return [
    ...(isZone(timeZone) ? [] : [invalid(`${at}/timeZone`, 'expected an IANA time zone')]),
    ...repeated(purposes, (i) => `${at}/purposes/${String(i)}`),
    ...repeated(
      leiThresholds.map(({ paymentMethodCode }) => paymentMethodCode),
      (i) => `${at}/leiThresholds/${String(i)}/paymentMethodCode`,
    ),
    ...repeated(calendarCodes, (i) => `${at}/calendars/${String(i)}/calendarCode`),
    ...calendars.flatMap((calendar, i) =>
      // After its end it has no single days any more.
      firstOpenDay(calendar, addDays(calendar.until, 1)) === undefined
        ? [invalid(`${at}/calendars/${String(i)}/holidays`, 'expected days that stay open')]
        : [],
    ),
    ...misspeltMethods(bank, at),
    ...corporates.flatMap((corporate, c) => [
      ...checkCorporate(corporate, purposesOf(bank), `${at}/corporates/${String(c)}`),
      ...checkClearing(corporate, new Set(calendarCodes), `${at}/corporates/${String(c)}`),
    ]),
  ];
};

/** Windows whose clearing names a calendar that the bank does not have. */
const checkClearing = (
  { debitAccounts = [] }: CorporatePart,
  calendarCodes: ReadonlySet<string>,
  at: string,
): ReadonlyArray<Issue> =>
  debitAccounts.flatMap(({ cutOffs = [] }, a) =>
    cutOffs.flatMap(({ clearing }, i) =>
      clearing === undefined || calendarCodes.has(clearing.calendarCode)
        ? []
        : [
            invalid(
              `${at}/debitAccounts/${String(a)}/cutOffs/${String(i)}/clearing/calendarCode`,
              'expected a calendar of the bank in this document',
            ),
          ],
    ),
  );

/** Names that would appear twice. */
const placedTwice = (places: ReadonlyArray<Place>): ReadonlyArray<Issue> =>
  repeated(
    places.map(({ id }) => id),
    (i) => places[i]?.pointer ?? '',
  );

const repeated = (
  ids: ReadonlyArray<string>,
  pointer: (i: number) => string,
): ReadonlyArray<Issue> =>
  ids.flatMap((id, i) =>
    ids.indexOf(id) < i ? [invalid(pointer(i), 'expected a value used only once')] : [],
  );

const unknown = (
  codes: ReadonlyArray<string>,
  known: ReadonlySet<string>,
  at: string,
  what: string,
): ReadonlyArray<Issue> => unknownAmong(codes, known, at, ofDocument(what));

const ofDocument = (what: string): string => `expected a ${what} of this document`;

/** What a user who is called so did, the engine would have done by itself. */
const TAKEN: ReadonlySet<string> = new Set([...OWN_ACTORS, ...DUTY_NAMES]);

const checkCorporate = (
  corporate: CorporatePart,
  purposes: ReadonlySet<Purpose>,
  at: string,
): ReadonlyArray<Issue> => {
  const { roles = [], users = [], debitAccounts = [], packages = [] } = corporate;
  const roleCodes = new Set<string>(roles.map(({ roleCode }) => roleCode));
  const packageCodes = new Set<PackageCode>(packages.map(({ packageCode }) => packageCode));
  const accountIds = new Set<string>(debitAccounts.map(({ debitAccountId }) => debitAccountId));
  const list = <A>(name: string, items: ReadonlyArray<A>, id: (item: A) => string, field: string) =>
    repeated(items.map(id), (i) => `${at}/${name}/${String(i)}/${field}`);
  return [
    ...list('roles', roles, ({ roleCode }) => roleCode, 'roleCode'),
    ...list('users', users, ({ userId }) => userId, 'userId'),
    ...list('debitAccounts', debitAccounts, (one) => one.debitAccountId, 'debitAccountId'),
    ...list('debitAccounts', debitAccounts, (one) => one.accountNumber, 'accountNumber'),
    ...list('packages', packages, ({ packageCode }) => packageCode, 'packageCode'),
    ...list('apiKeys', corporate.apiKeys ?? [], ({ name }) => name, 'name'),
    ...list('secretKeys', corporate.secretKeys ?? [], ({ name }) => name, 'name'),
    ...list('beneficiaries', corporate.beneficiaries ?? [], ({ beneId }) => beneId, 'beneId'),
    ...list('webhookEndpoints', corporate.webhookEndpoints ?? [], ({ url }) => url, 'url'),
    ...roles.flatMap(({ packageCodes: codes = [], debitAccountIds: ids = [] }, i) => [
      ...unknown(codes, packageCodes, `${at}/roles/${String(i)}/packageCodes`, 'package'),
      ...unknown(ids, accountIds, `${at}/roles/${String(i)}/debitAccountIds`, 'debit account'),
    ]),
    ...users.flatMap(({ userId }, i) =>
      TAKEN.has(userId)
        ? [
            invalid(
              `${at}/users/${String(i)}/userId`,
              'expected an id that the journal does not give to a part of the engine',
            ),
          ]
        : [],
    ),
    ...users.flatMap((user, i) =>
      unknown(user.roleCodes, roleCodes, `${at}/users/${String(i)}/roleCodes`, 'role'),
    ),
    ...unknownNames(
      corporate.approvalMatrix ?? [],
      { roleCodes, packageCodes },
      `${at}/approvalMatrix`,
      { ofPackage: ofDocument('package'), ofRole: ofDocument('role') },
    ),
    ...packages.flatMap((one, i) => checkPackage(one, accountIds, `${at}/packages/${String(i)}`)),
    ...(corporate.beneficiaries ?? []).flatMap((one, i) => {
      const checked = checkDetails(one, packageCodes, purposes, `${at}/beneficiaries/${String(i)}`);
      return E.isLeft(checked) ? checked.left.issues : [];
    }),
    ...checkHosts(corporate.payoutReturnHosts, `${at}/payoutReturnHosts`),
    ...checkHosts(corporate.checkout?.destinationHosts, `${at}/checkout/destinationHosts`),
    ...checkSecrets(corporate, at),
  ];
};

const checkHosts = (hosts: ReadonlyArray<string> = [], at: string): ReadonlyArray<Issue> =>
  hosts.flatMap((host, i) =>
    isDestinationHost(host)
      ? []
      : [invalid(`${at}/${String(i)}`, 'expected a host name, with the port unless it is 443')],
  );

const checkPackage = (
  part: PackagePart,
  accountIds: ReadonlySet<string>,
  place: string,
): ReadonlyArray<Issue> => {
  const { catalogConfiguration: catalog, effectiveConfiguration: own, fees = [] } = part;
  const at = `${place}/catalogConfiguration`;
  const codesOf = (named: ReadonlyArray<{ readonly paymentMethodCode: string }>) =>
    named.map(({ paymentMethodCode }) => paymentMethodCode);
  const methods = codesOf(catalog.allowedPaymentMethods);
  const once = (codes: ReadonlyArray<string>, list: string): ReadonlyArray<Issue> =>
    repeated(codes, (i) => `${place}/${list}/${String(i)}/paymentMethodCode`);
  const accounts = catalog.debitAccounts.map(({ debitAccountId }) => debitAccountId as string);
  const { defaultPaymentMethodCode: method, defaultDebitAccountId: account } = catalog;
  return [
    ...unknown(accounts, accountIds, `${at}/debitAccounts`, 'debit account'),
    ...once(methods, 'catalogConfiguration/allowedPaymentMethods'),
    ...once(
      codesOf(own?.allowedPaymentMethods ?? []),
      'effectiveConfiguration/allowedPaymentMethods',
    ),
    ...once(codesOf(fees), 'fees'),
    ...(method !== null && !methods.includes(method)
      ? [invalid(`${at}/defaultPaymentMethodCode`, 'expected one of allowedPaymentMethods')]
      : []),
    ...(account !== null && !accounts.includes(account)
      ? [invalid(`${at}/defaultDebitAccountId`, "expected one of the package's debitAccounts")]
      : []),
    ...(catalog.allowedDebitModes.includes(catalog.defaultDebitMode)
      ? []
      : [invalid(`${at}/defaultDebitMode`, 'expected one of allowedDebitModes')]),
    ...(catalog.allowedFileRejectionModes.includes(catalog.defaultFileRejectionMode)
      ? []
      : [invalid(`${at}/defaultFileRejectionMode`, 'expected one of allowedFileRejectionModes')]),
    ...checkSubscription(part, place),
  ];
};
