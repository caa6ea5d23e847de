import type { Issue } from '@hundi/core';

/** How many members all objects of a parsed value have. */
export const membersIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += membersIn(item);
    return count;
  }
  for (const key in value) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    count += typeof member === 'object' ? 1 + membersIn(member) : 1;
  }
  return count;
};

interface Level {
  readonly pointer: string;
  /** The members of an object so far; undefined for a list. */
  readonly keys?: Set<string>;
  key: string;
  index: number;
  awaitsKey: boolean;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

const placeIn = (level: Level | undefined, at: string): string => {
  if (level === undefined) return at;
  return level.keys === undefined
    ? `${level.pointer}/${String(level.index)}`
    : `${level.pointer}/${escaped(level.key)}`;
};

/**
 * Finds the members that an object has twice, in a text that is JSON, each with its JSON pointer. A parser keeps
 * the last of them without a word, and another program may keep the first.
 *
 * @param at the pointer of the whole value
 * @param first the index of the first item, where the value is a part of a list
 */
export const doubledMembers = (text: string, at = '', first = 0): ReadonlyArray<Issue> => {
  const issues: Issue[] = [];
  const levels: Level[] = [];
  const open = (keys?: Set<string>): void => {
    const pointer = placeIn(levels.at(-1), at);
    const index = levels.length === 0 ? first : 0;
    levels.push({ pointer, ...(keys && { keys }), key: '', index, awaitsKey: keys !== undefined });
  };
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '{') open(new Set());
    else if (token === '[') open();
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level !== undefined) {
      level.index += 1;
      level.awaitsKey = level.keys !== undefined;
    } else if (level?.keys !== undefined && level.awaitsKey && token !== ':') {
      level.key = JSON.parse(token) as string;
      level.awaitsKey = false;
      if (level.keys.has(level.key))
        issues.push({ pointer: placeIn(level, at), code: 'invalid', detail: 'appears twice' });
      level.keys.add(level.key);
    }
  }
  return issues;
};
