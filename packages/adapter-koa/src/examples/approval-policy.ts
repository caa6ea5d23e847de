const AT = 1_772_425_800_000;

const CHECKER = { roleCodes: ['checker'], approvals: 1 };
const HEAD = { roleCodes: ['head'], approvals: 1 };

/** Small payouts need no approval, others one checker. */
const rules = [
  {
    packageCodes: null,
    tiers: [
      { upToAmount: 1_000_000, levels: [] },
      { upToAmount: null, levels: [CHECKER] },
    ],
  },
];

/** Payouts above 50,000 rupees also pass the head. */
export const policyDraft = {
  approvalMatrix: [
    {
      packageCodes: null,
      tiers: [
        { upToAmount: 1_000_000, levels: [] },
        { upToAmount: 5_000_000, levels: [CHECKER] },
        { upToAmount: null, levels: [CHECKER, HEAD] },
      ],
    },
  ],
};

/** The policy in force. */
export const approvalPolicy = { approvalMatrix: rules, version: 1 };

export const approvalPolicyHistory = {
  inForce: approvalPolicy,
  items: [{ version: 1, approvalMatrix: rules, author: 'provision', at: AT }],
  pagination: { limit: 50, hasMore: false, nextCursor: null },
};

/** A policy that waits for a second person, beside the one in force. */
export const proposedPolicy = {
  ...approvalPolicy,
  settingsChange: {
    changeId: 'sc_019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e13',
    kind: 'put_approval_policy',
    state: 'pending',
    details: { ...policyDraft, replacesVersion: 1 },
    proposedBy: 'u-admin',
    proposedAt: AT,
    expiresAt: AT + 604_800_000,
  },
};

const rupees = (value: number) => ({ value: value * 100, currency: 'INR' });

export const policyPreview = {
  waiting: {
    looked: 12,
    isComplete: true,
    count: 2,
    amount: rupees(150_000),
    changes: [{ from: [CHECKER], to: [CHECKER, HEAD], count: 2, amount: rupees(150_000) }],
  },
  last90Days: {
    looked: 4_310,
    isComplete: true,
    count: 35,
    amount: rupees(2_900_000),
    changes: [{ from: [CHECKER], to: [CHECKER, HEAD], count: 35, amount: rupees(2_900_000) }],
  },
  since: AT - 90 * 86_400_000,
};
