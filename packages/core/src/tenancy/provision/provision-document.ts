import * as t from 'io-ts';
import { isKeyId } from '../../access/key/key-text.js';
import { Scope } from '../../access/scope.js';
import { ApprovalMatrix } from '../../approval/matrix/matrix.js';
import { BeneficiaryDetails } from '../../beneficiary/payee/beneficiary-details.js';
import {
  BankTenantId,
  CorporateTenantId,
  DebitAccountId,
  PackageCode,
  RoleCode,
  UserId,
} from '../../kernel/values/ids.js';
import type { Plain } from '../../kernel/use-case/plain.js';
import { Paise } from '../../kernel/values/money.js';
import { AccountNumber, Email, Ifsc, Name } from '../../kernel/values/text.js';
import {
  CatalogConfiguration,
  ConfigurationOverrides,
  Fee,
  PaymentPackage,
} from '../../package/payment-package.js';
import { CheckoutSettings } from '../corporate.js';
import { CutOff, DebitAccount } from '../debit-account.js';
import { Permission, User } from '../user.js';
import { Subscriptions } from '../../webhook/manage/endpoint-request.js';

const part = <P extends t.Props, Q extends t.Props>(required: P, optional: Q) =>
  t.intersection([t.strict(required), t.exact(t.partial(optional))]);

const packageFields = PaymentPackage.type.props;
const accountFields = DebitAccount.type.props;
const userFields = User.required;

const Balance = t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0, 'Balance');

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
  { status: accountFields.status, cutOffs: t.array(CutOff), openingBalance: Balance },
);

const PackagePart = part(
  { packageCode: PackageCode, name: Name, catalogConfiguration: CatalogConfiguration },
  {
    description: packageFields.description,
    catalogStatus: packageFields.catalogStatus,
    subscriptionStatus: packageFields.subscriptionStatus,
    originSide: packageFields.originSide,
    effectiveConfiguration: ConfigurationOverrides,
    dailyAmountLimit: t.union([Paise, t.null]),
    fees: t.array(Fee),
    gstBasisPoints: packageFields.gstBasisPoints,
  },
);

const KeyId = t.refinement(t.string, isKeyId, '4 to 40 letters and digits');

/** As the engine keeps it: SHA-256 of the secret, what follows the id in a key's text. */
const KeyDigest = t.refinement(
  t.string,
  (text) => /^[0-9a-f]{64}$/.test(text),
  '64 digits of lowercase hex',
);

const ApiKeyPart = part(
  { name: Name, scopes: t.array(Scope), createdByUserId: UserId },
  { actsAsUserId: UserId, key: t.string, keyId: KeyId, keyDigest: KeyDigest },
);

const SecretKeyPart = part({ name: Name, createdByUserId: UserId }, { key: t.string });

const BeneficiaryPart = t.intersection([
  BeneficiaryDetails,
  t.exact(t.partial({ approvalState: t.keyof({ pending_approval: null, approved: null }) })),
]);

const WebhookEndpointPart = part(
  { url: t.string, eventTypes: Subscriptions },
  { secret: t.string },
);

const CorporatePart = part(
  { corporateTenantId: CorporateTenantId, name: Name },
  {
    checkout: CheckoutSettings,
    roles: t.array(RolePart),
    users: t.array(UserPart),
    debitAccounts: t.array(DebitAccountPart),
    packages: t.array(PackagePart),
    approvalMatrix: ApprovalMatrix,
    apiKeys: t.array(ApiKeyPart),
    secretKeys: t.array(SecretKeyPart),
    beneficiaries: t.array(BeneficiaryPart),
    webhookEndpoints: t.array(WebhookEndpointPart),
    settingsNeedSecondPerson: t.boolean,
    keysSeparateDuties: t.boolean,
    payoutReturnHosts: t.array(t.string),
    absent: t.keyof({ report: null, suspend: null }),
  },
);
export type CorporatePart = t.TypeOf<typeof CorporatePart>;

/**
 * Everything that a bank sets up outside the partner API, as one JSON document. Optional parts that are
 * left out take defaults: lists are empty, limits and fees are none, states are active.
 */
export const ProvisionDocument = t.strict({
  bankTenants: t.array(
    part(
      { bankTenantId: BankTenantId, name: Name, corporates: t.array(CorporatePart) },
      { timeZone: t.string },
    ),
  ),
});
export type ProvisionDocument = t.TypeOf<typeof ProvisionDocument>;

/**
 * The document as a host writes it in code. A document that a host parsed from a file goes through
 * `readProvisionDocument`.
 */
export type ProvisionInput = Plain<ProvisionDocument>;

/** The zone of a bank that names none (decisions §2). */
export const DEFAULT_ZONE = 'Asia/Kolkata';
