import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, constants, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { skipFor } from './skipping.js';

const DEFAULT_PATH = '/usr/sbin/pgbouncer';

/** `nobody`, who needs no right but to read the configuration. */
const NOBODY = 65_534;

const RETRY_MS = 20;
const RETRIES_MAX = 3_000;

/** A PgBouncer before the PostgreSQL of the tests. */
export interface PgBouncer {
  /** The same URL, through it. */
  readonly through: (url: string) => string;
  /** Kills it, and with it every transaction through it, and starts it again. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface PgBouncerOptions {
  readonly mode: 'session' | 'transaction';
  /** Sessions of the server at most, for each database and user. */
  readonly size: number;
  /** A client that gets no session for so long is turned away. Default 60. */
  readonly waitSeconds?: number;
}

const freePort = async (): Promise<number> => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });

/** Clients come in without a password; at the server each is the user of the tests. */
const configuration = (
  url: string,
  port: number,
  { mode, size, waitSeconds = 60 }: PgBouncerOptions,
): string => {
  const { hostname, port: at, username, password } = new URL(url);
  const server = {
    host: hostname,
    port: at || '5432',
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
  const quoted = Object.entries(server)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}='${value.replaceAll("'", "''")}'`);
  return `[databases]
* = ${quoted.join(' ')}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${String(port)}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${String(size)}
max_client_conn = 500
query_wait_timeout = ${String(waitSeconds)}
`;
};

/**
 * Where tests find PgBouncer: `HUNDI_TEST_PGBOUNCER`, or Debian's. Undefined where there is none, and then says on the
 * console that its tests are skipped.
 *
 * @throws when there is none and it matters: with `CI=true`, or when the variable names one.
 */
export const pgbouncerPath = async (): Promise<string | undefined> => {
  const named = process.env['HUNDI_TEST_PGBOUNCER'];
  if (named === '') return undefined;
  const path = named ?? DEFAULT_PATH;
  try {
    await access(path, constants.X_OK);
    return path;
  } catch {
    skipFor(`PgBouncer at ${path}`, named !== undefined);
    return undefined;
  }
};

/**
 * Starts a PgBouncer of a test's own on a free port of this machine, before the server of a URL.
 *
 * @param path as {@link pgbouncerPath} answers it.
 * @throws with its log when it does not start.
 */
export const startPgbouncer = async (
  path: string,
  url: string,
  options: PgBouncerOptions,
): Promise<PgBouncer> => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const port = await freePort();
  await writeFile(file, configuration(url, port, options), { mode: 0o600 });
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    await chmod(folder, 0o755);
    await chown(file, NOBODY, NOBODY);
  }
  const log: string[] = [];
  const launch = async (): Promise<() => Promise<void>> => {
    const child = spawn(path, [file], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
    const kill = (): void => {
      child.kill('SIGKILL');
    };
    process.once('exit', kill);
    child.stderr.on('data', (text: Buffer) => log.push(text.toString()));
    const ended = once(child, 'exit');
    const end = async (): Promise<void> => {
      process.off('exit', kill);
      kill();
      await ended;
    };
    for (let tries = 0; !(await isListening(port)); tries += 1) {
      if (tries === RETRIES_MAX || child.exitCode !== null) {
        await end();
        throw new Error(`PgBouncer does not start: ${log.join('')}`);
      }
      await setTimeout(RETRY_MS);
    }
    return end;
  };
  let end = await launch();
  return {
    through: (direct) => {
      const pooled = new URL(direct);
      pooled.host = `127.0.0.1:${String(port)}`;
      return pooled.href;
    },
    restart: async () => {
      await end();
      end = await launch();
    },
    stop: async () => {
      await end();
      await rm(folder, { recursive: true });
    },
  };
};
