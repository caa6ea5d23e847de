import test from 'ava';
import { aCatalog } from '../../../samples.test.data.js';
import { checkSubscription } from './check-subscription.js';
import type { PackagePart } from './package-configuration.js';

const method = (paymentMethodCode: string, minimumAmount: number | null = null) => ({
  paymentMethodCode,
  minimumAmount,
  maximumAmount: null,
});

const SOLD = { allowedPaymentMethods: [method('NEFT', 100), method('IMPS', 100)] };

/** The faults of a subscription, where the bank sells the sample package with these members. */
const faults = (sold: Parameters<typeof aCatalog>[0], own: object) =>
  checkSubscription(
    {
      catalogConfiguration: aCatalog({ ...SOLD, ...sold }),
      effectiveConfiguration: own,
    } as PackagePart,
    '',
  ).map(({ pointer, detail }) => `${pointer} ${detail}`);

const AT = '/effectiveConfiguration';
/** What the bank sells, what the subscription says, and what a person should do about it. */
const LAXER: ReadonlyArray<readonly [sold: object, own: object, fault: string]> = [
  [
    { allowedDebitModes: ['single'], defaultDebitMode: 'single' },
    { effectiveDebitMode: 'multi' },
    'effectiveDebitMode expected one of allowedDebitModes of catalogConfiguration',
  ],
  [
    { allowedFileRejectionModes: ['fail_full_file'], defaultFileRejectionMode: 'fail_full_file' },
    { effectiveFileRejectionMode: 'reject_invalid_rows' },
    'effectiveFileRejectionMode expected one of allowedFileRejectionModes of catalogConfiguration',
  ],
  [
    { autoApprovalEnabled: false },
    { autoApprovalEnabled: true },
    'autoApprovalEnabled expected false, or none: autoApprovalEnabled of catalogConfiguration is false',
  ],
  [
    { bulkApprovalEnabled: false },
    { bulkApprovalEnabled: true },
    'bulkApprovalEnabled expected false, or none: bulkApprovalEnabled of catalogConfiguration is false',
  ],
  [
    { maskConfidentialDetails: true },
    { maskConfidentialDetails: false },
    'maskConfidentialDetails expected true, or none: maskConfidentialDetails of catalogConfiguration is true',
  ],
  [
    { maxPaymentsPerBatch: 10 },
    { maxPaymentsPerBatch: 11 },
    'maxPaymentsPerBatch expected at most maxPaymentsPerBatch of catalogConfiguration',
  ],
  [
    {},
    { allowedPaymentMethods: [method('NEFT'), method('UPI')] },
    'allowedPaymentMethods/1/paymentMethodCode expected one of allowedPaymentMethods of catalogConfiguration',
  ],
  [
    {},
    { defaultPaymentMethodCode: 'UPI' },
    'defaultPaymentMethodCode expected one of the allowedPaymentMethods',
  ],
  [
    {},
    { allowedPaymentMethods: [method('NEFT')], defaultPaymentMethodCode: 'IMPS' },
    'defaultPaymentMethodCode expected one of the allowedPaymentMethods',
  ],
  [
    {},
    { allowedPaymentMethods: [method('IMPS')] },
    'allowedPaymentMethods expected the default method of catalogConfiguration among them, or another as defaultPaymentMethodCode',
  ],
  [
    {},
    { defaultDebitAccountId: 'da-other' },
    "defaultDebitAccountId expected one of the package's debitAccounts",
  ],
];

for (const [sold, own, fault] of LAXER)
  test(`a subscription is not laxer than what the bank sells: ${JSON.stringify(own)}`, (t) => {
    t.deepEqual(faults(sold, own), [`${AT}/${fault}`]);
  });

test('a subscription that is stricter, equal or silent is good', (t) => {
  const equal = {
    effectiveDebitMode: 'multi',
    effectiveFileRejectionMode: 'reject_invalid_rows',
    autoApprovalEnabled: false,
    bulkApprovalEnabled: true,
    maskConfidentialDetails: false,
    maxPaymentsPerBatch: 20_000,
    defaultPaymentMethodCode: 'NEFT',
    defaultDebitAccountId: 'da-main',
  };
  const stricter = {
    effectiveDebitMode: 'single',
    effectiveFileRejectionMode: 'fail_full_file',
    autoApprovalEnabled: false,
    bulkApprovalEnabled: false,
    maskConfidentialDetails: true,
    maxPaymentsPerBatch: 1,
    allowedPaymentMethods: [method('IMPS', 500)],
    defaultPaymentMethodCode: 'IMPS',
  };
  const nulls = Object.fromEntries(Object.keys(equal).map((name) => [name, null]));

  for (const own of [equal, stricter, nulls, {}, { allowedPaymentMethods: [method('NEFT', 1)] }])
    t.deepEqual(faults({}, own), []);
  t.deepEqual(faults({ autoApprovalEnabled: true }, stricter), []);
  t.deepEqual(faults({ defaultPaymentMethodCode: null }, { allowedPaymentMethods: [] }), []);
});
