import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ExecutionContext } from 'ava';
import type { Served } from './running-service.js';

const HERE = fileURLToPath(new URL('../../', import.meta.url));

/** A problem in what a block printed. */
export const REFUSED = /"status":[45]\d\d/;

/** Runs blocks one after the other, as a reader does in one shell. */
export const shellIn = async (t: ExecutionContext, service: Served) => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-shell-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const state = join(folder, 'state');
  const keep = `{ declare -p | grep -vE '^declare -[a-zA-Z]*r' ; declare -f; } > ${state}`;
  return async (code: string): Promise<string> => {
    const here = code
      .replaceAll('http://127.0.0.1:3000', service.url)
      .replaceAll('./.data/', `${service.dataDir}/`)
      .replaceAll(`'.data/`, `'${service.dataDir}/`)
      .replaceAll('npm run hundi --silent --', `DATA_DIR=${service.dataDir} node dist/esm/hundi.js`)
      // A test waits for no clock: what is due is done when this returns.
      .replace(/^sleep \d+$/gm, `curl -s -o /dev/null -X POST ${service.url}/sandbox/v1/settle`);
    const script = `set -eo pipefail; [ -f ${state} ] && source ${state} 2>/dev/null; ${here}\n${keep}`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: HERE });
    return stdout;
  };
};
