import { invalid, type Issue } from './decode.js';
import { walkJson, type Level } from './walk-json.js';

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
    if (names.has(object.name)) issues.push(invalid(object.place, 'appears twice'));
    namesIn.set(object, names.add(object.name));
  };
  walkJson(text, at, first, { member });
  return issues;
};
