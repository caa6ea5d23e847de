// A bank on PostgreSQL installs no SQLite, and every entry loads.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { knexStorage, openSqlite } from '@hundi/adapter-knex';
import { aesSealer } from '@hundi/adapter-node';
import { createHundi } from '@hundi/core';

assert.equal(existsSync('node_modules/sqlite3'), false);
assert.equal(typeof createHundi, 'function');
assert.equal(typeof knexStorage, 'function');
for (const entry of ['storage', 'rail', 'acquirer', 'operator', 'receiver', 'wire'])
  assert.ok(Object.keys(await import(`@hundi/core/${entry}`)).length > 0, entry);
assert.equal(typeof aesSealer(new Uint8Array(32)).seal, 'function');
await assert.rejects(openSqlite('never.db'), /npm install sqlite3/);
