// Suites in ES modules and in CommonJS, under the test runner of Node itself.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap'], {
  cwd: 'suite',
  encoding: 'utf8',
});
assert.equal(status, 0, stdout);
assert.match(stdout, /^# pass 7$/m);
