import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from '../../crash/installed.js';

const LINES = 10;

/** A program that runs until it is ended, and logs into its folder. */
export interface Daemon {
  readonly start: () => Promise<void>;
  /** The last lines of its log. */
  readonly lastWords: () => Promise<string>;
}

/** Runs a program in a folder, which is how its processes are found again. */
export const daemonIn = (
  folder: string,
  as: Owner,
  program: string,
  words: ReadonlyArray<string>,
): Daemon => {
  const log = join(folder, 'log');
  const launch = (fd: number): ChildProcess =>
    // Of its own group: an interrupt from the keyboard must not come to it before this run removes it.
    spawn(program, words, {
      ...as,
      cwd: folder,
      detached: true,
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', fd, fd],
    });
  return {
    start: async () => {
      const file = await open(log, 'a');
      launch(file.fd).on('error', () => undefined);
      await file.close();
    },
    lastWords: async () => {
      const lines = (await readFile(log, 'utf8').catch(() => '')).trimEnd().split('\n');
      return lines.slice(-LINES).join('\n');
    },
  };
};
