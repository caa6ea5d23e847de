import test from 'ava';
import { E } from '../../../kernel/fp.js';
import { readProvisionDocument } from './check-provision.js';
import { SAMPLE_DOCUMENT } from '../../../model/tenancy/sample-document.test.data.js';

const CORPORATE = '/bankTenants/0/corporates/0';
const SECRET = '0123456789abcdef0123456789abcdef';

/** The sample with one place changed; `undefined` takes it away. */
const sampleWith = (pointer: string, value: unknown): unknown => {
  const document = structuredClone(SAMPLE_DOCUMENT) as unknown;
  const path = pointer.split('/').slice(1);
  const last = path.pop() ?? '';
  const parent = path.reduce<unknown>(
    (at, key) => (at as Record<string, unknown>)[key],
    document,
  ) as Record<string, unknown>;
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else parent[last] = value;
  return document;
};
const faults = (document: unknown) => {
  const read = readProvisionDocument(document);
  return E.isLeft(read) ? read.left.issues.map(({ pointer }) => pointer) : [];
};
const sample = SAMPLE_DOCUMENT.bankTenants[0]?.corporates[0];

test('the sample document is good, and comes out as it went in', (t) => {
  t.deepEqual(readProvisionDocument(SAMPLE_DOCUMENT) as unknown, E.right(SAMPLE_DOCUMENT));
});

test('a document that was read is read again as it is', (t) => {
  const written = [
    [`${CORPORATE}/name`, 'Acme\u0301'],
    [`${CORPORATE}/debitAccounts/0/ifscCode`, 'demo0000001'],
    [`${CORPORATE}/beneficiaries/0/beneId`, 'sharma01'],
  ] as const;
  for (const [pointer, value] of written) {
    const read = readProvisionDocument(sampleWith(pointer, value));
    t.notDeepEqual(read, E.right(sampleWith(pointer, value)));
    t.deepEqual(E.isRight(read) && readProvisionDocument(read.right), read);
  }
});

test('a bank without corporates and a corporate with nothing but a name are good', (t) => {
  const bank = { bankTenantId: 'b', name: 'Bank', corporates: [] };
  const corporate = { corporateTenantId: 'c', name: 'Corporate' };

  t.deepEqual(faults({ bankTenants: [] }), []);
  t.deepEqual(faults({ bankTenants: [bank] }), []);
  t.deepEqual(faults({ bankTenants: [{ ...bank, corporates: [corporate] }] }), []);
});

test('a bank may bring its own keys and secrets', (t) => {
  const corporate = {
    ...sample,
    apiKeys: [{ ...sample?.apiKeys[0], key: `pak_own1_${SECRET}` }],
    secretKeys: [{ ...sample?.secretKeys[0], key: `sk_own2_${SECRET}` }],
    webhookEndpoints: [
      { ...sample?.webhookEndpoints[0], secret: `whsec_${btoa('0123456789abcdef01234567')}` },
    ],
  };

  t.deepEqual(faults(sampleWith(CORPORATE, corporate)), []);
});

for (const userId of ['provision', 'customer', 'send-to-bank'])
  test(`no user is called ${userId}, as the journal calls a part of the engine`, (t) => {
    t.deepEqual(faults(sampleWith(`${CORPORATE}/users/0/userId`, userId)), [
      `${CORPORATE}/users/0/userId`,
    ]);
  });

