const AT = 1_772_425_800_000;

export const person = {
  userId: 'u-maker',
  username: 'maker',
  kind: 'human',
  approvalState: 'approved',
  roleCodes: ['maker'],
  permissions: ['beneficiary.make', 'transaction.make', 'reports.view'],
  isSuspended: false,
  email: 'maker@acme.example',
};

export const factorsToReset = {
  ...person,
  settingsChange: {
    changeId: 'sc_019b8c6b-4940-7f86-b97d-26fd9d800001',
    kind: 'reset_factors',
    state: 'pending',
    details: { userId: 'u-maker', factorIds: [`f_${'4c1f0a9e77d2b35c'.repeat(2)}`] },
    proposedBy: 'u-admin',
    proposedAt: AT,
    expiresAt: AT + 7 * 86_400_000,
  },
};

export const suspendedPerson = {
  ...person,
  permissions: [],
  isSuspended: true,
  suspendedAt: AT,
  suspendedBy: 'u-admin',
};

export const suspendedNow = {
  ...suspendedPerson,
  underWay: {
    made: {
      count: 1,
      items: [
        {
          transactionId: '019b8c6b-4940-8f86-b97d-26fd9d800001',
          status: 'scheduled',
          payoutDate: '2026-03-20',
        },
      ],
    },
    approved: { count: 0, items: [] },
    keys: [{ keyId: '5f0c7c8e6c0b4b7e', name: 'erp', kind: 'api_key' }],
    isComplete: true,
  },
};

export const personPage = {
  items: [suspendedPerson],
  pagination: { page: 1, limit: 50, total: 1, hasMore: false },
};

export const endedSessions = { userId: 'u-maker', ended: 2 };

export const sessionList = {
  items: [
    {
      sessionId: '4c1f0a9e77d2b35c',
      createdAt: AT,
      lastUsedAt: AT + 60_000,
      expiresAt: AT + 43_200_000,
      isCurrent: true,
    },
  ],
};

const deputized = { from: AT, until: AT + 7 * 86_400_000 };

export const deputies = {
  deputy: { userId: 'u-head', username: 'head', ...deputized },
  deputyFor: [],
};
