/** What may stand next in a text of JSON. */
type Expected = 'value' | 'item' | 'name' | 'member' | 'colon' | 'more';

const BLANKS = /[ \t\r\n]*/y;
const ATOM = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
// oxlint-disable-next-line no-control-regex -- JSON permits no control character inside a string.
const PLAIN = /[^"\\\u0000-\u001f]*/y;

/** The end of what a pattern matches from a place on; undefined if it does not. */
const endOf = (pattern: RegExp, text: string, from: number): number | undefined => {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
};

/** Behind the closing quote of the string that begins at a place, or where it breaks off. */
const stringFrom = (
  text: string,
  from: number,
): { readonly at: number; readonly isWhole: boolean } => {
  for (let at = from + 1; ;) {
    at = endOf(PLAIN, text, at) ?? at;
    if (text[at] === '"') return { at: at + 1, isWhole: true };
    const next = endOf(ESCAPE, text, at);
    if (next === undefined) return { at, isWhole: false };
    at = next;
  }
};

const OPENED: Readonly<Record<string, Expected>> = { '{': 'member', '[': 'item' };
const CLOSED: Readonly<Record<string, string>> = { '}': '{', ']': '[' };

/** Where a text stops being JSON; its length, where only the rest is missing. */
const faultAt = (text: string): number => {
  const around: string[] = [];
  let expected: Expected = 'value';
  for (let at = endOf(BLANKS, text, 0) ?? 0; at < text.length; at = endOf(BLANKS, text, at) ?? at) {
    const sign = text[at] ?? '';
    const isValue: boolean = expected === 'value' || expected === 'item';
    const isName: boolean = expected === 'name' || expected === 'member';
    const mayClose: boolean = expected === 'more' || expected === 'item' || expected === 'member';
    if (mayClose && around.length > 0 && CLOSED[sign] === around.at(-1)) {
      around.pop();
      expected = 'more';
      at += 1;
    } else if (sign === '"' && (isValue || isName)) {
      const string = stringFrom(text, at);
      if (!string.isWhole) return string.at;
      expected = isName ? 'colon' : 'more';
      at = string.at;
    } else if (isValue && OPENED[sign] !== undefined) {
      around.push(sign);
      expected = OPENED[sign];
      at += 1;
    } else if (expected === 'colon' && sign === ':') {
      expected = 'value';
      at += 1;
    } else if (expected === 'more' && sign === ',' && around.length > 0) {
      expected = around.at(-1) === '{' ? 'name' : 'value';
      at += 1;
    } else {
      const end = isValue ? endOf(ATOM, text, at) : undefined;
      if (end === undefined) return at;
      expected = 'more';
      at = end;
    }
  }
  return text.length;
};

/** Where a text that no parser takes stops being JSON, by line and column, and nothing of what stands there. */
export const jsonFault = (text: string): string => {
  const at = faultAt(text);
  const before = text.slice(0, at).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const place = `line ${String(before.length)}, column ${String(column)}`;
  return at === text.length
    ? `is not JSON: it ends too early, at ${place}`
    : `is not JSON from ${place} on`;
};
