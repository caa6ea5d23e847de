import test from 'ava';
import type { Beneficiary } from '../../beneficiary/payee/beneficiary.js';
import { hasPayeeChanged } from './frozen-payee.js';

const session = {
  beneficiaryAccountNumber: '100001',
  payee: { name: 'Sharma Steel', ifsc: 'HDFC0000001' },
};

const account = { accountNumber: '100001', ifsc: 'HDFC0000001', isDefault: true };

const payee = (overrides: Readonly<Record<string, unknown>> = {}): Beneficiary =>
  ({
    state: 'approved',
    name: 'Sharma Steel',
    accounts: [account],
    ...overrides,
  }) as unknown as Beneficiary;

const usual = { ...account, accountNumber: '100002', ifsc: 'ICIC0000002' };

test('a payee is another one once the name, or the account or its bank, is', (t) => {
  t.true(hasPayeeChanged(session, payee({ name: 'SHARMA STEEL' })));
  t.true(hasPayeeChanged(session, payee({ accounts: [{ ...account, ifsc: 'HDFC0000002' }] })));
  t.true(hasPayeeChanged(session, payee({ accounts: [{ ...account, accountNumber: '100003' }] })));
  t.true(hasPayeeChanged(session, payee({ accounts: [usual] })));
});

test('a payee stays the same whatever else of it changes', (t) => {
  t.false(hasPayeeChanged(session, payee()));
  t.false(hasPayeeChanged(session, payee({ phoneNumber: '1', packageCodes: [] })));
  t.false(hasPayeeChanged(session, payee({ accounts: [usual, { ...account, isDefault: false }] })));
});

test('of a payee that is not approved, or a session that froze none, other rules decide', (t) => {
  const other = { name: 'Other' };
  t.false(hasPayeeChanged(session, payee({ ...other, state: 'deactivated' })));
  t.false(hasPayeeChanged(session, undefined));
  t.false(hasPayeeChanged({ beneficiaryAccountNumber: '100001' }, payee(other)));
});
