// Writes a bill of materials (CycloneDX) of each package into a folder: everything that a machine gets with it.
//   node deploy/sbom.mjs FOLDER
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { install, pack } from './assemble.mjs';

const manifestOf = (name) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../packages', name, 'package.json'), 'utf8'));

/** What a package needs to run, that of ours among it included. */
const needsOf = (name) =>
  Object.keys(manifestOf(name).dependencies).flatMap((needed) =>
    needed.startsWith('@hundi/') ? [needed, ...needsOf(needed.slice('@hundi/'.length))] : [needed],
  );

/** The bill of a package that is installed in a folder. @throws when it lacks what the package needs. */
export const sbomOf = (folder, name) => {
  const listed = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  });
  const { metadata, components, dependencies, ...sbom } = JSON.parse(listed);
  const lacking = needsOf(name).filter((needed) => !components.some((one) => one.name === needed));
  if (lacking.length > 0) throw new Error(`the bill of ${name} lacks ${lacking.join(', ')}`);
  // Ours were installed from files, whose paths say nothing to others.
  const published = components.map(({ externalReferences = [], ...component }) => ({
    ...component,
    externalReferences: externalReferences.filter(({ url }) => !url.startsWith('file:')),
  }));
  const isItself = (component) => component.name === `@hundi/${name}`;
  return {
    ...sbom,
    metadata: { ...metadata, component: published.find(isItself) },
    components: published.filter((component) => !isItself(component)),
    dependencies: dependencies.filter(({ ref }) => ref !== metadata.component['bom-ref']),
  };
};

if (process.argv[1] === import.meta.filename) {
  const [to] = process.argv.slice(2);
  if (to === undefined) throw new Error('name the folder to write into');
  mkdirSync(to, { recursive: true });
  const made = mkdtempSync(join(tmpdir(), 'hundi-sbom-'));
  const tarballs = pack(made);
  for (const name of Object.keys(tarballs)) {
    const folder = join(made, name);
    await install(folder, tarballs, { ours: [name], isLocked: true });
    const file = join(resolve(to), `${name}-${manifestOf(name).version}.cdx.json`);
    writeFileSync(file, `${JSON.stringify(sbomOf(folder, name), null, 2)}\n`);
    console.log(file);
  }
  rmSync(made, { recursive: true });
}
