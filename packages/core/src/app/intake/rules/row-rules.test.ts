import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import { addDays, type Day } from '../../../kernel/values/time.js';
import {
  aBank,
  aCatalog,
  aCorporate,
  aDebitAccount,
  anActor,
  anApprovedBeneficiary,
  aPackage,
  aRow,
  NOW,
} from '../../../samples.test.data.js';
import type { RejectionCode } from '../../../model/payout/rejection.js';
import type { BankRail, NotTaken } from '../../../ports/bank-rail.js';
import { layOutFacts } from './row-facts.js';
import { judgeRow } from './row-rules.js';

const TODAY = '2026-03-02' as Day;

/** What a row and its surroundings differ in from the sample, which passes. */
interface Scene {
  readonly bank?: object;
  readonly bankRail?: Pick<BankRail, 'refuses'>;
  readonly corporate?: object;
  readonly holdsReference?: boolean;
  readonly order?: object;
  readonly role?: object;
  readonly package?: object | null;
  readonly catalog?: object;
  readonly limit?: object;
  readonly debit?: object;
  readonly beneficiary?: object | null;
}

const PAYER_LEI = '335800ACMEINDUSTRI79';
const PAYEE_LEI = '335800SHARMASTEEL098';
const FROM_50_000 = { paymentMethodCode: 'NEFT', fromAmount: 50_000 };

const judge = (scene: Scene) => {
  const methods = [
    { paymentMethodCode: 'NEFT', minimumAmount: 100, maximumAmount: 1_000_000, ...scene.limit },
  ];
  const catalog = aCatalog({ allowedPaymentMethods: methods, ...scene.catalog });
  const facts = layOutFacts({
    bankRail: scene.bankRail ?? {},
    actor: anActor([{ ...scene.role }]),
    packages:
      scene.package === null ? [] : [aPackage({ catalogConfiguration: catalog, ...scene.package })],
    debitAccounts: [aDebitAccount(scene.debit)],
    beneficiaries: scene.beneficiary === null ? [] : [anApprovedBeneficiary(scene.beneficiary)],
    bank: aBank(scene.bank),
    corporate: aCorporate(scene.corporate),
    at: NOW,
  });
  return judgeRow({ ...aRow(0, scene.order), holdsReference: scene.holdsReference ?? true }, facts);
};

const only = (account: object) => ({ debitAccounts: [{ debitAccountId: 'da-main', ...account }] });

/** A rail of a bank that takes no order, because of this part. */
const takingNo = (of: NotTaken['of']): Pick<BankRail, 'refuses'> => ({
  refuses: (order) => ({ of, message: `not ${JSON.stringify(order[of])}` }),
});

/** Every rule of one row, in the order in which they are looked at, and how to break it. */
const RULES: ReadonlyArray<readonly [RejectionCode, Scene, field: string]> = [
  ['package_access_denied', { role: { packageCodes: ['SALARY'] } }, 'packageCode'],
  ['debit_account_access_denied', { role: { debitAccountIds: [] } }, 'debitAccountNumber'],
  ['duplicate_transaction_reference', { holdsReference: false }, 'transactionReference'],
  ['package_not_found', { package: null }, 'packageCode'],
  ['package_not_active', { package: { catalogStatus: 'inactive' } }, 'packageCode'],
  ['package_subscription_inactive', { package: { subscriptionStatus: 'draft' } }, 'packageCode'],
  ['beneficiary_not_found', { beneficiary: null }, 'beneficiaryId'],
  ['beneficiary_not_approved', { beneficiary: { state: 'pending_approval' } }, 'beneficiaryId'],
  ['beneficiary_not_mapped_to_package', { beneficiary: { packageCodes: [] } }, 'beneficiaryId'],
  [
    'beneficiary_account_not_found',
    { order: { beneficiaryAccountNumber: '999999' } },
    'beneficiaryAccountNumber',
  ],
  ['debit_account_missing', { catalog: { defaultDebitAccountId: null } }, 'debitAccountNumber'],
  ['debit_account_not_in_package', { catalog: { debitAccounts: [] } }, 'debitAccountNumber'],
  ['debit_account_inactive', { debit: { status: 'inactive' } }, 'debitAccountNumber'],
  ['payment_method_missing', { catalog: { defaultPaymentMethodCode: null } }, 'paymentMethodCode'],
  ['payment_method_not_allowed', { limit: { paymentMethodCode: 'RTGS' } }, 'paymentMethodCode'],
  [
    'payment_method_not_allowed_for_debit_account',
    { catalog: only({ allowedPaymentMethodCodes: ['RTGS'], isDefault: true }) },
    'paymentMethodCode',
  ],
  ['amount_below_method_limit', { limit: { minimumAmount: 50_001 } }, 'amount'],
  ['amount_above_method_limit', { limit: { maximumAmount: 49_999 } }, 'amount'],
  ['payout_date_in_past', { order: { payoutDate: '2026-03-01' } }, 'payoutDate'],
  ['payout_date_too_far', { order: { payoutDate: '2026-06-01' } }, 'payoutDate'],
  ['purpose_not_allowed', { order: { purpose: 'FOOD' } }, 'purpose'],
  ['lei_missing', { bank: { leiThresholds: [FROM_50_000] } }, 'debitAccountNumber'],
  ['not_taken_by_bank', { bankRail: takingNo('beneficiaryName') }, 'beneficiaryId'],
];

