import { fork } from 'node:child_process';
import { once } from 'node:events';
import { PAYMENTS } from './batch.js';
import { bringFile, type FileForm } from './brought-file.js';
import type { Client } from './client.js';
import { programOf } from './program.js';

/** Resident memory of one process, in MiB: before a file was brought, and the most until its preview was shown. */
export interface FileHeld {
  readonly rest: number;
  readonly most: number;
}

/** Brings the first file of 20,000 payments to a service in a process of its own, on SQLite or on a PostgreSQL server. */
export const fileHeld = async (client: Client, server?: string): Promise<FileHeld> => {
  const child = fork(programOf('brought-file'), server === undefined ? [] : [server], {
    execArgv: ['--max-semi-space-size=32'],
  });
  const [form] = (await once(child, 'message')) as [FileForm];
  const { path } = await bringFile(form, client, PAYMENTS, 'F');
  await client.get({ ...form, apiKey: '', paths: [path], callers: 1 });
  child.send('How much was it?');
  const [held] = (await once(child, 'message')) as [FileHeld];
  await once(child, 'exit');
  return held;
};
