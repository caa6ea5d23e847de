// Adds up the closing lines that AVA printed for each package, and prints the sum as the last line.
import { readFileSync } from 'node:fs';

const plain = readFileSync(process.argv[2], 'utf8').replace(/\u001b\[[0-9;]*m/g, '');
const sum = (pattern) =>
  [...plain.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);

const passed = sum(/^\S+:\s+(\d+) tests? passed$/gm);
const failed =
  sum(/^\S+:\s+(\d+) tests? failed$/gm) +
  sum(/^\S+:\s+(\d+) (?:uncaught exceptions?|unhandled rejections?)$/gm) +
  // A run that AVA gave up on says no number.
  [...plain.matchAll(/^\S+:\s+✘ Timed out while running tests$/gm)].length;

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;
