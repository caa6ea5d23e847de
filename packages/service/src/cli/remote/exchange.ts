import type { IncomingMessage } from 'node:http';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { version } from '../../host/version.js';

const AGENT = `hundi/${version()}`;

/** What is sent, and until when. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Ends the exchange, also in the middle of the answer. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request on a connection of its own, to any port (`fetch` has a list of ports that it refuses, 6000 among them),
 * and follows no redirect.
 *
 * @returns the beginning of the answer; its reader destroys it, or reads it to its end.
 */
export const exchange = (
  url: string,
  { method, headers, body, signal }: Request,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const send = new URL(url).protocol === 'https:' ? overHttps : overHttp;
    send(
      url,
      { method, headers: { 'user-agent': AGENT, ...headers }, signal, agent: false },
      resolve,
    )
      // Node hands such a connection over, and emits nothing else.
      .on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('the answer is that of another protocol (101)'));
      })
      .on('error', reject)
      .end(body);
  });

/** An answer that goes on past what it may hold. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** The text of an answer. @throws AnswerTooLarge, without reading on */
export const textUpTo = async (answer: IncomingMessage, mebibytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mebibytes * 1_048_576)
      throw new AnswerTooLarge(`the answer is larger than ${String(mebibytes)} MiB`);
  }
  return Buffer.concat(chunks, bytes).toString();
};

/** Why an exchange failed: the code of the network, or what this program says. */
export const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};
