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

export const suspendedPerson = {
  ...person,
  permissions: [],
  isSuspended: true,
  suspendedAt: AT,
  suspendedBy: 'u-admin',
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
