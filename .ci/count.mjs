// Adds up the closing lines that AVA printed for each package, says again what failed, and prints the sum as the last line.
import { readFileSync } from 'node:fs';

const LINES_PER_PACKAGE = 120;

const plain = readFileSync(process.argv[2], 'utf8').replace(/\u001b\[[0-9;]*m/g, '');

const sum = (pattern) =>
  [...plain.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);

const passed = sum(/^\S+:\s+(\d+) tests? passed$/gm);
const failed =
  sum(/^\S+:\s+(\d+) tests? failed$/gm) +
  sum(/^\S+:\s+(\d+) (?:uncaught exceptions?|unhandled rejections?)$/gm) +
  // A run that AVA gave up on says no number.
  [...plain.matchAll(/^\S+:\s+✘ Timed out while running tests$/gm)].length;

// Thousands of lines of other stages stand between a failure and the end of the log, where one looks first.
if (failed > 0) for (const line of failures()) console.log(line);

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;

/** What AVA printed of each package whose tests failed: the failed titles, and the report below its rule. */
function failures() {
  return [...linesOfPackages().values()].flatMap((lines) => {
    const titles = lines.filter((line) => line.includes('✘'));
    const rule = lines.findIndex((line) => /^\S+:\s+─$/.test(line));
    const report = rule < 0 ? [] : lines.slice(rule + 1, rule + 1 + LINES_PER_PACKAGE);
    return titles.length === 0 ? [] : ['== failed', ...titles, ...report];
  });
}

function linesOfPackages() {
  const byPackage = new Map();
  for (const line of plain.split('\n')) {
    const name = /^(@?[\w/-]+): /.exec(line)?.[1];
    if (name === undefined) continue;
    if (!byPackage.has(name)) byPackage.set(name, []);
    byPackage.get(name).push(line);
  }
  return byPackage;
}