for (const [code, scene, field] of RULES) {
  test(`a row that breaks one rule is rejected with ${code}`, (t) => {
    const result = judge(scene);

    t.like(result, { _tag: 'Left', left: { code, field } });
    t.truthy(E.isLeft(result) && result.left.message);
  });
}

/** Whether a maker may use an account shows only where the row names a package, and an account of it. */
const HIDING: Partial<Record<RejectionCode, ReadonlyArray<RejectionCode>>> = {
  package_access_denied: ['package_not_found'],
  debit_account_access_denied: [
    'package_not_found',
    'debit_account_missing',
    'debit_account_not_in_package',
  ],
};

/** Both scenes at once; where they meet, the first says how it is. */
const both = (first: Scene, second: Scene): Scene => {
  const merged: Record<string, unknown> = { ...second };
  for (const [key, value] of Object.entries(first)) {
    const other = merged[key];
    merged[key] =
      typeof value === 'object' && value !== null && typeof other === 'object' && other !== null
        ? { ...other, ...(value as object) }
        : value;
  }
  return merged;
};

test('when a row breaks several rules, the first one gives the rejection code', (t) => {
  fc.assert(
    fc.property(fc.subarray([...RULES.keys()], { minLength: 1 }), (broken) => {
      const codes = broken.map((i) => RULES[i]?.[0]);
      const [code] = codes.filter(
        (one) => one && !HIDING[one]?.some((hiding) => codes.includes(hiding)),
      );
      const scenes = broken.map((i) => RULES[i]?.[1] ?? {});
      const result = judge(scenes.reduceRight<Scene>((scene, one) => both(one, scene), {}));
      t.is(E.isLeft(result) ? result.left.code : undefined, code);
    }),
    { numRuns: 1_000 },
  );
});

test('a row that passes gets the terms that hold for it', (t) => {
  t.deepEqual(
    judge({}) as unknown,
    E.right({
      debitAccountId: 'da-main',
      debitAccountNumber: '50200011112222',
      paymentMethod: 'NEFT',
      beneficiaryCode: 'SHARMA01',
      beneficiaryName: 'Sharma Steel',
      creditAccountNumber: '123456780001',
      creditIfsc: 'HDFC0000001',
      feeBase: 500,
      feeGst: 90,
      masked: false,
      orderDetails: { debtor: { name: 'Acme Industries', ifsc: 'DEMO0000001' } },
    }),
  );
});

/** What the bank is told of a row that passes. */
const detailsOf = (scene: Scene): unknown => {
  const result = judge(scene);
  return E.isLeft(result) ? result.left.code : result.right.orderDetails;
};

