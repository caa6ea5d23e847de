/** A whole provision document: one bank, one corporate, something of everything. */
export const SAMPLE_DOCUMENT = {
  bankTenants: [
    {
      bankTenantId: 'demo-bank',
      name: 'Demo Bank',
      timeZone: 'Asia/Kolkata',
      purposes: ['SUPP', 'RENT'],
      leiThresholds: [{ paymentMethodCode: 'NEFT', fromAmount: 50_000_000_000 }],
      corporates: [
        {
          corporateTenantId: 'acme',
          name: 'Acme Traders',
          customerId: '11110001',
          lei: '335800ACMETRADERS044',
          checkout: {
            destinationHosts: ['shop.example', '127.0.0.1'],
            statementDescriptor: 'ACME',
          },
          payoutReturnHosts: ['erp.example'],
          roles: [
            {
              roleCode: 'maker',
              permissions: ['beneficiary.make', 'transaction.make', 'reports.view'],
              packageCodes: ['VENDOR'],
              debitAccountIds: ['da-main'],
            },
            { roleCode: 'checker', permissions: ['transaction.approve'] },
          ],
          users: [
            {
              userId: 'u-maker',
              username: 'maker',
              kind: 'human',
              approvalState: 'approved',
              email: 'maker@acme.example',
              roleCodes: ['maker'],
            },
            {
              userId: 'u-erp',
              username: 'erp',
              kind: 'service',
              approvalState: 'approved',
              roleCodes: ['maker'],
            },
          ],
          debitAccounts: [
            {
              debitAccountId: 'da-main',
              accountName: 'Acme current',
              accountNumber: '50200011112222',
              ifscCode: 'DEMO0000001',
              status: 'active',
              customerId: '11110002',
              lei: '335800GLOBEXEXPORT70',
              openingBalance: 100000000000,
              cutOffs: [
                {
                  paymentMethodCode: 'NEFT',
                  from: '01:00',
                  to: '18:45',
                },
              ],
            },
          ],
          packages: [
            {
              packageCode: 'VENDOR',
              name: 'Vendor payouts',
              description: null,
              catalogStatus: 'active',
              subscriptionStatus: 'active',
              originSide: 'corporate_native',
              catalogConfiguration: {
                autoApprovalEnabled: false,
                bulkApprovalEnabled: true,
                maskConfidentialDetails: false,
                maxPaymentsPerBatch: 20000,
                allowedDebitModes: ['single', 'multi'],
                defaultDebitMode: 'multi',
                allowedFileRejectionModes: ['fail_full_file', 'reject_invalid_rows'],
                defaultFileRejectionMode: 'reject_invalid_rows',
                allowedPaymentMethods: [
                  {
                    paymentMethodCode: 'NEFT',
                    minimumAmount: 100,
                    maximumAmount: null,
                  },
                  {
                    paymentMethodCode: 'RTGS',
                    minimumAmount: 20000000,
                    maximumAmount: null,
                  },
                  {
                    paymentMethodCode: 'IMPS',
                    minimumAmount: 100,
                    maximumAmount: 50000000,
                  },
                ],
                defaultPaymentMethodCode: 'NEFT',
                debitAccounts: [
                  {
                    debitAccountId: 'da-main',
                    allowedPaymentMethodCodes: ['NEFT', 'RTGS', 'IMPS'],
                    isDefault: true,
                  },
                ],
                defaultDebitAccountId: 'da-main',
              },
              effectiveConfiguration: {
                maxPaymentsPerBatch: 10000,
              },
              dailyAmountLimit: null,
              fees: [
                {
                  paymentMethodCode: 'NEFT',
                  base: 500,
                },
              ],
              gstBasisPoints: 1800,
            },
          ],
          approvalMatrix: [
            {
              packageCodes: null,
              tiers: [
                {
                  upToAmount: 1000000,
                  levels: [],
                },
                {
                  upToAmount: null,
                  levels: [
                    {
                      roleCodes: ['checker'],
                      approvals: 1,
                    },
                  ],
                },
              ],
            },
          ],
          apiKeys: [
            {
              name: 'erp',
              scopes: ['payments'],
              createdByUserId: 'u-admin',
              actsAsUserId: 'u-erp',
            },
            {
              name: 'tills',
              scopes: ['payments:read'],
              createdByUserId: 'u-admin',
              keyId: 'tills0001',
              keyDigest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
            },
          ],
          secretKeys: [
            {
              name: 'shop',
              createdByUserId: 'u-admin',
            },
          ],
          beneficiaries: [
            {
              beneId: 'SHARMA01',
              beneName: 'Sharma Steel',
              benePhoneNumber: '+919800000001',
              benePackageCodes: ['VENDOR'],
              beneBankAccounts: [
                {
                  accountNumber: '123456780001',
                  ifscCode: 'HDFC0000001',
                },
              ],
              benePurpose: 'SUPP',
              beneLei: '335800SHARMASTEEL098',
              approvalState: 'approved',
            },
          ],
          webhookEndpoints: [
            {
              url: 'http://127.0.0.1:4000/hooks',
              eventTypes: ['*'],
            },
          ],
        },
      ],
    },
  ],
};
