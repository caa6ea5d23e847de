import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { fileSendMark } from './file-send-mark.js';

const PROGRAM = fileURLToPath(new URL('testing/raising-program.js', import.meta.url));
const PROCESSES = 4;
const LIVES = 2;
const MARKS_OF_A_LIFE = 200;

/** Disks that are busy with other tests take their time. */
const TIMEOUT_MS = 600_000;

test('processes that raise the mark at once and are killed never lower it, and keep all that they raised', async (t) => {
  t.timeout(TIMEOUT_MS);
  const path = join(await mkdtemp(join(tmpdir(), 'hundi-mark-')), 'send-mark');
  let [raised, over] = [0, false];

  const live = async (): Promise<void> => {
    const child = spawn(process.execPath, [PROGRAM, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    t.teardown(() => child.kill('SIGKILL'));
    let marks = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      raised = Math.max(raised, Number(line));
      marks += 1;
      if (marks === MARKS_OF_A_LIFE) child.kill('SIGKILL');
    }
    t.deepEqual(await exited, [null, 'SIGKILL']);
  };
  const lives = async (): Promise<void> => {
    for (let life = 0; life < LIVES; life += 1) await live();
  };
  const watch = async (): Promise<void> => {
    const { read } = fileSendMark(path);
    for (let last = 0; !over;) {
      const before = raised;
      const { token = 0 } = (await read()) ?? {};
      if (token < last || token < before)
        t.fail(`${token} is read after ${Math.max(last, before)}`);
      last = token;
    }
  };

  const watching = watch();
  try {
    await Promise.all(Array.from({ length: PROCESSES }, lives));
  } finally {
    over = true;
  }
  await watching;
  const { token = 0 } = (await fileSendMark(path).read()) ?? {};
  t.true(token >= raised);
  t.true(raised > 0);
});
