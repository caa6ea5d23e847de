import { setFlagsFromString } from 'node:v8';

// V8 optimizes a function that has run for a while, on threads of its own. Most functions of a test are through before that
// pays: V8 waits thirty times as long here, and suites of many tests take up to a quarter less processor time.
setFlagsFromString('--interrupt-budget=2000000');

/** The files that take longest, first: at the end no worker waits for another. */
const LONG = [
  '-scenarios',
  '-contract',
  'crash',
  'start',
  'stop',
  'main-job',
  'restore',
  'plans',
  'budgets',
];
const isLong = (file) => LONG.some((name) => file.endsWith(`${name}.full.test.js`));

export default {
  files: ['{packages,examples}/*/dist/**/*.test.js', '{packages,examples}/*/dist/suite.js'],
  concurrency: 3,
  timeout: '4m',
  sortTestFiles: (a, b) => Number(isLong(b)) - Number(isLong(a)) || (a < b ? -1 : 1),
};