/** One place of the document that is bad: where, with what, and where the fault is if elsewhere. */
const BAD: ReadonlyArray<readonly [place: string, value: unknown, fault?: string]> = [
  ['/bankTenants', undefined],
  ['/bankTenants', {}],
  ['/bankTenants/0/bankTenantId', ''],
  ['/bankTenants/0/bankTenantId', 'demo bank'],
  ['/bankTenants/0/name', ' '],
  ['/bankTenants/0/timeZone', 'Mars/Olympus'],
  ['/bankTenants/0/timeZone', 5],
  ['/bankTenants/0/purposes', 'SUPP'],
  ['/bankTenants/0/purposes/1', 'for rent'],
  ['/bankTenants/0/purposes/1', 'SUPP'],
  ['/bankTenants/0/leiThresholds/0/fromAmount', 0],
  ['/bankTenants/0/leiThresholds/0/paymentMethodCode', ''],
  ['/bankTenants/0/leiThresholds/0/paymentMethodCode', 'RGTS'],
  ['/bankTenants/0/corporates', undefined],
  ['/corporateTenantId', undefined],
  ['/name', 'Acme\u202e'],
  ['/customerId', 'CIF 1'],
  ['/lei', '335800ACMETRADERS045'],
  ['/checkout/destinationHosts', 'shop.example'],
  ['/checkout/destinationHosts/0', 'https://shop.example'],
  ['/checkout/statementDescriptor', null],
  ['/payoutReturnHosts', 'erp.example'],
  ['/payoutReturnHosts/0', 'https://erp.example/'],
  ['/payoutReturnHosts/0', '*.erp.example'],
  ['/roles/0/permissions/1', 'transaction.steal'],
  ['/roles/0/packageCodes/0', 'UNKNOWN'],
  ['/roles/0/debitAccountIds/0', 'da-unknown'],
  ['/users/0/kind', 'robot'],
  ['/users/0/approvalState', 'maybe'],
  ['/users/0/roleCodes', undefined],
  ['/users/0/roleCodes/0', 'nobody'],
  ['/users/0/email', 'maker at acme'],
  ['/users/1/userId', 'u-maker'],
  ['/debitAccounts/0/accountNumber', '12345'],
  ['/debitAccounts/0/ifscCode', 'X'],
  ['/debitAccounts/0/status', 'open'],
  ['/debitAccounts/0/customerId', ''],
  ['/debitAccounts/0/lei', '335800'],
  ['/debitAccounts/0/openingBalance', -1],
  ['/debitAccounts/0/openingBalance', 0.5],
  ['/debitAccounts/0/cutOffs/0/paymentMethodCode', 'NETF'],
  ['/debitAccounts/0/cutOffs/0/from', '24:00'],
  ['/debitAccounts/0/cutOffs/0/to', '9:00'],
  ['/packages/0/subscriptionStatus', 'paused'],
  ['/packages/0/dailyAmountLimit', 0],
  ['/packages/0/fees/0/base', 0.5],
  ['/packages/0/fees/0/paymentMethodCode', 'neft'],
  ['/packages/0/catalogConfiguration/allowedPaymentMethods/1/paymentMethodCode', 'NEFT'],
  ['/packages/0/gstBasisPoints', 10_001],
  ['/packages/0/catalogConfiguration', undefined],
  ['/packages/0/catalogConfiguration/maxPaymentsPerBatch', 0],
  ['/packages/0/catalogConfiguration/autoApprovalEnabled', 'no'],
  ['/packages/0/catalogConfiguration/allowedPaymentMethods/0/minimumAmount', 1.5],
  ['/packages/0/catalogConfiguration/allowedPaymentMethods/0/maximumAmount', undefined],
  ['/packages/0/catalogConfiguration/defaultPaymentMethodCode', 'INTERNAL'],
  ['/packages/0/catalogConfiguration/defaultDebitAccountId', 'da-other'],
  ['/packages/0/catalogConfiguration/debitAccounts/0', 'da-main'],
  [
    '/packages/0/catalogConfiguration/allowedDebitModes',
    ['single'],
    '/packages/0/catalogConfiguration/defaultDebitMode',
  ],
  [
    '/packages/0/catalogConfiguration/allowedFileRejectionModes',
    ['fail_full_file'],
    '/packages/0/catalogConfiguration/defaultFileRejectionMode',
  ],
  ['/packages/0/effectiveConfiguration/maxPaymentsPerBatch', -1],
  ['/approvalMatrix/0/packageCodes', 'VENDOR'],
  ['/approvalMatrix/0/packageCodes', ['VENDR'], '/approvalMatrix/0/packageCodes/0'],
  [
    '/approvalMatrix/0/tiers/1/levels/0/roleCodes',
    ['nobody'],
    '/approvalMatrix/0/tiers/1/levels/0/roleCodes/0',
  ],
  ['/approvalMatrix/0/tiers/0/upToAmount', 0],
  ['/approvalMatrix/0/tiers/1/levels/0/approvals', 0],
  ['/apiKeys/0/scopes/0', 'everything'],
  ['/apiKeys/0/key', 'secret'],
  ['/apiKeys/0/key', `sk_own1_${SECRET}`],
  ['/apiKeys/0/key', `pak_own1_${'a'.repeat(32)}`],
  ['/apiKeys/1/keyId', undefined],
  ['/apiKeys/1/keyId', 'own'],
  ['/apiKeys/1/keyId', 'own-1'],
  ['/apiKeys/1/keyId', 'pak_own1'],
  ['/apiKeys/1/keyDigest', undefined],
  ['/apiKeys/1/keyDigest', 'A'.repeat(64)],
  ['/apiKeys/1/keyDigest', 'a'.repeat(63)],
  ['/apiKeys/1/keyDigest', `${'a'.repeat(64)}\n`],
  ['/apiKeys/1/key', `pak_own1_${SECRET}`],
  ['/secretKeys/0/key', `pak_own1_${SECRET}`],
  ['/secretKeys/0/keyDigest', 'a'.repeat(64)],
  ['/beneficiaries/0/beneId', 'X'],
  ['/beneficiaries/0/beneBankAccounts', []],
  ['/beneficiaries/0/benePackageCodes', []],
  ['/beneficiaries/0/benePackageCodes/0', 'UNKNOWN'],
  ['/beneficiaries/0/approvalState', 'rejected'],
  ['/beneficiaries/0/benePurpose', 'TAXS'],
  ['/beneficiaries/0/beneLei', '335800SHARMASTEEL089'],
  ['/webhookEndpoints/0/url', 'ftp://127.0.0.1/hooks'],
  ['/webhookEndpoints/0/url', 'https://a b.example'],
  ['/webhookEndpoints/0/url', 'https://a.example/\u0000'],
  ['/webhookEndpoints/0/url', 'https://ä.example'],
  ['/webhookEndpoints/0/secret', 'whsec_c2hvcnQ='],
  ['/webhookEndpoints/0/eventTypes', '*'],
];

