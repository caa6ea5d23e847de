import type { Issue } from '@hundi/core';
import { walkJson, type Level } from './walk-json.js';

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

/**
 * Finds the members that an object has twice, in a text that is JSON, each with its JSON pointer. A parser keeps
 * the last of them without a word, and another program may keep the first.
 *
 * @param at the pointer of the whole value
 * @param first the index of the first item, where the value is a part of a list
 */
export const doubledMembers = (text: string, at = '', first = 0): ReadonlyArray<Issue> => {
  const issues: Issue[] = [];
  const namesIn = new WeakMap<Level, Set<string>>();
  const member = (object: Level): void => {
    const names = namesIn.get(object) ?? new Set();
    if (names.has(object.name))
      issues.push({ pointer: object.place, code: 'invalid', detail: 'appears twice' });
    namesIn.set(object, names.add(object.name));
  };
  walkJson(text, at, first, { member });
  return issues;
};
