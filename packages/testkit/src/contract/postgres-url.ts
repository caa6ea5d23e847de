import { connect } from 'node:net';
import { skipFor } from './skipping.js';

const DEFAULT_URL = 'postgres://postgres@127.0.0.1:5432/test';

/** A server that is not there refuses at once. One that is there answers, however busy the machine is. */
const PATIENCE_MS = 30_000;

const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port || '5432'), timeout: PATIENCE_MS });
    const finish = (reachable: boolean): void => {
      socket.destroy();
      resolve(reachable);
    };
    socket.once('connect', () => {
      finish(true);
    });
    socket.once('error', () => {
      finish(false);
    });
    socket.once('timeout', () => {
      finish(false);
    });
  });

/**
 * Where tests find PostgreSQL: `HUNDI_TEST_POSTGRES_URL`, or a server on this machine. Undefined when
 * no server answers, and then says on the console that those tests are skipped. An empty variable says that there is none.
 *
 * @throws when no server answers and it matters: with `CI=true`, or when the variable names a server.
 */
export const postgresUrl = async (): Promise<string | undefined> => {
  const named = process.env['HUNDI_TEST_POSTGRES_URL'];
  if (named === '') return undefined;
  const url = named ?? DEFAULT_URL;
  if (await answers(url)) return url;
  const { host } = new URL(url);
  skipFor(`PostgreSQL answers at ${host}`, named !== undefined);
  return undefined;
};

/**
 * Where tests find a PostgreSQL that spreads its tables over machines (Citus): `HUNDI_TEST_CITUS_URL` names its
 * coordinator. Undefined without the variable, and then says on the console that those tests are skipped.
 *
 * @throws when no server answers where the variable says.
 */
export const citusUrl = async (): Promise<string | undefined> => {
  const url = process.env['HUNDI_TEST_CITUS_URL'];
  if (url === undefined)
    console.warn('HUNDI_TEST_CITUS_URL names no Citus: its tests are skipped.');
  if (url === undefined || url === '') return undefined;
  if (await answers(url)) return url;
  throw new Error(`no Citus answers at ${new URL(url).host}`);
};
