// The versions of Node that the packages are walked on: the one that runs this, the oldest that works, and those that
// are supported (docs/packages.md). The packages `node-<platform>-<arch>` of the registry hold the binaries.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const WALKED = [20, 22, 24, 26];

/** Installs these versions into a folder; answers the path of each, the running one first. */
export const installNodes = async (folder) => {
  const majors = WALKED.filter((major) => !process.version.startsWith(`v${major}.`));
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      private: true,
      dependencies: Object.fromEntries(
        majors.map((major) => [
          `node${major}`,
          `npm:node-${process.platform}-${process.arch}@${major}`,
        ]),
      ),
    }),
  );
  const quietly = ['--silent', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', ['install', '--ignore-scripts', ...quietly], { cwd: folder });
  return [
    { major: Number(process.versions.node.split('.')[0]), path: process.execPath },
    ...majors.map((major) => ({
      major,
      path: join(folder, 'node_modules', `node${major}`, 'bin/node'),
    })),
  ];
};
