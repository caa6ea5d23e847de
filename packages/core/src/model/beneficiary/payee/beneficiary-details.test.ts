import test from 'ava';
import { E } from '../../../kernel/fp.js';
import { decodeInput } from '../../../kernel/codecs/decode.js';
import type { BeneficiaryId, PackageCode, UserId } from '../../../kernel/values/ids.js';
import type { Purpose } from '../../../kernel/values/purpose.js';
import { NOW, TENANT } from '../../../samples.test.data.js';
import {
  BeneficiaryChanges,
  BeneficiaryDetails,
  changedValues,
  checkChanges,
  checkDetails,
  newBeneficiary,
} from './beneficiary-details.js';
import { valuesOf } from './beneficiary.js';
import { differing, needsChecker } from './what-changes.js';

const PURPOSES = new Set(['SUPP', 'RENT']) as unknown as ReadonlySet<Purpose>;
const LEI = '335800SHARMASTEEL098';
const USABLE = new Set(['VENDOR', 'SALARY']) as unknown as ReadonlySet<PackageCode>;
const account = (n: number, more: object = {}) => ({
  accountNumber: String(100_000 + n),
  ifscCode: 'HDFC0000001',
  ...more,
});
const BODY = {
  beneId: 'sharma01',
  beneName: 'Sharma Steel',
  beneBankAccounts: [account(1)],
  benePhoneNumber: '+919800000001',
  benePackageCodes: ['VENDOR'],
};

/** Decodes and checks a body that differs from the good one; answers the places that are wrong. */
const wrong = (changes: object): ReadonlyArray<string> => {
  const decoded = decodeInput(BeneficiaryDetails, { ...BODY, ...changes });
  const checked = E.isLeft(decoded) ? decoded : checkDetails(decoded.right, USABLE, PURPOSES);
  return E.isLeft(checked) ? checked.left.issues.map(({ pointer }) => pointer) : [];
};
const made = (changes: object) => {
  const decoded = BeneficiaryDetails.decode({ ...BODY, ...changes });
  if (E.isLeft(decoded)) throw new Error('the details are not good');
  return newBeneficiary(TENANT, 'b-1' as BeneficiaryId, decoded.right, {
    by: 'u-1' as UserId,
    at: NOW,
  });
};

test('good details are good', (t) => {
  t.deepEqual(wrong({}), []);
  t.deepEqual(wrong({ beneBankAccounts: [1, 2, 3, 4, 5].map((n) => account(n)) }), []);
  t.deepEqual(
    wrong({ beneEmail: 'a@b.example', beneType: 'employee', beneCategory: 'steel', tags: ['x'] }),
    [],
  );
});

