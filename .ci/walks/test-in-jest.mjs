// A suite in CommonJS, under jest with no configuration at all.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

const jest = '../node_modules/jest/bin/jest.js';
const { status, stderr } = spawnSync(process.execPath, [jest], { cwd: 'suite', encoding: 'utf8' });
assert.equal(status, 0, stderr);
assert.match(stderr, /^Tests: +14 passed, 14 total$/m);
