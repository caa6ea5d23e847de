export const BENEFICIARY_ID = '019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e12';

export const beneficiaryPage = {
  items: [
    {
      beneficiaryId: BENEFICIARY_ID,
      bankTenantId: 'demo-bank',
      corporateTenantId: 'acme',
      name: 'Sharma Steel',
      accountNumber: '123456780001',
      ifsc: 'HDFC0000001',
      bankName: 'HDFC Bank',
      phoneNumber: '+919800000001',
      beneficiaryType: 'vendor',
      status: 'active',
      approvalState: 'approved',
    },
  ],
  pagination: { page: 1, limit: 50, total: 1, hasMore: false },
};

export const beneficiaryDetails = {
  beneId: 'RAO01',
  beneName: 'Rao Textiles',
  beneBankAccounts: [
    { accountNumber: '987654322001', ifscCode: 'SBIN0000009', isDefault: true },
    { accountNumber: '987654322002', ifscCode: 'SBIN0000009', accountName: 'Rao Exports' },
  ],
  benePhoneNumber: '+919800000009',
  benePackageCodes: ['VENDOR'],
  beneEmail: 'accounts@rao.example',
  tags: ['textiles'],
};

export const newBeneficiary = { initiatedByUserId: 'u-maker', ...beneficiaryDetails };

export const createdBeneficiary = {
  message: 'Beneficiary created. It can be used once a checker has approved it.',
  beneficiary: {
    beneficiaryId: BENEFICIARY_ID,
    accounts: [
      {
        accountId: `${BENEFICIARY_ID}-1`,
        accountNumber: '987654322001',
        ifsc: 'SBIN0000009',
        isDefault: true,
      },
      {
        accountId: `${BENEFICIARY_ID}-2`,
        accountNumber: '987654322002',
        ifsc: 'SBIN0000009',
        isDefault: false,
      },
    ],
  },
};

export const authorization = {
  actorUserId: 'u-checker',
  action: 'approve',
  comment: 'Cheque seen',
  revision: 1,
};

export const authorizedBeneficiary = {
  message: 'Beneficiary approved.',
  beneficiary: {
    beneficiaryId: BENEFICIARY_ID,
    status: 'active',
    approvalState: 'approved',
    authorizedBy: 'u-checker',
    authorizedAt: 1_772_425_800_000,
    comment: 'Cheque seen',
  },
};

const account = {
  accountId: `${BENEFICIARY_ID}-1`,
  accountNumber: '04451010001234',
  ifsc: 'SYNB0000445',
  accountName: 'Synergy Supplies',
  isDefault: true,
};

/** A payee without a change that waits. */
export const shownBeneficiary = {
  beneficiaryId: BENEFICIARY_ID,
  bankTenantId: 'demo-bank',
  corporateTenantId: 'acme',
  name: 'Synergy Supplies',
  accountNumber: account.accountNumber,
  ifsc: account.ifsc,
  bankName: 'Syndicate Bank',
  phoneNumber: '+919800000009',
  beneficiaryType: 'vendor',
  status: 'active',
  approvalState: 'approved',
  beneId: 'SYN01',
  accounts: [account],
  packageCodes: ['VENDOR'],
  tags: ['textiles'],
  createdBy: 'u-maker',
  createdAt: 1_772_425_700_000,
  authorizedBy: 'u-checker',
  authorizedAt: 1_772_425_800_000,
  revision: 2,
};

/** The bank of the payee merged: its account numbers stayed, and its IFSCs changed. */
export const mergedAccounts = {
  beneBankAccounts: [{ accountNumber: '04451010001234', ifscCode: 'CNRB0010445' }],
};

export const beneficiaryChange = { initiatedByUserId: 'u-maker', ...mergedAccounts };

export const changingBeneficiary = {
  ...shownBeneficiary,
  revision: 3,
  pendingChange: {
    name: 'Synergy Supplies',
    accounts: [{ ...account, ifsc: 'CNRB0010445' }],
    phoneNumber: '+919800000009',
    packageCodes: ['VENDOR'],
    beneficiaryType: 'vendor',
    tags: ['textiles'],
    requestedBy: 'u-maker',
    requestedAt: 1_772_425_900_000,
  },
};

export const deactivation = { initiatedByUserId: 'u-maker', comment: 'No longer a supplier' };

export const deactivatedBeneficiary = {
  ...shownBeneficiary,
  revision: 3,
  status: 'inactive',
  approvalState: 'deactivated',
  deactivatedBy: 'u-maker',
  deactivatedAt: 1_772_426_000_000,
  comment: deactivation.comment,
};