for (const [what, changes, pointers] of [
  ['a short beneId', { beneId: 'ab' }, ['/beneId']],
  ['a beneId with a hyphen', { beneId: 'SHARMA-01' }, ['/beneId']],
  ['no name', { beneName: undefined }, ['/beneName']],
  ['a blank name', { beneName: ' ' }, ['/beneName']],
  ['no phone number', { benePhoneNumber: undefined }, ['/benePhoneNumber']],
  ['a phone number of six digits', { benePhoneNumber: '980000' }, ['/benePhoneNumber']],
  ['an empty type', { beneType: '' }, ['/beneType']],
  ['an empty category', { beneCategory: '' }, ['/beneCategory']],
  ['an empty tag', { tags: ['a', ''] }, ['/tags/1']],
  [
    'a package named twice',
    { benePackageCodes: ['VENDOR', 'SALARY', 'VENDOR'] },
    ['/benePackageCodes/2'],
  ],
  ['an account that is no list', { beneBankAccounts: account(1) }, ['/beneBankAccounts']],
  ['no accounts', { beneBankAccounts: [] }, ['/beneBankAccounts']],
  [
    'six accounts',
    { beneBankAccounts: [1, 2, 3, 4, 5, 6].map((n) => account(n)) },
    ['/beneBankAccounts'],
  ],
  [
    'two default accounts',
    { beneBankAccounts: [account(1, { isDefault: true }), account(2, { isDefault: true })] },
    ['/beneBankAccounts'],
  ],
  [
    'one account number twice',
    { beneBankAccounts: [account(1), account(1, { ifscCode: 'ICIC0000001' })] },
    ['/beneBankAccounts/1/accountNumber'],
  ],
  [
    'five digits',
    { beneBankAccounts: [account(1, { accountNumber: '12345' })] },
    ['/beneBankAccounts/0/accountNumber'],
  ],
  [
    'a short IFSC',
    { beneBankAccounts: [account(1), account(2, { ifscCode: 'HDFC' })] },
    ['/beneBankAccounts/1/ifscCode'],
  ],
  ['no package list', { benePackageCodes: undefined }, ['/benePackageCodes']],
  ['an empty package list', { benePackageCodes: [] }, ['/benePackageCodes']],
  ['a package out of reach', { benePackageCodes: ['VENDOR', 'OTHER'] }, ['/benePackageCodes/1']],
  ['an e-mail on two lines', { beneEmail: 'a@b.example\nx' }, ['/beneEmail']],
  ['a purpose that the bank does not list', { benePurpose: 'FOOD' }, ['/benePurpose']],
  ['an LEI with wrong check digits', { beneLei: `${LEI.slice(0, 19)}0` }, ['/beneLei']],
  ['a tag that is no string', { tags: ['a', 1] }, ['/tags/1']],
] as ReadonlyArray<readonly [string, object, ReadonlyArray<string>]>) {
  test(`${what} is refused at its place`, (t) => {
    t.deepEqual(wrong(changes), pointers);
  });
}

test('the rules that span fields name all faults, below the place of the details', (t) => {
  const decoded = BeneficiaryDetails.decode({
    ...BODY,
    beneBankAccounts: [account(1, { isDefault: true }), account(2, { isDefault: true })],
    benePackageCodes: ['X'],
  });
  t.true(E.isRight(decoded));
  if (E.isLeft(decoded)) return;

  t.like(checkDetails(decoded.right, USABLE, PURPOSES, '/beneficiaries/3'), {
    left: {
      issues: [
        { pointer: '/beneficiaries/3/beneBankAccounts' },
        { pointer: '/beneficiaries/3/benePackageCodes/0' },
      ],
    },
  });
});

test('a new beneficiary waits, with a raised beneId and the defaults of the interface', (t) => {
  t.deepEqual(made({}) as unknown, {
    ...TENANT,
    beneficiaryId: 'b-1',
    beneId: 'SHARMA01',
    name: 'Sharma Steel',
    accounts: [
      {
        accountId: 'b-1-1',
        accountNumber: '100001',
        ifsc: 'HDFC0000001',
        accountName: 'Sharma Steel',
        isDefault: true,
      },
    ],
    phoneNumber: '+919800000001',
    packageCodes: ['VENDOR'],
    type: 'vendor',
    tags: [],
    createdBy: 'u-1',
    createdAt: NOW,
    revision: 1,
    state: 'pending_approval',
  });
});

test('exactly one account is the default: the flagged one, else the first', (t) => {
  const flags = (...accounts: ReadonlyArray<object>) =>
    made({ beneBankAccounts: accounts }).accounts.map(({ isDefault }) => isDefault);

  t.deepEqual(flags(account(1), account(2)), [true, false]);
  t.deepEqual(flags(account(1), account(2, { isDefault: true })), [false, true]);
  t.deepEqual(flags(account(1, { isDefault: false }), account(2)), [true, false]);
});

test('accounts of one beneficiary have different ids', (t) => {
  const ids = made({ beneBankAccounts: [1, 1, 2].map((n) => account(n)) }).accounts.map(
    ({ accountId }) => accountId,
  );

  t.is(new Set(ids).size, 3);
});

const changed = (payee: ReturnType<typeof made>, changes: object) => {
  const decoded = BeneficiaryChanges.decode(changes);
  if (E.isLeft(decoded)) throw new Error('the changes are not good');
  return changedValues(payee, decoded.right);
};

