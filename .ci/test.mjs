// Runs the tests of every package, as they were built: node .ci/test.mjs [--all] [--verbose] [FOLDER...]
//
// A file called *.full.test.ts needs a server, a browser or processes of its own, or computes for long: only --all runs it.
// Every other file needs no set-up. Most files share a process with the others of their package: loading a package takes
// longer than what a file tests. A file that waits for something before its first test has a process of its own, because
// AVA has started the tests of its neighbours by then.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
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

/** What answers at once where nothing is outside. */
const WITHOUT_OUTSIDE =
  /\bawait (?:postgresUrl|citusUrl|pgbouncerPath|chromiumLaunch|storyTeller|places|freshPostgres)\(/g;

/** What supports tests waits for them, too. */
const SUPPORT = /from '(\.[^']*(?:testing\/|\.test\.)[^']*)'/g;

const waitsFirst = (file) => {
  const code = readFileSync(join(root, file), 'utf8');
  const supports = [...code.matchAll(SUPPORT)].map(([, to]) => join(dirname(file), to));
  if (supports.some(waitsFirst)) return true;
  return /^(?!\s|\/\/|\*|.*\basync\b.*\bawait\b).*(?:\(\n\s+)?\bawait /m.test(
    isAll ? code : code.replace(WITHOUT_OUTSIDE, ''),
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
  const alone = files.filter((file) => file.endsWith('.full.test.js') || waitsFirst(file));
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

/**
 * So long AVA may tell the outcome of no test. Its own limit counts for nothing once a test that asks for more time has begun, and it is
 * not set again.
 */
const SILENCE_MS = 15 * 60_000;
/** So long AVA, and whoever writes where it writes, may take to end. */
const ENDING_MS = 30_000;

const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** Why tests are skipped: each reason once. */
const reasons = new Set();

/** Seconds that AVA names for tests, by the file of the test. */
const seconds = new Map();

/** AVA names no time below 0.1 s. */
const TIMED = /^ +[✔✘] (?:\[fail\]: )?(.+) \((?:(\d+)m ?)?([\d.]+)(m?s)\)$/;

const addTime = (line, { file: alone }) => {
  const [, title, minutes = '0', time, unit] = TIMED.exec(line) ?? [];
  if (title === undefined) return;
  const file = alone ?? title.slice(0, title.lastIndexOf(' › '));
  const took = Number(minutes) * 60 + Number(time) / (unit === 'ms' ? 1_000 : 1);
  seconds.set(file, (seconds.get(file) ?? 0) + took);
};

/**
 * Counts the test that a line of AVA is about; whether the line says something else. Below its list AVA shows differences,
 * whose lines look like those of skipped tests.
 */
const isNews = (line, run) => {
  const plain = line.replace(/\u001b\[[0-9;]*m/g, '');
  addTime(plain, run);
  if (/^ +✔ /.test(plain)) {
    counts.passed += 1;
    if (counts.passed % STEP === 0) console.log(`${counts.passed} tests passed …`);
    return false;
  }
  if (plain.endsWith(': its tests are skipped.')) reasons.add(plain.trim());
  if (plain.trim() === '─') run.isListing = false;
  if (run.isListing && /^ +- /.test(plain)) {
    counts.skipped += 1;
    return false;
  }
  const [, number] =
    /^ +(\d+) (?:tests? failed|uncaught exceptions?|unhandled rejections?)$/.exec(plain) ?? [];
  counts.failed += Number(number ?? 0);
  if (/^ +✘ /.test(plain)) {
    console.log(line);
    failures.push([...(run.file === undefined ? [] : [run.file]), plain.trim()].join(' › '));
  }
  // A run that AVA gave up on says no number.
  if (/^ +✘ Timed out/.test(plain)) counts.failed += 1;
  return true;
};

/** Runs AVA over files. What it and the tests print is shown where a test fails: they also print faults that they provoke. */
const ava = async (files, ...options) => {
  if (files.length === 0) return;
  // AVA names the file of a test only where there are several.
  const run = { isListing: true, file: files.length === 1 ? files[0] : undefined };
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/ava/entrypoints/cli.mjs'), ...options, ...files],
    {
      cwd: root,
      // On a Linux console AVA marks tests with other signs.
      env: { ...process.env, TERM: 'dumb', ...(!isAll && NOTHING_OUTSIDE) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  // At this signal AVA names the tests that go on, and ends.
  const silence = setTimeout(() => {
    failures.push(`for ${SILENCE_MS / 60_000} minutes no test ended in ${files.join(' ')}`);
    child.kill('SIGINT');
    setTimeout(() => child.kill('SIGKILL'), ENDING_MS).unref();
  }, SILENCE_MS);
  const printed = [];
  const outputs = [child.stdout, child.stderr].map((input) => createInterface({ input }));
  const areRead = outputs.map(async (output) => {
    for await (const line of output) {
      // Services that tests start write here, too, as long as they live.
      if (/[✔✘]/.test(line)) silence.refresh();
      if (isNews(line, run) || isVerbose) printed.push(line);
    }
  });
  const [code] = await once(child, 'exit');
  clearTimeout(silence);
  const letGo = setTimeout(() => {
    console.log('a process that a test left behind holds the output open');
    for (const output of outputs) output.close();
    child.stdout.destroy();
    child.stderr.destroy();
  }, ENDING_MS);
  await Promise.all(areRead);
  clearTimeout(letGo);
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (code !== 0 || isVerbose) console.log(printed.join('\n'));
};

const all = ['packages', 'examples'].flatMap((kind) =>
  readdirSync(join(root, kind)).map((name) => `${kind}/${name}`),
);
const asked = process.argv.slice(2).filter((word) => !['--all', '--verbose'].includes(word));
const strange = asked.filter((word) => !all.includes(word));
if (strange.length > 0) {
  console.error(
    `not known: ${strange.join(', ')}. Name --all, --verbose, or some of ${all.join(', ')}.`,
  );
  process.exit(2);
}
const folders = asked.length > 0 ? asked : all;

try {
  await import('sqlite3');
} catch {
  console.error(
    "SQLite's driver is missing, which most packages test with: 'npm run sqlite' compiles it, and says why it cannot.",
  );
  process.exit(1);
}

const plans = folders.map(planOf);
const suites = plans.flatMap((plan) => plan.suites);
const oneSuiteAfterAnother = async () => {
  for (let suite = suites.shift(); suite !== undefined; suite = suites.shift())
    await ava([suite], '--serial');
};
// Tests often wait for a server or a clock: one process more keeps both cores busy. With --all AVA starts others, too.
await Promise.all([
  ava(plans.flatMap(({ alone }) => alone)),
  oneSuiteAfterAnother(),
  ...(isAll ? [] : [oneSuiteAfterAnother()]),
]);

if (!isAll)
  console.log(
    'Left out, because it needs a server, a browser or many minutes: PostgreSQL, PgBouncer, Citus, scenarios on SQLite, pages in Chromium and Firefox, the running service, published schemas, batches of 20,000, killed processes, races and simulated histories. `npm run test:all` runs all of it.',
  );
const longest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, 12);
if (isAll)
  console.log(
    `Seconds that the tests of a file took, the longest: ${longest.map(([file, took]) => `${file.replace(' › dist', '')} ${took.toFixed(0)}`).join(', ')}.`,
  );
if (isAll) for (const reason of reasons) console.log(reason);
// A log may be cut at its top: the names stand at its end, too.
for (const name of failures) console.log(name);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
