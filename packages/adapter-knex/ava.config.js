const isLong = (file) => file.endsWith('-scenarios.test.js');

export default {
  files: ['dist/**/*.test.js'],
  // The longest two first, beside each other: at the end neither worker waits for the other.
  sortTestFiles: (a, b) => Number(isLong(b)) - Number(isLong(a)) || (a < b ? -1 : 1),
};
