const METHODS = [
  { paymentMethodCode: 'NEFT', minimumAmount: 100, maximumAmount: null },
  { paymentMethodCode: 'IMPS', minimumAmount: 100, maximumAmount: 50_000_000 },
];

export const packagePage = {
  items: [
    {
      packageId: '019cadb6-0000-7b21-8c4d-5e6f708192a3',
      packageCode: 'VENDOR',
      name: 'Vendor payouts',
      description: null,
      catalogStatus: 'active',
      subscriptionStatus: 'active',
      isUsable: true,
      originSide: 'corporate_native',
      catalogConfiguration: {
        autoApprovalEnabled: true,
        bulkApprovalEnabled: true,
        maskConfidentialDetails: false,
        maxPaymentsPerBatch: 20_000,
        allowedDebitModes: ['single', 'multi'],
        defaultDebitMode: 'multi',
        allowedFileRejectionModes: ['fail_full_file', 'reject_invalid_rows'],
        defaultFileRejectionMode: 'reject_invalid_rows',
        allowedPaymentMethods: METHODS,
        defaultPaymentMethodCode: 'NEFT',
        debitAccounts: [
          {
            debitAccountId: 'da-main',
            accountName: 'Current account',
            accountNumber: '50200011112222',
            ifscCode: 'DEMO0000001',
            status: 'active',
            allowedPaymentMethodCodes: ['NEFT', 'IMPS'],
            isDefault: true,
          },
        ],
        defaultDebitAccountId: 'da-main',
      },
      effectiveConfiguration: {
        effectiveDebitMode: 'multi',
        effectiveFileRejectionMode: 'reject_invalid_rows',
        autoApprovalEnabled: true,
        bulkApprovalEnabled: true,
        maskConfidentialDetails: false,
        maxPaymentsPerBatch: 5_000,
        allowedPaymentMethods: METHODS,
        defaultPaymentMethodCode: 'NEFT',
        defaultDebitAccountId: 'da-main',
      },
      attachedBeneficiariesCount: 12,
      attachedRolesCount: 3,
      createdAt: 1_772_425_800_000,
      updatedAt: 1_772_425_800_000,
    },
  ],
  pagination: { limit: 50, hasMore: false, nextCursor: null },
};
