// A suite in ES modules, under vitest with no configuration at all.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

const vitest = '../node_modules/vitest/vitest.mjs';
const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--no-color'], {
  cwd: 'suite',
  encoding: 'utf8',
});
assert.equal(status, 0, `${stdout}${stderr}`);
assert.match(stdout, /Tests +2 passed \(2\)/);
