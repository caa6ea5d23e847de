import * as t from 'io-ts';
import { isKeyId } from '../../../model/access/key/key-text.js';
import { Scope } from '../../../model/access/scope.js';
import { ApprovalMatrix } from '../../../model/approval/matrix/matrix.js';
import { BeneficiaryDetails } from '../../../model/beneficiary/payee/beneficiary-details.js';
import {
  BankTenantId,
  CorporateTenantId,
  DebitAccountId,
  PackageCode,
  RoleCode,
  UserId,
} from '../../../kernel/values/ids.js';
import { about, documented } from '../../../kernel/codecs/documented.js';
import type { Plain } from '../../../kernel/use-case/plain.js';
import { Paise } from '../../../kernel/values/money.js';
import { Lei } from '../../../kernel/values/lei.js';
import { Purpose } from '../../../kernel/values/purpose.js';
import {
  AccountNumber,
  CustomerId,
  Email,
  Ifsc,
  Name,
  PhoneNumber,
} from '../../../kernel/values/text.js';
import {
  CatalogConfiguration,
  ConfigurationOverrides,
  Fee,
  PaymentPackage,
} from '../../../model/package/payment-package.js';
import { Calendar } from '../../../model/tenancy/calendar.js';
import { CheckoutSettings } from '../../../model/tenancy/corporate.js';
import { LeiThreshold } from '../../../model/tenancy/lei-thresholds.js';
import { SecondFactorPolicy } from '../../../model/tenancy/second-factor.js';
import { CutOff, DebitAccount } from '../../../model/tenancy/debit-account.js';
import { Permission, User } from '../../../model/tenancy/user.js';
import { Subscriptions } from '../../webhook/manage/endpoint-request.js';

const part = <P extends t.Props, Q extends t.Props>(required: P, optional: Q) =>
  t.intersection([t.strict(required), t.exact(t.partial(optional))]);

const packageFields = PaymentPackage.type.props;
const accountFields = DebitAccount.required;
const userFields = User.required;

const Balance = documented(
  t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0, 'Balance'),
  { type: 'integer', minimum: 0, description: 'Paise, in the sandbox bank.' },
);

const RolePart = part(
  { roleCode: RoleCode, permissions: t.array(Permission) },
  { packageCodes: t.array(PackageCode), debitAccountIds: t.array(DebitAccountId) },
);

const UserPart = part(
  {
    userId: UserId,
    username: Name,
    kind: userFields.kind,
    approvalState: userFields.approvalState,
    roleCodes: t.array(RoleCode),
  },
  { email: Email },
);

const DebitAccountPart = part(
  {
    debitAccountId: DebitAccountId,
    accountName: Name,
    accountNumber: AccountNumber,
    ifscCode: Ifsc,
  },
  {
    status: accountFields.status,
    cutOffs: t.array(CutOff),
    customerId: about(
      CustomerId,
      "The bank's number of its holder, where it is not the corporate's.",
    ),
    lei: about(Lei, "The LEI of its holder, where it is not the corporate's."),
    openingBalance: Balance,
  },
);

const PackagePart = part(
  { packageCode: PackageCode, name: Name, catalogConfiguration: CatalogConfiguration },
  {
    description: packageFields.description,
    catalogStatus: packageFields.catalogStatus,
    subscriptionStatus: packageFields.subscriptionStatus,
    originSide: packageFields.originSide,
    effectiveConfiguration: ConfigurationOverrides,
    dailyAmountLimit: about(
      t.union([Paise, t.null]),
      'Paise that may be paid in a bank day; null: no limit.',
    ),
    fees: t.array(Fee),
    gstBasisPoints: packageFields.gstBasisPoints,
  },
);

const KeyId = documented(t.refinement(t.string, isKeyId, '4 to 40 letters and digits'), {
  type: 'string',
  pattern: '^[0-9A-Za-z]{4,40}$',
});

/** As the engine keeps it: SHA-256 of the secret, what follows the id in a key's text. */
const KeyDigest = documented(
  t.refinement(t.string, (text) => /^[0-9a-f]{64}$/.test(text), '64 digits of lowercase hex'),
  { type: 'string', pattern: '^[0-9a-f]{64}$' },
);

const ApiKeyPart = part(
  { name: Name, scopes: t.array(Scope), createdByUserId: UserId },
  {
    actsAsUserId: about(UserId, 'The maker of payments whose body names no one.'),
    key: about(t.string, 'The whole key, pak_…; without it the service makes one.'),
    keyId: about(KeyId, 'The middle part of the key, beside keyDigest and in place of key.'),
    keyDigest: about(KeyDigest, 'SHA-256 of the last part of the key, in lowercase hex.'),
  },
);

