import * as t from 'io-ts';
import { documented } from '../codecs/documented.js';
import { isObject, type JsonObject } from '../codecs/json.js';
import { keepingValues } from '../codecs/keeps-values.js';

const KEYS_MAX = 64;
const BYTES_MAX = 4_096;
const DEPTH_MAX = 4;
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

// JSON can say 1e400 and 2^53 + 1, but is read as infinity and as 2^53: as is, they cannot be kept. Nor is 1e21, which a
// double holds: once read, it cannot be told from its neighbours (decisions §2).
const isFaithful = (number: number): boolean =>
  Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);

/**
 * Why a map cannot be kept "as is", or undefined. Walked with a stack of its own: JSON nested ten thousand
 * deep parses, but neither recursion nor `JSON.stringify` survives it.
 */
const fault = (root: Readonly<Record<string, unknown>>): string | undefined => {
  let keys = 0;
  let values = 0;
  let characters = 0;
  const waiting: { readonly value: object; readonly depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (depth > DEPTH_MAX) return `an object at most ${String(DEPTH_MAX)} levels deep`;
    // A value takes a byte at least: more of them than bytes cannot fit, and need not be looked at.
    values += Array.isArray(value) ? value.length : 0;
    if (values > BYTES_MAX) return `an object of at most ${String(BYTES_MAX)} bytes`;
    for (const key of Object.keys(value)) {
      if (FORBIDDEN.has(key)) return 'an object without the keys __proto__, constructor, prototype';
      if (!Array.isArray(value)) keys += 1;
      characters += key.length + WRAPPING;
      if (keys > KEYS_MAX) return `an object of at most ${String(KEYS_MAX)} keys`;
      const member = (value as Readonly<Record<string, unknown>>)[key];
      if (typeof member === 'number' && !isFaithful(member)) {
        return 'an object of numbers that a double holds, whole ones up to 2^53 − 1; write others as strings';
      }
      characters += typeof member === 'string' ? member.length : 0;
      if (typeof member === 'object' && member !== null) {
        waiting.push({ value: member, depth: depth + 1 });
      }
    }
  }
  // Most maps are so small that they fit however they are written.
  return characters * BYTES_A_CHARACTER <= BYTES_MAX || fits(JSON.stringify(root))
    ? undefined
    : `an object of at most ${String(BYTES_MAX)} bytes`;
};

/** The most bytes that a member needs in JSON beside its texts: quotes, colon, comma, brackets, 24 digits. */
const WRAPPING = 32;

/** A character takes six bytes where it is escaped. */
const BYTES_A_CHARACTER = 6;

// Three bytes are the most that one UTF-16 unit takes; most maps are far below the bound.
const fits = (text: string): boolean =>
  text.length * 3 <= BYTES_MAX || byteLength(text) <= BYTES_MAX;

const byteLength = (text: string): number => {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
};

/** A caller's own key-value map (§2.5): kept as it is, within the bounds of decisions §2. */
export const Metadata = documented(
  keepingValues(
    new t.Type<JsonObject, JsonObject>(
      'Metadata',
      (u): u is JsonObject => isObject(u) && fault(u) === undefined,
      (u, context) => {
        if (!isObject(u)) return t.failure(u, context, 'an object');
        const wrong = fault(u);
        return wrong === undefined ? t.success(u as JsonObject) : t.failure(u, context, wrong);
      },
      t.identity,
    ),
  ),
  {
    type: 'object',
    maxProperties: KEYS_MAX,
    description: `A key-value map, kept as it is and echoed: at most ${String(KEYS_MAX)} keys, ${String(BYTES_MAX)} bytes of JSON and ${String(DEPTH_MAX)} levels, with whole numbers up to 2^53 − 1.`,
  },
);
export type Metadata = JsonObject;
