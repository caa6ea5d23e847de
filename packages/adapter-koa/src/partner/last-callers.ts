import type { Caller } from '@hundi/core';
import { sha256 } from '@hundi/core/wire';
import { remember } from '../http/limits/bounded.js';

/** Who came with a key last time, while all was well with it. Only the storage knows whether the key is still good. */
export interface LastCaller {
  readonly caller: Caller | undefined;
  readonly keep: (caller: Caller) => void;
  readonly forget: () => void;
}

export const lastCallers = (): ((key: string) => LastCaller) => {
  const callers = new Map<string, Caller>();
  return (key) => {
    // A key is a secret: it is not kept.
    const name = sha256(key);
    const caller = callers.get(name);
    return {
      caller,
      keep: (now) => {
        remember(callers, name, now);
      },
      forget: () => {
        callers.delete(name);
      },
    };
  };
};
