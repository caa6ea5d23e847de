// Packs the packages as they would be published, checks what they export, and walks with the tarballs and nothing else:
// each walk is a program in walks/, run in a folder into which the packages that it names were installed, and no others.
// The version of Node that runs this walks; with --every-node every supported version does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, pack, withBeside } from '../deploy/assemble.mjs';
import { sbomOf } from '../deploy/sbom.mjs';
import { faultsOf } from './tools/lint-packed.mjs';
import { installNodes } from './nodes.mjs';

const FOR_TESTS = ['core', 'adapter-memory', 'testkit'];

/** What each walk installs, the oldest Node that those of others run on, and whether one Node is enough. */
const WALKS = {
  'embed-on-postgres': { ours: ['core', 'adapter-knex', 'adapter-node'], others: ['pg@8'] },
  'test-an-integration': { ours: FOR_TESTS },
  'test-in-jest': { ours: FOR_TESTS, others: ['jest@30'] },
  'test-in-vitest': { ours: FOR_TESTS, others: ['vitest@5'], since: 22 },
  'test-in-node-test': { ours: FOR_TESTS },
  'embed-with-own-rail': {
    ours: ['core', 'adapter-knex', 'adapter-node', 'testkit'],
    others: ['pg@8', 'knex@3'],
  },
  'receive-webhooks': { ours: ['core'] },
  'exchange-over-sftp': {
    ours: ['core', 'adapter-iso20022'],
    others: ['ssh2-sftp-client@12'],
    once: true,
  },
  'mount-in-express': {
    ours: ['core', 'adapter-koa', 'adapter-memory', 'testkit'],
    others: ['express@5'],
  },
  'run-the-service': withBeside(['testkit', 'sqlite3']),
  'operate-the-service': { ...withBeside(['testkit', 'sqlite3']), once: true },
};

/** How a walk ends that lacks what it needs. */
const SKIPPED = 77;

const folder = mkdtempSync(join(tmpdir(), 'hundi-walk-'));
let failed = 0;
const say = (what, isGood, word) => {
  console.log(`${what}: ${isGood ? word : 'FAILED'}`);
  if (!isGood) failed += 1;
};

/**
 * Two at a time, the next as soon as one has ended: a machine of CI has two cores, and a service that starts beside
 * three others is slow.
 */
const byTwo = async (list, run) => {
  const left = list.values();
  const lane = async () => {
    for (const one of left) await run(one);
  };
  await Promise.all([lane(), lane()]);
};

mkdirSync(join(folder, 'tarballs'));
const tarballs = pack(join(folder, 'tarballs'));
// Meanwhile the registry sends what is not there yet.
const installing = process.argv.includes('--every-node')
  ? installNodes(join(folder, 'nodes'))
  : [{ major: Number(process.versions.node.split('.')[0]), path: process.execPath }];
await byTwo(Object.entries(tarballs), async ([name, tarball]) => {
  const faults = await faultsOf(name, tarball);
  for (const fault of faults) console.log(fault);
  say(`exports of ${name}`, faults.length === 0, 'right');
});
const nodes = await installing;

/** Walks that install the same walk in one folder, which has the name of the first. */
const placeOf = (name) => {
  const needs = needsOf(name);
  return join(
    folder,
    Object.keys(WALKS).find((other) => needsOf(other) === needs),
  );
};
const needsOf = (name) => {
  const { ours, others, copied, isLocked } = WALKS[name];
  return JSON.stringify([ours, others, copied, isLocked]);
};
const walked = Object.entries(WALKS).filter(([, { since = 0 }]) =>
  nodes.some(({ major }) => major >= since),
);
const places = new Map(walked.map(([name, needs]) => [placeOf(name), needs]));
await byTwo([...places], ([place, needs]) => install(place, tarballs, needs));
for (const [name] of walked) {
  const walk = join(import.meta.dirname, 'walks', name);
  cpSync(`${walk}.mjs`, join(placeOf(name), `${name}.mjs`));
  if (existsSync(walk)) cpSync(walk, join(placeOf(name), 'suite'), { recursive: true });
}

const ways = walked.flatMap(([name, { since = 0, once: isOnce = false }]) =>
  nodes
    .filter(({ major }, i) => major >= since && !(isOnce && i > 0))
    .map((node) => ({ name, ...node })),
);
await byTwo(ways, async ({ name, major, path }) => {
  const cwd = placeOf(name);
  const walking = spawn(path, [join(cwd, `${name}.mjs`)], { cwd, stdio: 'inherit' });
  const [status] = await once(walking, 'exit');
  const isSkipped = status === SKIPPED && process.env.CI !== 'true';
  say(`${name} on Node ${major}`, status === 0 || isSkipped, isSkipped ? 'skipped' : 'walked');
});
const { components } = sbomOf(placeOf('run-the-service'), 'service');
console.log(`the service and what it needs: ${components.length + 1} packages`);

rmSync(folder, { recursive: true });
process.exitCode = failed === 0 ? 0 : 1;