test('a payment is for what it says, else for what its payee is paid for', (t) => {
  const paidFor = { beneficiary: { purpose: 'SUPP' } };
  const debtor = { name: 'Acme Industries', ifsc: 'DEMO0000001' };

  t.deepEqual(detailsOf(paidFor), { debtor, purpose: 'SUPP' });
  t.deepEqual(detailsOf({ ...paidFor, order: { purpose: 'RENT' } }), { debtor, purpose: 'RENT' });
  t.deepEqual(detailsOf({ order: { purpose: 'RENT' } }), { debtor, purpose: 'RENT' });
});

test("a purpose is one of its bank's list, whoever names it", (t) => {
  const bank = { purposes: ['FOOD'] };

  t.like(detailsOf({ bank, order: { purpose: 'FOOD' } }), { purpose: 'FOOD' });
  t.is(detailsOf({ bank, order: { purpose: 'SUPP' } }), 'purpose_not_allowed');
  t.like(judge({ bank, beneficiary: { purpose: 'SUPP' } }), {
    left: { code: 'purpose_not_allowed', field: 'beneficiaryId' },
  });
});

test("the debtor has the numbers of the debit account, else the corporate's", (t) => {
  const corporate = { customerId: 'CIF1', lei: PAYER_LEI };
  const debtor = { name: 'Acme Industries', ifsc: 'DEMO0000001', ...corporate };

  t.deepEqual(detailsOf({ corporate }), { debtor });
  t.deepEqual(detailsOf({ corporate, debit: { customerId: 'CIF2', lei: PAYEE_LEI } }), {
    debtor: { ...debtor, customerId: 'CIF2', lei: PAYEE_LEI },
  });
});

test('from the threshold of its method on a payment needs the LEI of payer and payee', (t) => {
  const large = { bank: { leiThresholds: [FROM_50_000] } };
  const corporate = { lei: PAYER_LEI };
  const beneficiary = { lei: PAYEE_LEI };

  t.like(judge({ ...large, corporate }), { left: { code: 'lei_missing', field: 'beneficiaryId' } });
  t.like(judge({ ...large, beneficiary }), {
    left: { code: 'lei_missing', field: 'debitAccountNumber' },
  });
  t.like(detailsOf({ ...large, corporate, beneficiary }), {
    debtor: { lei: PAYER_LEI },
    creditorLei: PAYEE_LEI,
  });
  t.like(detailsOf({ ...large, beneficiary, debit: { lei: PAYER_LEI } }), {
    debtor: { lei: PAYER_LEI },
  });
  t.true(E.isRight(judge({ ...large, order: { amount: 49_999 } })));
});

test('a bank that names no threshold asks for LEIs from 50 crore rupees on, by NEFT and RTGS', (t) => {
  const crore = 10 ** 7 * 100;
  const by = (paymentMethodCode: string, amount: number, bank = {}) =>
    detailsOf({
      bank,
      order: { amount, paymentMethodCode },
      limit: { paymentMethodCode, maximumAmount: null },
      catalog: only({ allowedPaymentMethodCodes: [paymentMethodCode], isDefault: true }),
    });

  for (const method of ['NEFT', 'RTGS']) {
    t.is(by(method, 50 * crore), 'lei_missing');
    t.not(by(method, 50 * crore - 1), 'lei_missing');
    t.not(by(method, 50 * crore, { leiThresholds: [] }), 'lei_missing');
  }
  t.not(by('IMPS', 50 * crore), 'lei_missing');
});

test('a row may name the account, the method and the payee account that the defaults stand for', (t) => {
  const named = {
    debitAccountNumber: '50200011112222',
    paymentMethodCode: 'NEFT',
    beneficiaryAccountNumber: '123456780001',
  };

  t.deepEqual(judge({ order: named }), judge({}));
  t.deepEqual(
    judge({
      order: named,
      catalog: { defaultDebitAccountId: null, defaultPaymentMethodCode: null },
    }),
    judge({}),
  );
});

test('an account that does not belong to the corporate belongs to none of its packages', (t) => {
  t.like(judge({ order: { debitAccountNumber: '999999' } }), {
    left: { code: 'debit_account_not_in_package' },
  });
});

