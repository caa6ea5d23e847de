import { connect, type Socket } from 'node:net';
import type { GetJob } from './client.js';

const HEAD_END = '\r\n\r\n';

/** The whole answer that a text begins with; undefined while some of it is still to come. */
const answerIn = (text: string): { readonly head: string; readonly length: number } | undefined => {
  const end = text.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const length = end + HEAD_END.length + Number(/content-length: (\d+)/i.exec(head)?.[1]);
  return text.length < length ? undefined : { head, length };
};

/**
 * One caller: a request, its answer, the next request. Written on a bare socket: a client that costs more
 * than the server would be all that is measured.
 */
const caller = (
  { url, apiKey, cookie = '', bearer }: GetJob,
  next: () => string | undefined,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const open = (first: string): void => {
      const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let text = '';
      const ask = (path: string): void => {
        const session = bearer === undefined ? '' : `authorization: Bearer ${bearer}\r\n`;
        socket.write(
          `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n${session}x-api-key: ${apiKey}\r\ncookie: ${cookie}${HEAD_END}`,
        );
      };
      socket.setEncoding('latin1');
      socket.on('error', reject);
      socket.on('data', (chunk: string) => {
        text += chunk;
        const answer = answerIn(text);
        if (answer === undefined) return;
        if (!answer.head.startsWith('HTTP/1.1 200 ')) reject(new Error(text.slice(0, 300)));
        text = '';
        const path = next();
        const stays = !/connection: close/i.test(answer.head);
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

/** Asks for every path once; answers how many ms that took. */
export const getAll = async (job: GetJob): Promise<number> => {
  let asked = 0;
  const next = (): string | undefined => job.paths[asked++];
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: job.callers }, () => caller(job, next)));
  return performance.now() - startedAt;
};
