import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Provisioned } from '@hundi/core';

const MAIN = fileURLToPath(new URL('../esm/main.js', import.meta.url));

export type Variables = Readonly<Record<string, string>>;

/** An answer, its body as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: ReadonlyArray<string>;
  readonly stderr: ReadonlyArray<string>;
}

/** A service that answers. */
export interface Served {
  readonly url: string;
  readonly dataDir: string;
  /** Every line of the log, once one is as sought. */
  readonly logged: (sought: RegExp) => Promise<ReadonlyArray<string>>;
  /** The partner key of the corporate's ERP: acme's, unless {@link calledBy} another. */
  readonly key: string;
  readonly get: (path: string) => Promise<Answer>;
  readonly post: (path: string, body?: object, headers?: Variables) => Promise<Answer>;
}

/** The built service as a process of its own. */
export interface RunningService extends Served {
  readonly ready: string;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<Ended>;
  /** Sends a signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>;
}

export const emptyDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'hundi-service-'));

const linesOf = (stream: NodeJS.ReadableStream) => {
  const lines: string[] = [];
  const reader = createInterface({ input: stream }).on('line', (line) => lines.push(line));
  const until = async (sought: RegExp): Promise<ReadonlyArray<string>> => {
    while (!lines.some((line) => sought.test(line))) await once(reader, 'line');
    return lines;
  };
  return { lines, until, first: once(reader, 'line').then(() => lines[0] ?? '') };
};

// Processes that a failed test leaves running end with the tests.
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** The process ended before it printed a line. */
export class EndedEarly extends Error {
  override readonly name = 'EndedEarly';

  constructor(readonly ended: Ended) {
    super(`the process ended: ${ended.stderr.join(' ')}`);
  }
}

/**
 * Starts the service, or another program, with these arguments. Its standard input stays open. `first` is the first
 * line that it prints.
 *
 * @param under a command that starts it, such as `nice`
 */
export const launch = (
  variables: Variables,
  program = MAIN,
  words: ReadonlyArray<string> = [],
  under: ReadonlyArray<string> = [],
) => {
  // Only what a test names: the machine that runs it must not matter.
  const env = { PATH: process.env['PATH'], PORT: '0', ...variables };
  const [command = '', ...rest] = [...under, process.execPath, program, ...words];
  const child = spawn(command, rest, { env, stdio: 'pipe' });
  children.add(child);
  const { lines: stdout, first: line } = linesOf(child.stdout);
  const { lines: stderr, until: logged } = linesOf(child.stderr);
  const ended = once(child, 'close').then(([code, signal]: unknown[]): Ended => {
    children.delete(child);
    return { code, signal, stdout, stderr } as Ended;
  });
  const early = ended.then((how) => {
    throw new EndedEarly(how);
  });
  const first = Promise.race([line, early]);
  // Not every caller waits for the line.
  first.catch(() => undefined);
  return { child, first, logged, ended };
};

/** Runs the service until it ends by itself. */
export const runToEnd = (variables: Variables): Promise<Ended> => launch(variables).ended;

/** Starts the service and waits until it is ready. */
export const runService = async (
  dataDir: string,
  variables: Variables = {},
  program = MAIN,
  under: ReadonlyArray<string> = [],
): Promise<RunningService> => {
  const environment = { DATA_DIR: dataDir, ...variables };
  const { child, first, logged, ended } = launch(environment, program, [], under);
  const ready = await first;
  const url = ready.slice(ready.indexOf('http'));
  return {
    url,
    logged,
    dataDir,
    ready,
    ...partnerAt(url, await keyIn(dataDir)),
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
};

export const partnerAt = (url: string, key: string): Pick<Served, 'key' | 'get' | 'post'> => {
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(url + path, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    key,
    get: (path) => ask(path, { headers: { 'x-api-key': key } }),
    post: (path, body = {}, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
};

/** The same service, called with the key of another demo corporate. */
export const calledBy = async <S extends Served>(corporate: string, service: S): Promise<S> => ({
  ...service,
  ...partnerAt(service.url, await keyIn(service.dataDir, corporate)),
});

/** The key of a demo corporate. */
export const keyIn = async (dataDir: string, corporate = 'acme'): Promise<string> => {
  const text = await readFile(join(dataDir, 'credentials.json'), 'utf8');
  return (JSON.parse(text) as Provisioned).corporates[corporate]?.apiKeys['erp'] ?? '';
};
