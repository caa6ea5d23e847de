import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('program.js', import.meta.url));

/** Bytes that a process holds. */
export interface Memory {
  /** Live objects and buffers, right after a collection. */
  readonly heap: number;
  readonly rss: number;
}

/** The service that is attacked: a process of its own. */
export interface Victim {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Where its log goes. */
  readonly log: string;
  readonly memory: () => Promise<Memory>;
  /** True once the process has ended. */
  readonly isGone: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Starts the service and waits until it is ready. */
export const startVictim = async (
  dataDir: string,
  variables: Readonly<Record<string, string>>,
): Promise<Victim> => {
  const log = join(dataDir, 'log.jsonl');
  const child = spawn(process.execPath, ['--expose-gc', '--max-semi-space-size=32', PROGRAM], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.stderr?.pipe(createWriteStream(log));
  let gone = false;
  const ended = once(child, 'close').then(() => {
    gone = true;
    process.off('exit', kill);
  });
  if (child.stdout === null || child.pid === undefined)
    throw new Error('the service has no output');
  const lines = createInterface({ input: child.stdout });
  const [ready = ''] = (await Promise.race([
    once(lines, 'line'),
    ended.then(() => {
      throw new Error(`the service ended before it was ready: see ${log}`);
    }),
  ])) as [string?];
  return {
    url: ready.slice(ready.indexOf('http')),
    pid: child.pid,
    dataDir,
    log,
    memory: async () => {
      child.send('memory');
      const [memory] = (await once(child, 'message')) as [Memory];
      return memory;
    },
    isGone: () => gone,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
