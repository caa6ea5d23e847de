import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const fpThroughFiles = {
  regex: '^(fp-ts|io-ts)/(?!lib/.*\\.js$)',
  message: 'Node resolves only lib/*.js of these packages.',
};

const forbiddenEverywhere = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  ...['', 'TSAsExpression > ', 'TSSatisfiesExpression > '].map((wrapped) => ({
    selector: `:matches(SpreadElement, JSXSpreadAttribute) > ${wrapped}:matches(ObjectExpression, ArrayExpression)`,
    message: 'A literal that is spread where it stands: write its members without it.',
  })),
];

const forbiddenInCore = [
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: 'Time comes from the clock port.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Time comes from the clock port.',
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Randomness comes from the entropy port.',
  },
  {
    selector:
      'CallExpression[callee.name=/^(setTimeout|setInterval|setImmediate|queueMicrotask)$/]',
    message: 'Scheduling comes from the pacer port.',
  },
  {
    selector:
      "CallExpression[callee.property.name='claim']:matches([callee.object.name='work'], [callee.object.property.name='work'])",
    message: 'Duties claim by Claims, which sees whether the database was put back.',
  },
];

const journalIsTheWriters = {
  selector:
    "CallExpression[callee.property.name=/^(append|raise)$/]:matches([callee.object.name='journal'], [callee.object.property.name='journal'])",
  message: 'Say it in the changes: the one writer writes the journal.',
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/.data/**',
      'eslint.config.js',
      '**/ava.config.js',
      '.ci/**/*.{js,cjs,mjs}',
      'deploy/*.mjs',
      'docs/site/**',
      'site/**',
      '.dependency-cruiser.cjs',
      // Compiled by its test, against types that are generated there.
      'packages/service/client/**',
      // JavaScript for auditors, without types: a test runs it.
      'examples/*/audit/*.mjs',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      // The types of other packages are those that the last build wrote. A project service reads their sources instead, which
      // takes a fifth more; `npm run lint:code` lints each package in a process of its own, so that one program is in memory.
      parserOptions: { project: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { varsIgnorePattern: '^_', argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // A codec and its type share one name (style: one name, two meanings).
      'no-redeclare': 'off',
      '@typescript-eslint/no-redeclare': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // No source has an enum, and looking for misuses of one takes a twelfth of the whole time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      'no-restricted-imports': ['error', { patterns: [fpThroughFiles] }],
      'no-restricted-syntax': ['error', ...forbiddenEverywhere],
      eqeqeq: 'error',
    },
  },
  {
    files: ['packages/core/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...forbiddenEverywhere,
        ...forbiddenInCore,
        journalIsTheWriters,
      ],
    },
  },
  {
    // The writer, the pieces that it writes with, and the frame of duties, which stands below it.
    files: ['packages/core/src/{change/write,payout/move,duty}/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...forbiddenEverywhere, ...forbiddenInCore] },
  },
);
