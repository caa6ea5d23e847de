import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '../config/start-refused.js';
import { lookAtDirectory } from '../host/data-dir.js';

/** The folders of the rail. The sandbox bank keeps in `taken` what it took from `out`. */
const NAMES = ['out', 'sent', 'in', 'done', 'refused', 'taken'] as const;

export type RailFolders = Readonly<Record<(typeof NAMES)[number], string>>;

export const foldersIn = (folder: string): RailFolders =>
  Object.fromEntries(NAMES.map((name) => [name, join(folder, name)])) as RailFolders;

/** Looks whether the folders can be used, or can be made. @throws StartRefused */
export const lookAtFolders = async (folder: string): Promise<void> => {
  for (const path of [folder, ...Object.values(foldersIn(folder))])
    await lookAtDirectory('RAIL_FOLDER', path);
};

/** Makes the folders that are missing, accessible to their owner only. @throws StartRefused */
export const openFolders = async (folder: string): Promise<RailFolders> => {
  await lookAtFolders(folder);
  const folders = foldersIn(folder);
  try {
    for (const path of Object.values(folders)) await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code = 'unknown error', path = folder } = error as NodeJS.ErrnoException;
    throw new StartRefused(`RAIL_FOLDER: ${path} cannot be created: ${code}`);
  }
  return folders;
};