for (const [place, value, fault = place] of BAD) {
  const at = (pointer: string) =>
    pointer.startsWith('/bankTenants') ? pointer : `${CORPORATE}${pointer}`;
  test(`${place} of ${value === undefined ? 'nothing' : JSON.stringify(value)} is refused at ${fault}`, (t) => {
    t.deepEqual(faults(sampleWith(at(place), value)), [at(fault)]);
  });
}

for (const [list, field] of [
  ['roles', 'roleCode'],
  ['users', 'userId'],
  ['debitAccounts', 'debitAccountId'],
  ['packages', 'packageCode'],
  ['apiKeys', 'name'],
  ['secretKeys', 'name'],
  ['beneficiaries', 'beneId'],
  ['webhookEndpoints', 'url'],
] as const) {
  test(`two ${list} with one ${field} are refused at the second`, (t) => {
    const items = sample?.[list] ?? [];
    const twice = [...items, structuredClone(items[0])];
    const fault = `${CORPORATE}/${list}/${String(items.length)}/${field}`;

    t.true(faults(sampleWith(`${CORPORATE}/${list}`, twice)).includes(fault));
  });
}

test('a package has one fee for a method, and a window or fee of a method that no package takes yet is good', (t) => {
  const fee = { paymentMethodCode: 'NEFT', base: 1 };
  t.deepEqual(faults(sampleWith(`${CORPORATE}/packages/0/fees`, [fee, { ...fee, base: 2 }])), [
    `${CORPORATE}/packages/0/fees/1/paymentMethodCode`,
  ]);
  for (const place of ['packages/0/fees/0', 'debitAccounts/0/cutOffs/0'])
    for (const code of ['UPI', 'IMPS2', 'RTG', 'SPMI'])
      t.deepEqual(faults(sampleWith(`${CORPORATE}/${place}/paymentMethodCode`, code)), []);
});

test('a subscription has one limit for a method of the package, and none by a slip of the pen', (t) => {
  const at = `${CORPORATE}/packages/0/effectiveConfiguration/allowedPaymentMethods`;
  const limit = { paymentMethodCode: 'NEFT', minimumAmount: null, maximumAmount: 100 };
  t.deepEqual(faults(sampleWith(at, [limit, { ...limit, maximumAmount: null }])), [
    `${at}/1/paymentMethodCode`,
  ]);
  t.deepEqual(faults(sampleWith(at, [limit, { ...limit, paymentMethodCode: 'NETF' }])), [
    `${at}/1/paymentMethodCode`,
  ]);
});

