// Packs the packages as they would be published, and walks with the tarballs and nothing else: each walk is a program in
// walks/, run in a folder of its own into which the packages that it names were installed.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, pack, withBeside } from '../deploy/assemble.mjs';

/** What each walk installs. */
const WALKS = {
  'embed-on-postgres': { ours: ['core', 'adapter-knex', 'adapter-node'], others: ['pg@8'] },
  'test-an-integration': { ours: ['core', 'adapter-memory', 'testkit'] },
  'receive-webhooks': { ours: ['core'] },
  'mount-in-express': {
    ours: ['core', 'adapter-koa', 'adapter-memory', 'testkit'],
    others: ['express@5'],
  },
  'run-the-service': withBeside(['testkit', 'sqlite3']),
};

const folder = mkdtempSync(join(tmpdir(), 'hundi-walk-'));
mkdirSync(join(folder, 'tarballs'));
const tarballs = pack(join(folder, 'tarballs'));
let failed = 0;
for (const [name, needs] of Object.entries(WALKS)) {
  const cwd = join(folder, name);
  install(cwd, tarballs, needs);
  const program = join(cwd, 'walk.mjs');
  cpSync(join(import.meta.dirname, 'walks', `${name}.mjs`), program);
  const { status } = spawnSync(process.execPath, [program], { cwd, stdio: 'inherit' });
  console.log(`${name}: ${status === 0 ? 'walked' : 'FAILED'}`);
  if (status !== 0) failed += 1;
}
rmSync(folder, { recursive: true });
process.exitCode = failed === 0 ? 0 : 1;