const SecretKeyPart = part({ name: Name, createdByUserId: UserId }, { key: t.string });

const BeneficiaryPart = t.intersection([
  BeneficiaryDetails,
  t.exact(
    t.partial({
      approvalState: about(
        t.keyof({ pending_approval: null, approved: null }),
        'Of a new payee: an approved one needs no checker.',
      ),
      status: about(
        t.keyof({ active: null, inactive: null }),
        'inactive: deactivates the payee, or does not make it.',
      ),
    }),
  ),
]);

const WebhookEndpointPart = part(
  { url: t.string, eventTypes: Subscriptions },
  { secret: t.string },
);

const CorporatePart = part(
  { corporateTenantId: CorporateTenantId, name: Name },
  {
    customerId: about(CustomerId, "The bank's own number of the customer, for the bank's rail."),
    lei: about(
      Lei,
      'The legal entity identifier (ISO 17442) of the corporate, which large payments need.',
    ),
    checkout: about(
      CheckoutSettings,
      'Card payments: where customers return to, and the text on statements.',
    ),
    roles: about(t.array(RolePart), 'Permissions, and the packages and accounts that they reach.'),
    users: about(t.array(UserPart), 'The people and systems of the corporate.'),
    debitAccounts: about(t.array(DebitAccountPart), 'The accounts that payouts are paid from.'),
    packages: about(t.array(PackagePart), 'The rules for payouts that the corporate bought.'),
    approvalMatrix: about(ApprovalMatrix, 'Whose approvals payouts need, by package and amount.'),
    apiKeys: about(t.array(ApiKeyPart), 'Keys of the partner API.'),
    secretKeys: about(t.array(SecretKeyPart), 'Keys of the collection checkout.'),
    beneficiaries: about(t.array(BeneficiaryPart), 'Payees.'),
    webhookEndpoints: about(t.array(WebhookEndpointPart), 'Where events are sent to.'),
    settingsNeedSecondPerson: about(
      t.boolean,
      'Changes of settings, and of packages and contact data of payees, wait for a second person.',
    ),
    secondFactor: about(
      SecondFactorPolicy,
      'Where a second factor is asked for. Without it: as before; a new corporate in sandboxes nowhere, elsewhere at approval.',
    ),
    keysSeparateDuties: about(
      t.boolean,
      'No key authorizes a payee that its maker made or asked to change, in person or by a key.',
    ),
    payoutReturnHosts: about(
      t.array(t.string),
      'Where browsers of payout sessions may return to. Without it: in sandboxes anywhere, elsewhere nowhere.',
    ),
    absent: about(
      t.keyof({ report: null, suspend: null }),
      'What happens to records that the document no longer names.',
    ),
  },
);
export type CorporatePart = t.TypeOf<typeof CorporatePart>;

/**
 * Everything that a bank sets up outside the partner API, as one JSON document (decisions §15). Optional parts that are
 * left out take defaults: lists are empty, limits and fees are none, states are active. Amounts are paise.
 */
export const ProvisionDocument = part(
  {
    bankTenants: t.array(
      part(
        { bankTenantId: BankTenantId, name: Name, corporates: t.array(CorporatePart) },
        {
          purposes: about(
            t.array(Purpose),
            'What payments may be for: a closed list. Without it: the common codes of ISO 20022.',
          ),
          leiThresholds: about(
            t.array(LeiThreshold),
            'From which amounts on payments need the LEI of payer and payee. Without it: ₹50 crore by NEFT and RTGS.',
          ),
          calendars: about(
            t.array(Calendar),
            'Holidays, for the windows of debit accounts whose clearing names one of them.',
          ),
          timeZone: about(t.string, 'IANA, such as Asia/Kolkata, which is the default.'),
          supportPhone: about(
            PhoneNumber,
            'The number to call for help, on hosted pages whose link leads no further.',
          ),
        },
      ),
    ),
  },
  // Tells an editor where the schema of the document is; the engine does nothing with it.
  { $schema: t.string },
);
export type ProvisionDocument = t.TypeOf<typeof ProvisionDocument>;

/**
 * The document as a host writes it in code (decisions §15). A document that a host parsed from a file goes through
 * `readProvisionDocument`.
 */
export type ProvisionInput = Plain<ProvisionDocument>;

/** The zone of a bank that names none (decisions §2). */
export const DEFAULT_ZONE = 'Asia/Kolkata';
