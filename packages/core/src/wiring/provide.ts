import type { Token } from '../kernel/token.js';

type Tokens<D extends readonly unknown[]> = { readonly [K in keyof D]: Token<D[K]> };

/** As much of inversify's way to bind as core uses: a module that is being loaded has it, and so has `wiring`. */
export interface Binder {
  readonly bind: <T>(service: Token<T>) => {
    readonly toResolvedValue: (
      make: (...resolved: unknown[]) => T,
      dependencies: symbol[],
    ) => { readonly inSingletonScope: () => unknown };
  };
}

/** Binds a factory and the tokens of its parameters, in order; a mismatch does not compile. Always a singleton. */
export const provide = <T, D extends readonly unknown[]>(
  { bind }: Binder,
  service: Token<T>,
  make: (...dependencies: D) => T,
  dependencies: Tokens<D>,
): void => {
  bind(service)
    .toResolvedValue(
      (...resolved: unknown[]) => make(...(resolved as unknown as D)),
      [...dependencies],
    )
    .inSingletonScope();
};
