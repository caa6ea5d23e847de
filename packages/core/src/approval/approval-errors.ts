/** Nobody approves what they made themselves (decisions §7). */
export const OwnPayout = () => ({ _tag: 'OwnPayout' }) as const;
export type OwnPayout = ReturnType<typeof OwnPayout>;

/** One person counts once over all levels. */
export const AlreadyApproved = () => ({ _tag: 'AlreadyApproved' }) as const;
export type AlreadyApproved = ReturnType<typeof AlreadyApproved>;

/** The level in turn asks for roles that the person does not hold. */
export const NotAtThisLevel = () => ({ _tag: 'NotAtThisLevel' }) as const;
export type NotAtThisLevel = ReturnType<typeof NotAtThisLevel>;

/** The acting user is no approved checker. */
export const NotAnApprover = () => ({ _tag: 'NotAnApprover' }) as const;
export type NotAnApprover = ReturnType<typeof NotAnApprover>;

/** The package does not let several payouts be decided at once. */
export const BulkNotAllowed = () => ({ _tag: 'BulkNotAllowed' }) as const;
export type BulkNotAllowed = ReturnType<typeof BulkNotAllowed>;

/** It waited for approval too long: nobody decides on it any more (decisions §6). */
export const ApprovalExpired = () => ({ _tag: 'ApprovalExpired' }) as const;
export type ApprovalExpired = ReturnType<typeof ApprovalExpired>;

/** Another user made it: its maker cancels it, a person who may cancel any, or an operator (decisions §6). */
export const NotItsMaker = () => ({ _tag: 'NotItsMaker' }) as const;
export type NotItsMaker = ReturnType<typeof NotItsMaker>;
