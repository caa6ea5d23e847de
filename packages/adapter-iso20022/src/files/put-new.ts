import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Disk } from './disk.js';

/**
 * Puts a small file under its name, whole or not at all; where the name is taken, that file stays.
 *
 * @param mayPut called just before the name appears; throws where it is too late
 */
export const putNew = async (
  disk: Disk,
  folder: string,
  name: string,
  value: unknown,
  mayPut: () => void = () => undefined,
): Promise<'linked' | 'taken'> => {
  // Without the name, which may leave no room for more.
  const draft = join(folder, `.${randomUUID()}.draft`);
  try {
    await disk.write(draft, [Buffer.from(JSON.stringify(value))]);
    mayPut();
    const put = await disk.link(draft, join(folder, name));
    if (put === 'gone') throw new Error(`${folder} is missing: ${name} was not written`);
    await disk.sync(folder);
    return put;
  } finally {
    await disk.remove(draft);
  }
};
