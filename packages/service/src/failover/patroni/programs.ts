import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { binaries, owner, type Installed } from '../../crash/installed.js';

/** What keeps a primary and its standby, and who runs it. */
export interface Programs extends Installed {
  readonly etcd: string;
  readonly patroni: string;
}

const onPath = async (name: string): Promise<string | undefined> => {
  for (const folder of (process.env['PATH'] ?? '').split(':')) {
    const program = join(folder, name);
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (folder !== '' && isThere) return program;
  }
  return undefined;
};

/** Finds the programs of a run; where some are not installed, says which, and how to install them. */
export const findPrograms = async (): Promise<Programs | string> => {
  const etcd = await onPath('etcd');
  const patroni = await onPath('patroni');
  const folder = await binaries();
  if (etcd !== undefined && patroni !== undefined && folder !== undefined)
    return { etcd, patroni, folder, as: await owner() };
  const missing = [
    { name: 'PostgreSQL', debian: 'postgresql', found: folder },
    { name: 'Patroni', debian: 'patroni', found: patroni },
    { name: 'etcd', debian: 'etcd-server', found: etcd },
  ].filter(({ found }) => found === undefined);
  return (
    `not installed: ${missing.map(({ name }) => name).join(', ')}. ` +
    `On Debian: apt-get install ${missing.map(({ debian }) => debian).join(' ')}`
  );
};
