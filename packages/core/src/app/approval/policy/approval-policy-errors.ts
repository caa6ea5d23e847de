/** Another policy took effect since the change was proposed, or the roles and packages that it names have changed. */
export const ApprovalPolicyOutdated = () => ({ _tag: 'ApprovalPolicyOutdated' }) as const;
export type ApprovalPolicyOutdated = ReturnType<typeof ApprovalPolicyOutdated>;
