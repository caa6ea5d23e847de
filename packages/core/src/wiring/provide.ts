import type { ContainerModuleLoadOptions } from 'inversify';
import type { Token } from './token.js';

type Tokens<D extends readonly unknown[]> = { readonly [K in keyof D]: Token<D[K]> };

/** Binds a factory and the tokens of its parameters, in order; a mismatch does not compile. Always a singleton. */
export const provide = <T, D extends readonly unknown[]>(
  { bind }: Pick<ContainerModuleLoadOptions, 'bind'>,
  service: Token<T>,
  make: (...dependencies: D) => T,
  dependencies: Tokens<D>,
): void => {
  bind<T>(service)
    .toResolvedValue(
      (...resolved: unknown[]) => make(...(resolved as unknown as D)),
      [...dependencies],
    )
    .inSingletonScope();
};
