/** A user cannot approve a payout that they made (decisions §7). */
export const OwnPayout = () => ({ _tag: 'OwnPayout' }) as const;
export type OwnPayout = ReturnType<typeof OwnPayout>;

/** The person has already approved; one person counts once over all levels. */
export const AlreadyApproved = () => ({ _tag: 'AlreadyApproved' }) as const;
export type AlreadyApproved = ReturnType<typeof AlreadyApproved>;

/** The level in turn asks for roles that the person does not hold. */
export const NotAtThisLevel = () => ({ _tag: 'NotAtThisLevel' }) as const;
export type NotAtThisLevel = ReturnType<typeof NotAtThisLevel>;

/** The acting user is no approved checker. */
export const NotAnApprover = () => ({ _tag: 'NotAnApprover' }) as const;
export type NotAnApprover = ReturnType<typeof NotAnApprover>;

/** The person has other roles or deputyships than when they looked: the decision could be on more than they saw. */
export const RightsChanged = () => ({ _tag: 'RightsChanged' }) as const;
export type RightsChanged = ReturnType<typeof RightsChanged>;

/** The package does not let several payouts be decided at once. */
export const BulkNotAllowed = () => ({ _tag: 'BulkNotAllowed' }) as const;
export type BulkNotAllowed = ReturnType<typeof BulkNotAllowed>;

/** The payout waited for approval too long and can no longer be decided on (decisions §6). */
export const ApprovalExpired = () => ({ _tag: 'ApprovalExpired' }) as const;
export type ApprovalExpired = ReturnType<typeof ApprovalExpired>;

/** Only the maker, a person who may cancel any payout, or an operator can cancel it (decisions §6). */
export const NotItsMaker = () => ({ _tag: 'NotItsMaker' }) as const;
export type NotItsMaker = ReturnType<typeof NotItsMaker>;
