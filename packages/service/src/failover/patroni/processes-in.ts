import { readdir, readlink } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

const EVERY_MS = 20;
const PATIENCE_MS = 10_000;

/** The processes that work in a folder or below it, as Linux knows them. */
const processesIn = async (folder: string): Promise<ReadonlyArray<number>> => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      const works = await readlink(`/proc/${id}/cwd`).catch(() => '');
      return works === folder || works.startsWith(`${folder}/`) ? [Number(id)] : [];
    }),
  );
  return found.flat();
};

const send = (id: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(id, signal);
  } catch {
    // It has ended meanwhile.
  }
};

/** Sends a signal to every process that works in a folder, until there is none; SIGKILL to one that stays. */
export const endAllIn = async (folder: string, signal: NodeJS.Signals): Promise<void> => {
  const latest = performance.now() + PATIENCE_MS;
  let ids = await processesIn(folder);
  while (ids.length > 0) {
    for (const id of ids) send(id, performance.now() < latest ? signal : 'SIGKILL');
    await setTimeout(EVERY_MS);
    ids = await processesIn(folder);
  }
};
