const LONG = ['crash', 'verify-database', 'main-job', 'restore', 'start', 'stop', 'budgets'];
const isLong = (file) => LONG.some((name) => file.endsWith(`/${name}.test.js`));

export default {
  files: ['dist/**/*.test.js'],
  // The long ones first: at the end neither worker waits for the other.
  sortTestFiles: (a, b) => Number(isLong(b)) - Number(isLong(a)) || (a < b ? -1 : 1),
};
