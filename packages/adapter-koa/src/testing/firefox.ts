import { constants } from 'node:fs';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { WebSocket } from 'undici';

const PATH = process.env['HUNDI_TEST_FIREFOX'] ?? '/usr/bin/firefox-esr';

/** Whether there is a Firefox: `HUNDI_TEST_FIREFOX`, or Debian's. */
export const hasFirefox = (): Promise<boolean> =>
  access(PATH, constants.X_OK).then(
    () => true,
    () => false,
  );

/** A command of WebDriver BiDi, and what it answers. */
type Send = (method: string, params: object) => Promise<unknown>;

interface Message {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly message?: string;
  readonly params?: unknown;
}

/** A Firefox that ends with the test. Debian's speaks WebDriver BiDi, and not all of what Playwright asks of it. */
export const firefox = async (
  t: ExecutionContext,
  onEvent: (params: unknown) => void,
): Promise<Send> => {
  const profile = await mkdtemp(join(tmpdir(), 'hundi-firefox-'));
  // Firefox asks for an icon by itself, and the policy of our pages allows none.
  await writeFile(join(profile, 'user.js'), 'user_pref("browser.chrome.site_icons", false);\n');
  const child = spawn(PATH, ['--headless', '--profile', profile, '--remote-debugging-port', '0']);
  t.teardown(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error(`Firefox ended: ${said}`));
    });
  });
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, (message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.type === 'event') onEvent(message.params);
    else waiting.get(message.id ?? 0)?.(message);
  });
  return async (method, params) => {
    const id = waiting.size + 1;
    const { type, result, message } = await new Promise<Message>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (type === 'error') throw new Error(`${method}: ${String(message)}`);
    return result;
  };
};
