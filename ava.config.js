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