test('a change keeps what it does not name', (t) => {
  const payee = made({ beneEmail: 'a@b.example', tags: ['x'] });

  t.deepEqual(changed(payee, {}), valuesOf(payee));
  t.deepEqual(changed(payee, { benePhoneNumber: '9800000002' }), {
    ...valuesOf(payee),
    phoneNumber: '9800000002' as never,
  });
  t.false('email' in changed(payee, { beneEmail: null }));
});

test('a payee may have a purpose and an LEI, and lose them again', (t) => {
  const payee = made({ benePurpose: 'supp', beneLei: LEI.toLowerCase() });

  t.like(payee, { purpose: 'SUPP', lei: LEI });
  t.like(changed(payee, { tags: ['x'] }), { purpose: 'SUPP', lei: LEI });
  t.like(changed(payee, { benePurpose: 'RENT', beneLei: null }), {
    purpose: 'RENT',
    lei: undefined,
  });
  t.deepEqual(changed(payee, { benePurpose: null, beneLei: null }), valuesOf(made({})));
});

test('an account keeps its id with its number, and no new account gets an id that was ever given', (t) => {
  const payee = made({ beneBankAccounts: [account(1), account(2)] });
  const [first, second] = payee.accounts;
  const next = changed(payee, {
    beneBankAccounts: [account(2, { ifscCode: 'CNRB0010445', isDefault: true }), account(3)],
  }).accounts;

  t.like(next[0], { accountId: second?.accountId, ifsc: 'CNRB0010445', isDefault: true });
  t.like(next[1], { accountId: 'b-1-2-2', isDefault: false });
  t.false(next.some(({ accountId }) => accountId === first?.accountId));
});

test('an account without a name of its own goes by the name of its payee', (t) => {
  const payee = made({ beneBankAccounts: [account(1), account(2, { accountName: 'Exports' })] });

  t.deepEqual(
    changed(payee, { beneName: 'Sharma Metals' }).accounts.map(({ accountName }) => accountName),
    ['Sharma Metals', 'Exports'] as never[],
  );
});

test('a change of name or accounts needs a checker; any other only where the corporate asks for a second person', (t) => {
  const payee = made({});
  const needs = (changes: object, corporate = {}) =>
    needsChecker(differing(payee, changed(payee, changes)), corporate);

  for (const changes of [
    { beneName: 'Other' },
    { beneBankAccounts: [account(1, { ifscCode: 'CNRB0010445' })] },
    { beneBankAccounts: [account(1), account(2)] },
    { beneName: 'Other', tags: ['x'] },
  ])
    t.true(needs(changes));
  for (const changes of [
    { tags: ['x'] },
    { benePackageCodes: ['SALARY'] },
    { beneEmail: 'a@b.c' },
    { benePurpose: 'RENT' },
    { beneLei: LEI },
  ]) {
    t.false(needs(changes));
    t.true(needs(changes, { settingsNeedSecondPerson: true }));
  }
});

test('a change is checked in what it names, and packages that the payee has may stay', (t) => {
  const payee = made({ benePackageCodes: ['VENDOR', 'OLD'] });
  const pointers = (changes: object) => {
    const decoded = BeneficiaryChanges.decode(changes);
    if (E.isLeft(decoded)) throw new Error('the changes are not good');
    return checkChanges(decoded.right, payee, USABLE, PURPOSES).map(({ pointer }) => pointer);
  };

  t.deepEqual(pointers({}), []);
  t.deepEqual(pointers({ benePurpose: 'RENT' }), []);
  t.deepEqual(pointers({ benePurpose: 'FOOD' }), ['/benePurpose']);
  t.deepEqual(pointers({ benePackageCodes: ['OLD', 'SALARY'] }), []);
  t.deepEqual(pointers({ benePackageCodes: ['NONE'] }), ['/benePackageCodes/0']);
  t.deepEqual(pointers({ beneBankAccounts: [account(1), account(1)] }), [
    '/beneBankAccounts/1/accountNumber',
  ]);
});
