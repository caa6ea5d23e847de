import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Dice } from '../crash/dice.js';
import { statusesIn, type RawOutcome } from './raw.js';

const PATHS: ReadonlyArray<string> = [
  '/healthz',
  '/metrics',
  '/openapi.json',
  '/portal/docs',
  '/v1/partner/beneficiaries?limit=100',
  '/v1/partner/packages',
  '/nowhere',
];

/** Many requests for one path, as a client sends them that waits for no answer. */
export const pipelined = (key: string, dice: Dice): Buffer => {
  const head = `GET ${dice.pick(PATHS)} HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\n\r\n`;
  return Buffer.from(head.repeat(dice.int(20, 500)));
};

/** Longer than a connection lasts whose client sends hardly anything. */
const LET_GO_MS = 22_000;

const opened = (port: number): { readonly socket: Socket; readonly gone: Promise<true> } => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const gone = new Promise<true>((resolve) => {
    socket.once('close', () => {
      resolve(true);
    });
  });
  return { socket, gone };
};

/** More long answers than kernels keep for a client: most of them wait in the service. */
const UNREAD = 400;

/** More bytes than kernels keep for a client that does not read. */
const KEPT_MAX = 16 * 1_024 * 1_024;

/** Longer than kernels take to fill, and a connection lasts from then on. */
const UNREAD_MS = 40_000;

/**
 * Asks for much and takes nothing of it for longer than a connection lasts. Hung if the connection is still there then,
 * or has kept all that was asked for.
 */
const sendUnread = async (port: number, get: string): Promise<RawOutcome> => {
  const { socket, gone } = opened(port);
  socket.pause().write(get.repeat(UNREAD));
  await setTimeout(UNREAD_MS);
  const chunks: Buffer[] = [];
  let size = 0;
  socket
    .on('data', (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
    })
    .resume();
  const isGone = await Promise.race([gone, setTimeout(LET_GO_MS, false)]);
  socket.destroy();
  const statuses = statusesIn(chunks);
  return { statuses, hung: !isGone || (statuses.length === UNREAD && size > KEPT_MAX) };
};

/** Takes none of many descriptions. */
export const unreadDescriptions = (port: number): Promise<RawOutcome> =>
  sendUnread(port, 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n');

/** Connections of one key that take none of their large pages. */
const CROWD = 100;

/** Takes none of many large pages of a job, on many connections. */
export const unreadPages = async (
  port: number,
  key: string,
  jobId: string,
): Promise<RawOutcome> => {
  const path = `/v1/partner/payments/jobs/${jobId}?limit=1000`;
  const get = `GET ${path} HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\n\r\n`;
  const all = await Promise.all(Array.from({ length: CROWD }, () => sendUnread(port, get)));
  return {
    statuses: all.flatMap(({ statuses }) => statuses),
    hung: all.some(({ hung }) => hung),
  };
};

const DRIP_MS = 500;

/** Sends a head that never ends, byte by byte; hung if the service is still there after so long. */
export const sendSlow = async (port: number): Promise<RawOutcome> => {
  const { socket, gone } = opened(port);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ');
  const drips = setInterval(() => socket.write('x'), DRIP_MS);
  const isGone = await Promise.race([gone, setTimeout(LET_GO_MS, false)]);
  clearInterval(drips);
  socket.destroy();
  return { statuses: statusesIn(chunks), hung: !isGone };
};
