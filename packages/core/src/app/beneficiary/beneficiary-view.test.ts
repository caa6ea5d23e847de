import test from 'ava';
import { E } from '../../kernel/fp.js';
import { aBeneficiary, anApprovedBeneficiary, NOW } from '../../samples.test.data.js';
import {
  authorizedBeneficiary,
  beneficiaryRecord,
  createdBeneficiary,
} from './beneficiary-view.js';
import { beneficiaryEntry } from '../../model/beneficiary/payee/beneficiary-entry.js';
import {
  stepBeneficiary,
  type BeneficiaryDecision,
} from '../../model/beneficiary/payee/beneficiary-machine.js';

const banks = { bankName: (ifsc: string) => (ifsc.startsWith('HDFC') ? 'HDFC Bank' : '') };

test('a list item is flat, all strings, and shows the default account', (t) => {
  const [first] = aBeneficiary().accounts;
  const record = beneficiaryRecord(
    anApprovedBeneficiary({
      accounts: [{ ...first, accountNumber: '999999', isDefault: false }, first],
    }),
    banks,
  );

  t.deepEqual(record as unknown, {
    beneficiaryId: 'b-1',
    bankTenantId: 'bank',
    corporateTenantId: 'acme',
    name: 'Sharma Steel',
    accountNumber: '123456780001',
    ifsc: 'HDFC0000001',
    bankName: 'HDFC Bank',
    phoneNumber: '+919800000001',
    beneficiaryType: 'vendor',
    status: 'active',
    approvalState: 'approved',
  });
});

test('the answer to a creation names the accounts', (t) => {
  t.deepEqual(createdBeneficiary(aBeneficiary()).beneficiary as unknown, {
    beneficiaryId: 'b-1',
    accounts: [
      {
        accountId: 'b-1-1',
        accountNumber: '123456780001',
        ifsc: 'HDFC0000001',
        isDefault: true,
      },
    ],
  });
});

test('the answer to an authorization says who decided what, with a comment if there is one', (t) => {
  const decided = (type: 'approve' | 'reject', comment?: string) => {
    const said = comment !== undefined && { comment };
    const command = { type, by: 'u-checker', at: NOW, ...said } as BeneficiaryDecision;
    const next = stepBeneficiary(aBeneficiary(), command);
    if (E.isLeft(next)) throw new Error('not decided');
    return authorizedBeneficiary(next.right, beneficiaryEntry(aBeneficiary(), command, next.right));
  };
  const [approved, rejected] = [decided('approve'), decided('reject', 'unknown')];

  t.deepEqual(approved.beneficiary as unknown, {
    beneficiaryId: 'b-1',
    status: 'active',
    approvalState: 'approved',
    authorizedBy: 'u-checker',
    authorizedAt: NOW,
  });
  t.like(rejected.beneficiary, {
    status: 'inactive',
    approvalState: 'rejected',
    comment: 'unknown',
  });
});
