/** The two policies that a corporate changes between. */
export const POLICIES = ['usual', 'strict'] as const;
export type Policy = (typeof POLICIES)[number];
