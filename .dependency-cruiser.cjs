const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const test = '\\.test\\.ts$';

/** The packages whose folders form no circle, each with the rooms of its rooms.json. */
const housed = ['core', 'adapter-knex', 'adapter-koa', 'adapter-memory', 'service', 'testkit'].map(
  (name) => ({ name, rooms: require(`./packages/${name}/rooms.json`) }),
);

/** The files that stand in a room itself: a folder below it is another room. */
const filesOf = (name, ...some) => `^packages/${name}/src/(${some.join('|')})/[^/]+\\.tsx?$`;

/** A room knows only the rooms that come before it in rooms.json: so they form no circle. */
const roomRules = housed.flatMap(({ name, rooms }) =>
  rooms.map((room, i) => ({
    name: `${name}-${room.replaceAll('/', '-')}-knows-only-rooms-before-it`,
    severity: 'error',
    from: { path: filesOf(name, room), pathNot: ['\\.test\\.(data\\.)?ts$', '/src/testing/'] },
    to: {
      path: `^packages/${name}/src/`,
      pathNot: [filesOf(name, ...rooms.slice(0, i + 1)), '^packages/service/src/testing/'],
    },
  })),
);

/** The files of the use cases and duties: those that their table imports a maker from. */
const useCases = [
  ...readFileSync(join(__dirname, 'packages/core/src/wiring/use-cases.ts'), 'utf8').matchAll(
    /^import \{([^}]*)\} from '\.\.\/([^']+)\.js';$/gm,
  ),
].flatMap(([, names, path]) => (/\bmake[A-Z]/.test(names) ? [path] : []));

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'core-uses-three-packages',
      severity: 'error',
      from: { path: '^packages/core/src', pathNot: test },
      to: { path: 'node_modules/', pathNot: 'node_modules/(fp-ts|io-ts|inversify)/' },
    },
    {
      name: 'core-knows-no-node',
      severity: 'error',
      from: {
        path: '^packages/core/src',
        pathNot: [test, '/kernel/secrets/(cipher|digest)\\.ts$'],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'core-depends-on-no-package',
      severity: 'error',
      from: { path: '^packages/core/src' },
      to: { path: '^packages/(?!core/)' },
    },
    {
      name: 'inversify-only-in-wiring',
      severity: 'error',
      from: { path: '^packages/core/src', pathNot: ['^packages/core/src/wiring/', test] },
      to: { path: 'node_modules/inversify/' },
    },
    {
      name: 'fp-ts-through-fp',
      severity: 'error',
      // Two files of the receiver's entry, which stays small.
      from: {
        path: '^packages/core/src',
        pathNot: '/(?:fp|verify-webhook|return-signature)\\.ts$',
      },
      to: { path: 'node_modules/fp-ts/' },
    },
    {
      name: 'kernel-knows-no-feature',
      severity: 'error',
      from: { path: '^packages/core/src/kernel', pathNot: test },
      to: { path: '^packages/core/src/(?!kernel/)' },
    },
    {
      name: 'only-the-writer-and-the-frame-of-duties-write',
      comment: 'Say it in the changes. A plan hands the storage of its host on.',
      severity: 'error',
      from: {
        path: '^packages/core/src/app/',
        pathNot: ['\\.test\\.', '/app/(writer|duty)/', '/app/operator/plan-provision\\.ts$'],
      },
      to: { path: '^packages/core/src/(storage/whole-storage|ports/whole-pacer)\\.ts$' },
    },
    {
      name: 'use-cases-do-not-call-each-other',
      comment: 'Shared effects go through the journal, the work table or once().',
      severity: 'error',
      from: {
        path: '^packages/core/src',
        pathNot: ['^packages/core/src/(wiring|entries|index\\.ts)', test],
      },
      to: {
        path: `^packages/core/src/(${useCases.join('|')})\\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'adapters-do-not-meet',
      severity: 'error',
      from: { path: '^packages/(adapter-[a-z0-9]+)/src', pathNot: test },
      to: { path: '^packages/(adapter-[a-z0-9]+)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'citus-is-known-where-a-database-is-opened-and-migrated',
      severity: 'error',
      from: {
        path: '^packages/adapter-knex/src/',
        pathNot: [
          test,
          '^packages/adapter-knex/src/(citus/|knex-storage\\.ts|schema/migrate\\.ts)',
        ],
      },
      to: { path: '^packages/adapter-knex/src/citus/' },
    },
    {
      name: 'messages-need-no-node-but-digests',
      severity: 'error',
      from: {
        path: '^packages/adapter-iso20022/src',
        pathNot: ['^packages/adapter-iso20022/src/(files|sftp|testing)/', test],
      },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'no-test-code-in-source',
      severity: 'error',
      from: {
        path: '^packages/(?!testkit/)[^/]+/src',
        pathNot: [
          test,
          '/src/testing/',
          '^packages/service/src/(sandbox|bank|bench|budgets|crash|failover|fuzz|race|reference|simulate)/',
        ],
      },
      to: { path: ['^packages/testkit/', test, 'node_modules/(ava|fast-check)/'] },
    },
    {
      name: 'the-kit-loads-nothing-else-of-the-testkit',
      severity: 'error',
      from: { path: '^packages/testkit/src/(kit/|index\\.ts$)', pathNot: test },
      to: { path: '^packages/testkit/src/(?!kit/)' },
    },
    {
      name: 'contract-scenarios-and-simulator-know-the-kit-only',
      severity: 'error',
      from: {
        path: '^packages/testkit/src/(contract|scenarios|simulator)(/|\\.ts$)',
        pathNot: test,
      },
      to: { path: '^packages/testkit/src/', pathNot: '^packages/testkit/src/(kit|$1)/' },
    },
    {
      name: 'kits-know-the-kit-and-the-contract-of-rate-limiters',
      severity: 'error',
      from: { path: '^packages/testkit/src/kits(/|\\.ts$)', pathNot: test },
      to: {
        path: '^packages/testkit/src/',
        pathNot: '^packages/testkit/src/(kit|kits|contract/rate-limits)/',
      },
    },
    {
      name: 'kits-bring-no-test-runner',
      severity: 'error',
      from: { path: '^packages/testkit/src/kits(/|\\.ts$)', pathNot: test },
      to: { path: ['^node:test', 'node_modules/(ava|fast-check|vitest|jest)/'] },
    },
    {
      name: 'only-declared-packages',
      severity: 'error',
      from: { path: '^(packages|examples)/' },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
        // A peer that is optional is both declared and, for dependency-cruiser, in an unknown section.
        dependencyTypesNot: ['npm-peer'],
        pathNot: 'node_modules/(ava|fast-check|@types)/',
      },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'dist'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
