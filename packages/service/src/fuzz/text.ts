import type { Dice } from '../crash/dice.js';

const TEXTS: ReadonlyArray<(text: string, dice: Dice) => string> = [
  // A member that is given twice.
  (text) => text.replace(/^\{("(?:[^"\\]|\\.)*":(?:"[^"\\]*"|\d+))/, '{$1,$1'),
  (text, dice) => text.slice(0, dice.int(0, text.length)),
  (text) => `\uFEFF${text}`,
  (text) => `${text}${text}`,
  (text) => `${text},`,
  (text, dice) => {
    const cut = dice.int(0, text.length);
    return text.slice(0, cut) + String.fromCharCode(dice.int(0, 0xffff)) + text.slice(cut);
  },
  (text) => text.replace(/\d+/, (number) => `${number}e400`),
  (text) => text.replace(/\d+/, (number) => `${number}.0`),
  (text) => text.replace(/\d+/, (number) => `-${number}`),
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace(/[a-z]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  (text) => text.replace('{', `{"__proto__":{"admin":true},`),
  (text) => `${'['.repeat(500)}${text}${']'.repeat(500)}`,
  () => '',
  () => 'null',
  () => '"x"',
  () => '[]',
];

/** The JSON text of a body, sometimes with a fault that no value could have. */
export const textOf = (body: unknown, dice: Dice): string => {
  const text = body === undefined ? '' : JSON.stringify(body);
  return dice.chance(0.15) ? dice.pick(TEXTS)(text, dice) : text;
};
