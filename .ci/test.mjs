// Runs the tests of every package, as they were built: node .ci/test.mjs [--all] [--verbose] [FOLDER...]
//
// A file called *.full.test.ts needs a server, a browser or processes of its own, or computes for long: only --all runs it.
// Every other file needs no set-up. Most of these share a process, one for each package: loading a package takes longer
// than what a file tests. A file has a process of its own where AVA would run its hooks for its neighbours, too, and where
// it waits for something before its first test, because AVA has started the tests of its neighbours by then.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const root = resolve(import.meta.dirname, '..');
const [isAll, isVerbose] = ['--all', '--verbose'].map((word) => process.argv.includes(word));

/** In a run without servers these names lead nowhere, so that tests on two databases run on SQLite alone. */
const NOTHING_OUTSIDE = {
  HUNDI_TEST_POSTGRES_URL: '',
  HUNDI_TEST_CITUS_URL: '',
  HUNDI_TEST_PGBOUNCER: '',
  HUNDI_TEST_CHROMIUM: '',
};

/** Tests that are passed are counted in steps of so many. */
const STEP = 500;

const sharesNoProcess = (file) => {
  const code = readFileSync(join(root, file), 'utf8');
  return (
    /\btest(?:\.serial)?\.(?:before|after)/.test(code) || /^(?!\s|\/\/| \*).*\bawait /m.test(code)
  );
};

/** The test files of a package, and the file that loads those which share a process. */
const planOf = (folder) => {
  const made = join(root, folder, 'dist');
  const files = (existsSync(made) ? readdirSync(made, { recursive: true }) : [])
    .filter((file) => file.endsWith('.test.js'))
    .filter((file) => isAll || !file.endsWith('.full.test.js'))
    .map((file) => `${folder}/dist/${file}`)
    .sort();
  const alone = files.filter((file) => file.endsWith('.full.test.js') || sharesNoProcess(file));
  const together = files.filter((file) => !alone.includes(file));
  const suite = `${folder}/dist/suite.js`;
  rmSync(join(root, suite), { force: true });
  if (together.length > 0)
    writeFileSync(
      join(root, suite),
      together.map((file) => `import './${file.slice(`${folder}/dist/`.length)}';\n`).join(''),
    );
  return { alone, suites: together.length > 0 ? [suite] : [] };
};

const counts = { passed: 0, failed: 0, skipped: 0 };

const count = (line) => {
  const plain = line.replace(/\u001b\[[0-9;]*m/g, '');
  if (/^ +✔ /.test(plain)) {
    counts.passed += 1;
    if (counts.passed % STEP === 0) console.log(`${String(counts.passed)} tests passed …`);
    return isVerbose;
  }
  if (/^ +- /.test(plain)) {
    counts.skipped += 1;
    return isVerbose;
  }
  const [, number] =
    /^ +(\d+) (?:tests? failed|uncaught exceptions?|unhandled rejections?)$/.exec(plain) ?? [];
  counts.failed += Number(number ?? 0);
  // AVA says these in lines of their own, and not how many tests they cost.
  if (/^ +✘ (?:Timed out|.* exited)/.test(plain)) counts.failed += 1;
  return !/^ +(?:✔|\d+ tests? passed|─$)?\s*$/.test(plain);
};

/** Runs AVA; its exit code is 1 where a test failed. */
const ava = async (files, ...options) => {
  if (files.length === 0) return 0;
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/ava/entrypoints/cli.mjs'), '--timeout', '4m', ...options, ...files],
    {
      cwd: root,
      env: { ...process.env, ...(!isAll && NOTHING_OUTSIDE) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  for await (const line of createInterface({ input: child.stdout }))
    if (count(line)) console.log(line);
  return child.exitCode ?? 1;
};

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const folders = ['packages', 'examples']
  .flatMap((kind) => readdirSync(join(root, kind)).map((name) => `${kind}/${name}`))
  .filter((folder) => asked.length === 0 || asked.includes(folder));
const plans = folders.map(planOf);
const codes = [
  await ava(
    plans.flatMap(({ suites }) => suites),
    '--serial',
  ),
  await ava(plans.flatMap(({ alone }) => alone)),
];
if (codes.some((code) => code !== 0) && counts.failed === 0) counts.failed = 1;

console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
if (!isAll)
  console.log(
    'Left out, because they need servers, a browser or many minutes: PostgreSQL, PgBouncer, Citus, pages in Chromium, killed processes, races and simulated histories. All of it: npm run test:all',
  );
process.exitCode = counts.failed === 0 ? 0 : 1;
