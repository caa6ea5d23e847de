/** A value that JSON can carry. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | JsonObject;
/** An object that JSON can carry. */
export interface JsonObject {
  readonly [key: string]: Json;
}

declare const written: unique symbol;

/** JSON text of an `A`. */
export type JsonOf<A> = string & { readonly [written]: A };

export const isObject = (u: unknown): u is Readonly<Record<string, unknown>> =>
  typeof u === 'object' && u !== null && !Array.isArray(u);

/** A journal entry has its tenant and its changes one level down. Looking deeper at each level would be quadratic. */
const LEVELS = 2;

/** Whether JSON.stringify writes an object canonically: its keys are in order, and those of objects in it, few levels deep. */
const isSorted = (value: Readonly<Record<string, unknown>>, levels = LEVELS): boolean => {
  let before = '';
  for (const key in value) {
    const member = value[key];
    if (key < before || member === undefined) return false;
    if (typeof member === 'object' && member !== null) {
      if (levels === 1 || !isObject(member) || !isSorted(member, levels - 1)) return false;
    }
    before = key;
  }
  return true;
};

/** JSON with the keys of every object sorted, so that key order changes no fingerprint. */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return value === undefined ? 'null' : JSON.stringify(value);
  if (isSorted(value)) return JSON.stringify(value);
  let members = '';
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
};
