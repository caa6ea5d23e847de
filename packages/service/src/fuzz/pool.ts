import type { Dice } from '../crash/dice.js';

/**
 * Values that the service has given out, by the name of their member: ids of payees, payouts, sessions …,
 * so that requests find something.
 */
export interface Pool {
  readonly learn: (answer: unknown) => void;
  readonly known: (name: string, dice: Dice) => string | undefined;
}

const KEPT_MAX = 200;
const DEPTH_MAX = 8;
const LEARNED = /(?:Id|^id|Code|Reference|Cursor|^url|Url|token)$/;

/** @param spared what is never given out: without it the run could no longer come in. */
export const newPool = (spared: ReadonlyArray<string>): Pool => {
  const values = new Map<string, string[]>();
  const add = (name: string, value: string): void => {
    if (spared.includes(value)) return;
    const kept = values.get(name) ?? [];
    if (kept.length >= KEPT_MAX) kept.shift();
    kept.push(value);
    values.set(name, kept);
  };
  const walk = (node: unknown, name: string, depth: number): void => {
    if (typeof node === 'string') {
      if (LEARNED.test(name)) add(name, node);
    } else if (typeof node === 'object' && node !== null && depth < DEPTH_MAX) {
      const inside = Array.isArray(node)
        ? node.slice(0, 3).map((one: unknown) => [name, one] as const)
        : Object.entries(node as Readonly<Record<string, unknown>>);
      for (const [key, value] of inside) walk(value, key, depth + 1);
    }
  };
  return {
    learn: (answer) => {
      walk(answer, '', 0);
    },
    known: (name, dice) => {
      const kept = values.get(name);
      return kept === undefined ? undefined : dice.pick(kept);
    },
  };
};
