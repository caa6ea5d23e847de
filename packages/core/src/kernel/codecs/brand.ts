/** Marks a type that only its codec can make. */
export type Brand<N extends string> = { readonly [K in N]: symbol };
