/** The key was used for a request with other values (§7). */
export const IdempotencyKeyReused = () => ({ _tag: 'IdempotencyKeyReused' }) as const;
export type IdempotencyKeyReused = ReturnType<typeof IdempotencyKeyReused>;
