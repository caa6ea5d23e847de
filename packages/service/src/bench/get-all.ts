import { connect, type Socket } from 'node:net';
import type { GetJob, Got } from './client.js';

const HEAD_END = '\r\n\r\n';

/** The end of an answer that is sent in parts. */
const LAST_PART = '\r\n0\r\n\r\n';

/** The head of the whole answer that a text is; undefined while some of it is still to come. */
const wholeIn = (text: string): string | undefined => {
  const end = text.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
  const isWhole =
    length === undefined
      ? text.endsWith(LAST_PART)
      : text.length >= end + HEAD_END.length + Number(length);
  return isWhole ? head : undefined;
};

/**
 * One caller: a request, its answer, the next request. Written on a bare socket: a client that costs more
 * than the server would be all that is measured.
 */
const caller = (
  { url, apiKey, cookie = '', bearer }: GetJob,
  next: () => string | undefined,
  waited: (firstByteMs: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const open = (first: string): void => {
      const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let text = '';
      let askedAt = 0;
      const ask = (path: string): void => {
        const session = bearer === undefined ? '' : `authorization: Bearer ${bearer}\r\n`;
        askedAt = performance.now();
        socket.write(
          `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n${session}x-api-key: ${apiKey}\r\ncookie: ${cookie}${HEAD_END}`,
        );
      };
      socket.setEncoding('latin1');
      socket.on('error', reject);
      socket.on('data', (chunk: string) => {
        if (text === '') waited(performance.now() - askedAt);
        text += chunk;
        const head = wholeIn(text);
        if (head === undefined) return;
        if (!head.startsWith('HTTP/1.1 200 ')) reject(new Error(text.slice(0, 300)));
        text = '';
        const path = next();
        const stays = !/connection: close/i.test(head);
        if (path !== undefined && stays) ask(path);
        else {
          socket.destroy();
          if (path === undefined) resolve();
          else open(path);
        }
      });
      ask(first);
    };
    const first = next();
    if (first === undefined) resolve();
    else open(first);
  });

/** Asks for every path once. */
export const getAll = async (job: GetJob): Promise<Got> => {
  let asked = 0;
  let firstByteMs = 0;
  const next = (): string | undefined => job.paths[asked++];
  const waited = (ms: number): void => {
    firstByteMs += ms;
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: job.callers }, () => caller(job, next, waited)));
  return { ms: performance.now() - startedAt, firstByteMs };
};
