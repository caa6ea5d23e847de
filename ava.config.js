export default {
  files: ['{packages,examples}/*/dist/**/*.test.js', '{packages,examples}/*/dist/suite.js'],
};
