import { Agent, request } from 'node:http';
import type { Asked } from './structured.js';

/** The outcome of a request. */
export type Outcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly text: string;
      readonly json: unknown;
      /** The path of our own that it sends the caller on to. */
      readonly leadsTo?: string;
    }
  | { readonly kind: 'closed' }
  | { readonly kind: 'hung' };

/** Sends requests to one service. */
export interface Client {
  readonly ask: (asked: Asked) => Promise<Outcome>;
  readonly close: () => void;
}

/** A service that has not answered by then never will. */
const HUNG_MS = 20_000;

const LEARNED_MAX = 1_000_000;

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const newClient = (url: string): Client => {
  const agent = new Agent({ keepAlive: true });
  return {
    ask: ({ method, path, headers, body }) =>
      new Promise((resolve) => {
        const end = (outcome: Outcome): void => {
          clearTimeout(timer);
          resolve(outcome);
        };
        const sent = request(url, {
          agent,
          method,
          path,
          headers: { ...headers, 'content-length': body?.length ?? 0 },
        });
        const timer = setTimeout(() => {
          end({ kind: 'hung' });
          sent.destroy();
        }, HUNG_MS);
        sent.once('error', () => {
          end({ kind: 'closed' });
        });
        sent.once('response', (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size <= LEARNED_MAX) chunks.push(chunk);
          });
          response.once('end', () => {
            const text = size <= LEARNED_MAX ? Buffer.concat(chunks).toString('utf8') : '';
            const { location } = response.headers;
            end({
              kind: 'answered',
              status: response.statusCode ?? 0,
              text,
              json: jsonOf(text),
              ...(location?.startsWith('/') === true && { leadsTo: location }),
            });
          });
          response.once('close', () => {
            end({ kind: 'closed' });
          });
        });
        sent.end(body);
      }),
    close: () => {
      agent.destroy();
    },
  };
};
