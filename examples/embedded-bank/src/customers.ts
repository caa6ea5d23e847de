import type { ProvisionInput } from '@hundi/core';

/** The records of the bank's first customer: people, an account, a package, a payee. */
export const customers: ProvisionInput = {
  bankTenants: [
    {
      bankTenantId: 'village-bank',
      name: 'Village Bank',
      corporates: [
        {
          corporateTenantId: 'weavers',
          name: 'Weavers Cooperative',
          roles: [
            {
              roleCode: 'clerk',
              permissions: ['transaction.make'],
              packageCodes: ['YARN'],
              debitAccountIds: ['da-1'],
            },
            {
              roleCode: 'officer',
              permissions: ['transaction.approve'],
              packageCodes: ['YARN'],
              debitAccountIds: ['da-1'],
            },
          ],
          users: [
            {
              userId: 'lata',
              username: 'Lata',
              kind: 'human',
              approvalState: 'approved',
              roleCodes: ['clerk'],
            },
            {
              userId: 'omar',
              username: 'Omar',
              kind: 'human',
              approvalState: 'approved',
              roleCodes: ['officer'],
            },
          ],
          debitAccounts: [
            {
              debitAccountId: 'da-1',
              accountName: 'Cooperative',
              accountNumber: '700100200300',
              ifscCode: 'VLGB0000001',
            },
          ],
          packages: [
            {
              packageCode: 'YARN',
              name: 'Payments to yarn makers',
              catalogConfiguration: {
                autoApprovalEnabled: false,
                bulkApprovalEnabled: true,
                maskConfidentialDetails: false,
                maxPaymentsPerBatch: 500,
                allowedDebitModes: ['single'],
                defaultDebitMode: 'single',
                allowedFileRejectionModes: ['reject_invalid_rows'],
                defaultFileRejectionMode: 'reject_invalid_rows',
                allowedPaymentMethods: [
                  { paymentMethodCode: 'INTERNAL', minimumAmount: 100, maximumAmount: null },
                ],
                defaultPaymentMethodCode: 'INTERNAL',
                debitAccounts: [
                  {
                    debitAccountId: 'da-1',
                    allowedPaymentMethodCodes: ['INTERNAL'],
                    isDefault: true,
                  },
                ],
                defaultDebitAccountId: 'da-1',
              },
            },
          ],
          beneficiaries: [
            {
              beneId: 'SPINNER1',
              beneName: 'Spinners of Kutch',
              benePhoneNumber: '+919800000001',
              benePackageCodes: ['YARN'],
              beneBankAccounts: [{ accountNumber: '700100200999', ifscCode: 'VLGB0000002' }],
              approvalState: 'approved',
            },
          ],
        },
      ],
    },
  ],
};