test('a bank names a payment method once among its thresholds', (t) => {
  const one = { paymentMethodCode: 'NEFT', fromAmount: 1 };

  t.deepEqual(
    faults(sampleWith('/bankTenants/0/leiThresholds', [one, { ...one, fromAmount: 2 }])),
    ['/bankTenants/0/leiThresholds/1/paymentMethodCode'],
  );
});

test("a payee is paid for something of its bank's list, and without a list for a code of ISO 20022", (t) => {
  const paidFor = (purposes: unknown, benePurpose: string) =>
    faults({
      bankTenants: [
        {
          ...SAMPLE_DOCUMENT.bankTenants[0],
          purposes,
          corporates: [
            { ...sample, beneficiaries: [{ ...sample?.beneficiaries[0], benePurpose }] },
          ],
        },
      ],
    });

  t.deepEqual(paidFor(['FOOD'], 'food'), []);
  t.deepEqual(paidFor(['FOOD'], 'SUPP'), [`${CORPORATE}/beneficiaries/0/benePurpose`]);
  t.deepEqual(paidFor(undefined, 'SUPP'), []);
  t.deepEqual(paidFor(undefined, 'FOOD'), [`${CORPORATE}/beneficiaries/0/benePurpose`]);
});

test('a corporate and a bank are named once in a document', (t) => {
  const [bank] = SAMPLE_DOCUMENT.bankTenants;
  const corporates = [{ ...sample, apiKeys: [] }];
  const other = { ...bank, bankTenantId: 'other-bank', corporates };

  t.deepEqual(faults({ bankTenants: [bank, other] }), [
    '/bankTenants/1/corporates/0/corporateTenantId',
  ]);
  t.deepEqual(faults({ bankTenants: [bank, { ...bank, corporates: [] }] }), [
    '/bankTenants/1/bankTenantId',
  ]);
});

test('two keys with one id are rejected, also for two corporates: one would take over the other', (t) => {
  const corporate = (id: string, apiKey: string, secretKey: string) => ({
    corporateTenantId: id,
    name: id,
    apiKeys: [{ name: 'a', scopes: [], createdByUserId: 'u', key: apiKey }],
    secretKeys: [{ name: 's', createdByUserId: 'u', key: secretKey }],
  });
  const corporates = [
    corporate('one', `pak_same_${SECRET}`, `sk_same_${SECRET}`),
    corporate('two', `pak_same_${SECRET}0`, `sk_same_${SECRET}0`),
    corporate('three', `pak_other_${SECRET}`, `sk_other_${SECRET}`),
  ];

  t.deepEqual(faults({ bankTenants: [{ bankTenantId: 'b', name: 'Bank', corporates }] }), [
    '/bankTenants/0/corporates/1/apiKeys/0/key',
    '/bankTenants/0/corporates/1/secretKeys/0/key',
  ]);
});

test('a key as a text and one as a digest with the same id are refused at the second', (t) => {
  const [, tills] = sample?.apiKeys ?? [];
  const keys = [{ ...sample?.apiKeys[0], key: `pak_tills0001_${SECRET}` }, tills];

  t.deepEqual(faults(sampleWith(`${CORPORATE}/apiKeys`, keys)), [`${CORPORATE}/apiKeys/1/keyId`]);
  t.deepEqual(faults(sampleWith(`${CORPORATE}/apiKeys`, keys.toReversed())), [
    `${CORPORATE}/apiKeys/1/key`,
  ]);
});

test('every fault of a document is named, up to a hundred', (t) => {
  const corporate = {
    corporateTenantId: 'c',
    name: 'C',
    users: Array.from({ length: 60 }, (_, i) => ({
      ...sample?.users[0],
      userId: `u-${String(i)}`,
      roleCodes: ['x', 'y'],
    })),
  };
  const named = faults({
    bankTenants: [{ bankTenantId: 'b', name: 'B', corporates: [corporate] }],
  });

  t.is(named.length, 100);
  t.is(new Set(named).size, 100);
});

test('a value that is no document is refused', (t) => {
  for (const input of [null, undefined, [], 'x', 1]) t.deepEqual(faults(input), ['']);
});

test('a fault never carries the secret that is wrong', (t) => {
  const weak = `pak_own1_${'abc'.repeat(11)}`;
  const read = readProvisionDocument(sampleWith(`${CORPORATE}/apiKeys/0/key`, weak));

  t.true(E.isLeft(read));
  t.false(JSON.stringify(read).includes('abcabc'));
});
