/**
 * Lets `instanceof` recognise what another copy of this package has made. A process has two copies where a bundler or a
 * test runner loads the ES modules and the CommonJS build side by side; then a storage of the one throws errors at an
 * engine of the other. Subclasses are told apart as ever. The name is given, because bundlers change those of classes.
 */
export const recogniseInAnyCopy = (
  one: abstract new (...args: never) => object,
  name: string,
): void => {
  const mark = Symbol.for(`@hundi/core/${name}`);
  Object.defineProperty(one.prototype, mark, { value: true });
  Object.defineProperty(one, Symbol.hasInstance, {
    value(this: unknown, it: unknown): boolean {
      return this === one
        ? typeof it === 'object' && it !== null && mark in it
        : Function.prototype[Symbol.hasInstance].call(this as typeof one, it);
    },
  });
};
