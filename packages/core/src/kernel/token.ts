declare const provides: unique symbol;

/** A service identifier that remembers what it stands for. */
export type Token<T> = symbol & { readonly [provides]: T };

/** The token of that name. The symbol is global, so two copies of core in one tree still meet. */
export const token = <T>(name: string): Token<T> => Symbol.for(`@hundi/${name}`) as Token<T>;