test('the bounds of an amount and of a date belong to what is taken', (t) => {
  for (const scene of [
    { limit: { minimumAmount: 50_000, maximumAmount: 50_000 } },
    { limit: { minimumAmount: null, maximumAmount: null } },
    { order: { payoutDate: TODAY } },
    { order: { payoutDate: addDays(TODAY, 90) } },
  ]) {
    t.true(E.isRight(judge(scene)));
  }
  t.true(E.isLeft(judge({ order: { payoutDate: addDays(TODAY, 91) } })));
});

test('a row is judged by the day of its acceptance, however late intake judges it', (t) => {
  const yesterday = addDays(TODAY, -1);
  const accepted = { createdAt: NOW - 24 * 3_600_000 };
  const scene = { package: { dailyAmountLimit: 1 }, order: accepted };

  t.like(judge(scene), { right: { limitDay: yesterday } });
  t.like(judge({ order: { payoutDate: yesterday, ...accepted } }), { _tag: 'Right' });
  t.like(judge({ order: { payoutDate: addDays(yesterday, -1), ...accepted } }), {
    left: { code: 'payout_date_in_past' },
  });
  t.like(judge({ order: { payoutDate: addDays(yesterday, 91), ...accepted } }), {
    left: { code: 'payout_date_too_far' },
  });
});

test('the stricter values of the subscription count', (t) => {
  const overrides = {
    maskConfidentialDetails: true,
    allowedPaymentMethods: [
      { paymentMethodCode: 'NEFT', minimumAmount: null, maximumAmount: 49_999 },
    ],
  };

  t.like(judge({ package: { overrides } }), { left: { code: 'amount_above_method_limit' } });
  t.like(judge({ package: { overrides: { maskConfidentialDetails: true } } }), {
    right: { masked: true },
  });
});

test('only where its package has a daily limit does a payout count against the day it is for', (t) => {
  const limited = { dailyAmountLimit: 1 };

  t.like(judge({ package: limited }), { right: { limitDay: TODAY } });
  t.like(judge({ package: limited, order: { payoutDate: '2026-03-09' } }), {
    right: { limitDay: '2026-03-09' },
  });
  t.true(E.isRight(judge({})) && !('limitDay' in (judge({}) as { readonly right: object }).right));
});

test('a maker who is removed or suspended reaches no package', (t) => {
  const facts = layOutFacts({
    bankRail: {},
    actor: undefined,
    packages: [aPackage()],
    debitAccounts: [aDebitAccount()],
    beneficiaries: [anApprovedBeneficiary()],
    bank: aBank(),
    corporate: aCorporate(),
    at: NOW,
  });

  t.like(judgeRow(aRow(), facts), { left: { code: 'package_access_denied' } });
});

test('the rail sees the order as it would be sent, and the row names the field to change', (t) => {
  const refused = (of: NotTaken['of'], order = {}) => {
    const result = judge({ bankRail: takingNo(of), order });
    return E.isLeft(result) && [result.left.code, result.left.field, result.left.message];
  };
  const code = 'not_taken_by_bank';

  t.deepEqual(refused('amount'), [code, 'amount', 'not 50000']);
  t.deepEqual(refused('paymentMethod'), [code, 'paymentMethodCode', 'not "NEFT"']);
  t.deepEqual(refused('narration'), [code, 'transactionReference', 'not "INV-0"']);
  t.deepEqual(refused('narration', { remark: 'மார்ச்' }), [code, 'remark', 'not "மார்ச்"']);
  t.deepEqual(refused('purpose', { purpose: 'SALA' }), [code, 'purpose', 'not "SALA"']);
  t.like(refused('purpose'), [code, 'beneficiaryId']);
  t.like(refused('ifsc'), [code, 'beneficiaryId']);
  const beneficiaryAccountNumber = '123456780001';
  t.like(refused('ifsc', { beneficiaryAccountNumber }), [code, 'beneficiaryAccountNumber']);
  t.like(refused('debtor'), [code, 'debitAccountNumber']);
  t.like(refused('bankRef'), [code, undefined]);
});

test('a row that the bank takes passes, on the terms that its rail was asked about', (t) => {
  t.true(E.isRight(judge({ bankRail: { refuses: () => undefined } })));
});
